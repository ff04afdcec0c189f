"""A session's lines in the journal: written once, and served again when the session is resumed."""

import json
from typing import Any, Literal

from saddle_engine.agents.desk import AgentName, Desk
from saddle_engine.agents.recording import recording
from saddle_engine.agents.text import short
from saddle_engine.agents.tools import Run, Span, ToolResult, answer
from saddle_engine.bodies import get_json, put_body, put_json
from saddle_engine.errors import SessionDiverged
from saddle_engine.events import (
    FileRead,
    ModelReplied,
    SessionFinished,
    SessionStarted,
    ToolCalled,
)
from saddle_engine.types.calls import Call, CallId, outcome_of
from saddle_engine.types.draws import draw
from saddle_engine.types.model import request_digest

Request = dict[str, Any]


class Logbook:
    """Model calls and tool calls by position: from the recording while it lasts, live after it."""

    def __init__(self, desk: Desk, agent: AgentName) -> None:
        self._desk = desk
        self._agent = agent
        self._recorded = recording(desk.recorded, desk.session, desk.tries)
        self._calls = 0

    async def start(self, prompt: str) -> None:
        """Journal the beginning, unless it is."""
        if self._recorded.started:
            return
        desk = self._desk
        await desk.journal.append(
            SessionStarted(
                session=desk.session,
                agent=self._agent,
                iteration=desk.iteration,
                tries=desk.tries,
                prompt=desk.blobs.put(prompt.encode()),
            )
        )

    async def finish(self, answered: bool, reason: str = "") -> None:
        """Journal the end, unless it is; `reason` says why there is no answer."""
        if not self._recorded.finished:
            outcome: Literal["answered", "no_answer"] = "answered" if answered else "no_answer"
            finished = SessionFinished(session=self._desk.session, outcome=outcome, reason=reason)
            await self._desk.journal.append(finished)

    async def reply(self, index: int, request: Request) -> dict[str, Any]:
        """The model's reply, or the API's error; committed before anything that it asks for is done.

        Raises:
            ModelError: the model cannot be used at all.
        """
        recorded = self._recorded.replies.get(index)
        if recorded is None:
            return await self._pay(index, request)
        if recorded.key != request_digest(request):
            raise self._diverged(f"model call {index}")
        body: dict[str, Any] = get_json(self._desk.blobs, recorded.reply)
        return body

    async def _pay(self, index: int, request: Request) -> dict[str, Any]:
        desk = self._desk
        desk.journal.show(desk.session, f"model call {index + 1}")
        call = Call(
            id=CallId(f"{desk.session}.{desk.tries}:{index}"),
            role=self._agent,
            owner=desk.session,
            draw=draw(desk.run_seed, desk.iteration, self._agent, index),
        )
        reply = await desk.calls.reply(call, request)
        outcome = outcome_of(reply.status, reply.body)
        await desk.journal.append(
            ModelReplied(
                session=desk.session,
                tries=desk.tries,
                index=index,
                key=request_digest(request),
                request=put_body(desk.blobs, request),
                reply=put_json(desk.blobs, reply.body),
                usage=reply.usage,
                cost=reply.cost,
                call=call.id,
                outcome=outcome,
            )
        )
        return reply.body

    async def tool(self, name: str, raw: object, run: Run, *, again: bool) -> ToolResult:
        """A tool's result. What is recorded is served, not run, unless its effect is needed `again`."""
        recorded = self._recorded.calls.get(self._calls)
        if recorded is None:
            return await self._call(name, raw, run)
        self._calls += 1
        if recorded.tool != _name(name):
            raise self._diverged(f"tool call {recorded.index}")
        text = self._desk.blobs.get(recorded.result).decode()
        if again and (await answer(run)).refused != recorded.refused:
            raise self._diverged(f"the check of tool call {recorded.index}")
        return ToolResult(text, recorded.refused)

    async def _call(self, name: str, raw: object, run: Run) -> ToolResult:
        desk, index = self._desk, self._calls
        self._calls += 1
        arguments = json.dumps(raw)
        summary = short(arguments, 200)
        desk.journal.show(desk.session, f"{_name(name)} {summary}")
        result = await answer(run)
        called = ToolCalled(
            session=desk.session,
            tries=desk.tries,
            index=index,
            tool=_name(name),
            arguments=desk.blobs.put(arguments.encode()),
            summary=summary,
            result=desk.blobs.put(result.text.encode("utf-8", "replace")),
            refused=result.refused,
        )
        await desk.journal.append(called, *(self._read(span) for span in result.reads))
        return result

    def _read(self, span: Span) -> FileRead:
        return FileRead(
            session=self._desk.session,
            tries=self._desk.tries,
            path=short(span.path, 300),
            first_line=span.first_line,
            last_line=span.last_line,
        )

    def _diverged(self, what: str) -> SessionDiverged:
        desk = self._desk
        return SessionDiverged(
            f"{what} of {desk.session}, try {desk.tries}, differs from its recording"
        )


def _name(name: str) -> str:
    return short(name, 60)
