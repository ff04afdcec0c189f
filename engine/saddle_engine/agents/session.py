"""The tool loop of our agents: ask the model, answer its tool calls, until it calls its answer tool."""

from collections import Counter
from typing import Generic, TypeVar

from pydantic import BaseModel

from saddle_engine.agents.arguments import CheckPatch
from saddle_engine.agents.conversation import Block, Conversation, text
from saddle_engine.agents.desk import AgentSpec, Desk, Ended
from saddle_engine.agents.logbook import Logbook
from saddle_engine.agents.replies import Reply, read
from saddle_engine.agents.request import MAX_TOKENS
from saddle_engine.agents.serving import Serving
from saddle_engine.agents.tools import ToolResult, Tools, tool_schema
from saddle_engine.types.calls import ReplyOutcome

MODEL_CALLS = 40
WARN_CALLS = 5
MALFORMED_IN_A_ROW = 3
NUDGE = (
    "Use your tools, and end by calling {name}. Another reply without a tool call ends the session."
)
GO_ON = "Go on."  # newer models take no conversation that ends with their own words
CUT_OFF = (
    f"the reply was cut off at {MAX_TOKENS} tokens, and none of its calls was made; be shorter"
)
ENDINGS = {
    ReplyOutcome.COMPLETE: "twice in a row the agent called no tool",
    ReplyOutcome.MAX_TOKENS: "twice in a row the agent's reply was cut off",
    ReplyOutcome.REFUSAL: "the model declined to go on",
    ReplyOutcome.EMPTY: "twice in a row the agent's reply was empty",
    ReplyOutcome.MALFORMED: "too often in a row the agent's calls fitted none of its tools",
    ReplyOutcome.CONTEXT_OVERFLOW: "the conversation is too long for the model",
    ReplyOutcome.BAD_REQUEST: "the provider refused a request",
}
NO_ANSWER = "no answer was given in the calls that a session has"

A = TypeVar("A", bound=BaseModel)


async def run_session(desk: Desk, agent: AgentSpec[A], opening: str, tools: Tools) -> Ended[A]:
    """One session from its first message to its answer.

    Raises:
        SessionDiverged: a request differs from the recorded one; begin again with `tries` + 1.
        ModelError: the model gave no usable reply.
        JournalError: an event could not be committed.
    """
    logbook = Logbook(desk, agent.name)
    try:
        await logbook.start(agent.prompt)
        ended = await _Session(desk.model_id, logbook, agent, opening, tools).run()
        await logbook.finish(ended.answer is not None, ended.problem)
    finally:
        desk.journal.hide(desk.session)
    return ended


class _Session(Generic[A]):
    def __init__(
        self, model_id: str, logbook: Logbook, agent: AgentSpec[A], opening: str, tools: Tools
    ) -> None:
        answer = tool_schema(agent.answer, agent.description, agent.model)
        self._model_id = model_id
        self._logbook = logbook
        self._agent = agent
        self._schemas = [*tools.schemas(), answer]
        self._conversation = Conversation(opening, {agent.answer, CheckPatch.tool})
        self._serving = Serving(logbook, agent, tools)
        self._lapses = Counter[ReplyOutcome]()
        self._shortened = False
        self._ending = NO_ANSWER

    async def run(self) -> Ended[A]:
        for index in range(MODEL_CALLS):
            if not await self._turn(index):
                break
        answer = self._serving.answer
        return Ended(answer, "" if answer else self._ending)

    async def _turn(self, index: int) -> bool:
        """Whether the session goes on."""
        request = self._conversation.request(self._model_id, self._agent.prompt, self._schemas)
        reply, left = read(await self._logbook.reply(index, request)), MODEL_CALLS - index - 1
        if reply.outcome in {ReplyOutcome.REFUSAL, ReplyOutcome.BAD_REQUEST}:
            return self._end(reply.outcome, reply.error)
        if reply.outcome is ReplyOutcome.CONTEXT_OVERFLOW:  # what was said until then is dropped
            return self._shorten() or self._end(reply.outcome, reply.error)
        self._conversation.said(reply.content)
        if reply.calls:
            return await self._serve(reply, left)
        if reply.outcome is ReplyOutcome.PAUSE:
            self._conversation.told(text(GO_ON))
            return True
        return self._nudge(reply.outcome, left)

    def _shorten(self) -> bool:
        """Once in a session, clear more than the rule asks for; whether anything was cleared."""
        first, self._shortened = not self._shortened, True
        return first and self._conversation.halve()

    async def _serve(self, reply: Reply, left: int) -> bool:
        cut, fitted = reply.outcome is ReplyOutcome.MAX_TOKENS, False
        results = list[Block]()
        for call in reply.calls:
            if cut:
                result = await self._serving.refuse(call, CUT_OFF)
            else:
                result, fits = await self._serving.serve(call)
                fitted |= fits
            if self._serving.over:
                self._ending = self._serving.problem
                return False
            results.append(_result(call, result))
        _warn(results[-1], "content", left)
        self._conversation.told(*results)
        if fitted:
            self._lapses.clear()
            return True
        return self._forgive(reply.outcome if cut else ReplyOutcome.MALFORMED)

    def _nudge(self, outcome: ReplyOutcome, left: int) -> bool:
        words = NUDGE.format(name=self._agent.answer)
        nudge = text(f"{CUT_OFF}. {words}" if outcome is ReplyOutcome.MAX_TOKENS else words)
        _warn(nudge, "text", left)
        self._conversation.told(nudge)
        return self._forgive(outcome)

    def _forgive(self, outcome: ReplyOutcome) -> bool:
        """Whether there were not too many of these since the last call that made sense."""
        self._lapses[outcome] += 1
        most = MALFORMED_IN_A_ROW if outcome is ReplyOutcome.MALFORMED else 1
        return self._lapses[outcome] <= most or self._end(outcome)

    def _end(self, outcome: ReplyOutcome, error: str = "") -> bool:
        self._ending = f"{outcome}: {ENDINGS[outcome]}{error and f' ({error})'}"
        return False


def _warn(block: Block, field: str, left: int) -> None:
    """Say how many calls are left, near the end.

    Inside the block: words beside tool results would be a new turn, which makes some models drop
    their earlier thinking, and the cached prefix with it.
    """
    if left <= WARN_CALLS:
        block[field] += f"\nModel calls left: {left}."


def _result(call: Block, result: ToolResult) -> Block:
    block: Block = {"type": "tool_result", "tool_use_id": call["id"], "content": result.text}
    return {**block, "is_error": True} if result.refused else block
