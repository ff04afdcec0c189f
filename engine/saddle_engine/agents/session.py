"""The tool loop of our agents: ask the model, answer its tool calls, until it calls its answer tool."""

from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from saddle_engine.agents.desk import AgentSpec, Desk, Ended
from saddle_engine.agents.logbook import Logbook
from saddle_engine.agents.request import Message, build, trim
from saddle_engine.agents.text import short
from saddle_engine.agents.tools import (
    CallMalformed,
    Run,
    ToolResult,
    Tools,
    refusal,
    tool_schema,
    validated,
)

MODEL_CALLS = 40
WARN_CALLS = 5
MALFORMED_IN_A_ROW = 3
PROBLEM_CHARS = 600  # a refusal is journalled, and a record is small
NUDGE = (
    "Use your tools, and end by calling {name}. Another reply without a tool call ends the session."
)
CUT_OFF = "the reply was cut off inside this call; make it shorter"

A = TypeVar("A", bound=BaseModel)
Block = dict[str, Any]


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
        await logbook.finish(ended.answer is not None)
    finally:
        desk.journal.hide(desk.session)
    return ended


class _Session(Generic[A]):
    def __init__(
        self, model_id: str, logbook: Logbook, agent: AgentSpec[A], opening: str, tools: Tools
    ) -> None:
        self._model_id = model_id
        self._logbook = logbook
        self._agent = agent
        self._tools = tools
        answer = tool_schema(agent.answer, agent.description, agent.model)
        self._schemas = [*tools.schemas(), answer]
        self._messages: list[Message] = [_user(_text(opening))]
        self._malformed = 0
        self._nudged = False
        self._problem = ""
        self._answer: A | None = None

    async def run(self) -> Ended[A]:
        for index in range(MODEL_CALLS):
            if not await self._turn(index):
                break
            left = MODEL_CALLS - index - 1
            if left <= WARN_CALLS:
                self._messages[-1]["content"].append(_text(f"Model calls left: {left}."))
        return Ended(self._answer, "" if self._answer else self._problem or "no answer was given")

    async def _turn(self, index: int) -> bool:
        """Whether the session goes on."""
        trim(self._messages)
        request = build(self._model_id, self._agent.prompt, self._schemas, self._messages)
        body = await self._logbook.reply(index, request)
        content = _blocks(body)
        self._messages.append({"role": "assistant", "content": content})
        calls = [block for block in content if block["type"] == "tool_use"]
        if calls:
            cut = body.get("stop_reason") == "max_tokens" and content[-1] is calls[-1]
            return await self._serve(calls, calls[-1] if cut else None)
        goes_on, self._nudged = not self._nudged, True
        self._messages.append(_user(_text(NUDGE.format(name=self._agent.answer))))
        return goes_on

    async def _serve(self, calls: list[Block], cut: Block | None) -> bool:
        results = []
        for call in calls:
            if call["name"] == self._agent.answer:
                result, goes_on = await self._conclude(call, call is cut)
            else:
                result, goes_on = await self._use(call, call is cut)
            if not goes_on:
                return False
            results.append(_result(call, result))
        self._messages.append(_user(*results))
        return True

    async def _use(self, call: Block, cut: bool) -> tuple[ToolResult, bool]:
        name, raw = call["name"], call["input"]
        try:
            if cut:
                raise CallMalformed(CUT_OFF)
            run, self._malformed = self._tools.bind(name, raw), 0
        except CallMalformed as error:
            self._malformed += 1
            run = _always(refusal(str(error)))
        result = await self._logbook.tool(name, raw, run, again=False)
        return result, self._malformed <= MALFORMED_IN_A_ROW

    async def _conclude(self, call: Block, cut: bool) -> tuple[ToolResult, bool]:
        repaired = bool(self._problem)

        async def judge() -> ToolResult:
            self._answer, self._problem = await self._judge(CUT_OFF if cut else "", call["input"])
            if not self._problem:
                return ToolResult("accepted")
            text = f"refused: {self._problem}."
            if not repaired:
                text += (
                    f" Repair it and call {self._agent.answer} once more; there is no third try."
                )
            return ToolResult(text, refused=True)

        result = await self._logbook.tool(self._agent.answer, call["input"], judge, again=True)
        return result, result.refused and not repaired

    async def _judge(self, problem: str, raw: object) -> tuple[A | None, str]:
        if problem:
            return None, problem
        try:
            value = validated(self._agent.model, raw)
        except CallMalformed as error:
            return None, str(error)
        problem = short(await self._agent.judge(value), PROBLEM_CHARS)
        return (None, problem) if problem else (value, "")


def _always(result: ToolResult) -> Run:
    async def run() -> ToolResult:
        return result

    return run


def _blocks(body: dict[str, Any]) -> list[Block]:
    """The reply's blocks that can be sent back; never none, which the API would refuse."""
    found = [block for block in body.get("content") or () if _usable(block)]
    return found or [_text("(no words)")]


def _usable(block: object) -> bool:
    match block:
        case {"type": "tool_use", "id": str(), "name": str(), "input": _}:
            return True
        case {"type": "text", "text": str(text)}:
            return bool(text.strip())
        case {"type": str(kind)}:
            return kind not in {"tool_use", "text"}
        case _:
            return False


def _text(text: str) -> Block:
    return {"type": "text", "text": text}


def _user(*content: Block) -> Message:
    return {"role": "user", "content": list(content)}


def _result(call: Block, result: ToolResult) -> Block:
    block: Block = {"type": "tool_result", "tool_use_id": call["id"], "content": result.text}
    return {**block, "is_error": True} if result.refused else block
