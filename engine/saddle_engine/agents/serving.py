"""Answering the tool calls of a session: its tools, and the answer tool that ends it."""

from typing import Generic, TypeVar

from pydantic import BaseModel

from saddle_engine.agents.conversation import Block
from saddle_engine.agents.desk import AgentSpec
from saddle_engine.agents.logbook import Logbook
from saddle_engine.agents.text import short
from saddle_engine.agents.tools import CallMalformed, Run, ToolResult, Tools, refusal, validated

PROBLEM_CHARS = 600  # a refusal is journalled, and a record is small

A = TypeVar("A", bound=BaseModel)


class Serving(Generic[A]):
    """The tools at work; `over` once a call has ended the session, with an answer or without."""

    def __init__(self, logbook: Logbook, agent: AgentSpec[A], tools: Tools) -> None:
        self._logbook = logbook
        self._agent = agent
        self._tools = tools
        self.answer: A | None = None
        self.problem = ""
        """What was wrong with the last answer, or why there is none."""
        self.over = False

    async def serve(self, call: Block) -> tuple[ToolResult, bool]:
        """The result of a call, and whether there was such a tool for such arguments."""
        if not isinstance(call["input"], dict):
            return await self.refuse(call, "the arguments are no object"), False
        if call["name"] == self._agent.answer:
            return await self._conclude(call["input"]), True
        try:
            run = self._tools.bind(call["name"], call["input"])
        except CallMalformed as error:
            return await self.refuse(call, str(error)), False
        result = await self._logbook.tool(call["name"], call["input"], run, again=False)
        if self._tools.ends(call["name"]):
            self.problem, self.over = result.text, True
        return result, True

    async def refuse(self, call: Block, why: str) -> ToolResult:
        """An error result for a call that is not made."""
        run = _always(refusal(why))
        return await self._logbook.tool(call["name"], call["input"], run, again=False)

    async def _conclude(self, raw: object) -> ToolResult:
        name, repaired = self._agent.answer, bool(self.problem)

        async def judge() -> ToolResult:
            self.answer, self.problem = await self._judge(raw)
            if not self.problem:
                return ToolResult("accepted")
            once_more = f" Repair it and call {name} once more; there is no third try."
            again = "" if repaired else once_more
            return ToolResult(f"refused: {self.problem}.{again}", refused=True)

        result = await self._logbook.tool(name, raw, judge, again=True)
        self.over = repaired or not result.refused
        return result

    async def _judge(self, raw: object) -> tuple[A | None, str]:
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
