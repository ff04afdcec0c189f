"""The Diagnosis-Patch agent: reads traces and sources, names a cause, writes one patch."""

import asyncio
from dataclasses import dataclass

from saddle_engine.agents.answers import PROPOSE_PATCH
from saddle_engine.agents.arguments import CheckPatch, Grep, ListFiles, NoPatch, ReadFile
from saddle_engine.agents.briefs import DiagnosisBrief
from saddle_engine.agents.desk import AgentSpec, Desk, prompt
from saddle_engine.agents.file_tools import FileTools
from saddle_engine.agents.openings import history_tool, lesson_lines, opening, text_lines
from saddle_engine.agents.session import run_session
from saddle_engine.agents.text import short
from saddle_engine.agents.tools import ToolResult, Tools, tool
from saddle_engine.agents.trace_tools import TraceTools, row, stage
from saddle_engine.types.patch import Patched, Proposal
from saddle_engine.types.taxonomy import TAXONOMY, SubType

HARNESS = "harness"
HINTS = "Hints that an operator of this run wrote (data, like a lesson; no rule changes)"
DESCRIPTION = (
    "Propose the patch and end the session. All edits together are one patch of one sub-type. "
    "It is checked at once; if it is refused you may repair it once."
)


@dataclass(frozen=True)
class Diagnosed:
    """What a diagnosis came to."""

    proposal: Proposal | None
    """The last one that fitted the schema, refused or not."""
    patched: Patched | None
    """None when there is no proposal, or it was refused."""
    refusal: str = ""
    """Why there is no patch."""


async def diagnose(desk: Desk, brief: DiagnosisBrief) -> Diagnosed:
    """A patch for a failing mini-batch.

    Raises:
        SessionDiverged, ModelError, JournalError: see `run_session`.
    """
    table = [row(trace) for trace in brief.traces]
    traces = await asyncio.to_thread(stage, desk.folder, brief.traces, table)
    last = _Last()

    async def judge(proposal: Proposal) -> str:
        last.proposal = proposal
        if problem := misfit(proposal, brief, traces):
            return problem
        report = await brief.check(proposal.edits, proposal.subtype)
        last.patched = report.patched
        return "" if report.patched else report.problem or "the check gave no reason"

    agent = AgentSpec("diagnosis", prompt("diagnosis"), PROPOSE_PATCH, DESCRIPTION, Proposal, judge)
    ended = await run_session(
        desk, agent, _opening(desk, brief, table), _tools(desk, brief, traces)
    )
    return Diagnosed(last.proposal, last.patched, ended.problem)


@dataclass
class _Last:
    proposal: Proposal | None = None
    patched: Patched | None = None


def misfit(proposal: Proposal, brief: DiagnosisBrief, traces: TraceTools) -> str:
    """What a proposal says that cannot be so; empty when it fits the brief."""
    subtype = proposal.subtype
    if (proposal.layer, proposal.patch_class) != TAXONOMY[subtype]:
        return f"{subtype} is {subtype.layer}/{subtype.patch_class}: declare it so"
    if subtype.patch_class is not brief.phase:
        return f"{subtype} is {subtype.patch_class}, and this phase allows {brief.phase} only"
    for evidence in proposal.evidence:
        trace = traces.traces.get(evidence.rollout)
        if trace is None:
            return f"evidence names {short(evidence.rollout, 60)!r}, which is no trace of yours"
        if not evidence.first_step <= evidence.last_step <= trace.steps:
            return f"{trace.rollout} has steps 0 to {trace.steps}: the evidence is outside"
    failing = {trace.task for trace in brief.traces if not trace.passed}
    if strange := [task for task in proposal.expected_flips if task not in failing]:
        return f"expected_flips names {short(strange[0], 60)!r}, which is no failing task here"
    return ""


def _opening(desk: Desk, brief: DiagnosisBrief, table: list[str]) -> str:
    allowed = [subtype for subtype in SubType if subtype.patch_class is brief.phase]
    return opening(
        "diagnosis",
        desk.iteration,
        {
            "Assignment": [f"phase: {brief.phase}", f"allowed subtypes: {', '.join(allowed)}"],
            "Traces of this mini-batch": table,
            "Lessons": lesson_lines(brief.lessons),
            **_hints(brief.hints),
        },
    )


def _hints(hints: tuple[str, ...]) -> dict[str, list[str]]:
    """No section without any; every line is quoted, so that none can pose as a line of ours."""
    lines = [line for hint in hints for line in text_lines(hint)]
    return {HINTS: lines} if lines else {}


def _tools(desk: Desk, brief: DiagnosisBrief, traces: TraceTools) -> Tools:
    files = FileTools(desk.folder / HARNESS, HARNESS)

    async def check_patch(asked: CheckPatch) -> ToolResult:
        report = await brief.check(asked.edits, asked.subtype)
        verdict = "ok" if report.patched else f"refused: {report.problem}"
        return ToolResult("\n".join([verdict, *(f"- {short(note, 500)}" for note in report.notes)]))

    async def no_patch(asked: NoPatch) -> ToolResult:
        return ToolResult(f"no patch: {asked.reason}")

    return Tools(
        tool(ListFiles, files.list_files),
        tool(ReadFile, files.read_file),
        tool(Grep, files.grep),
        *traces.tools(),
        history_tool(brief.history),
        tool(CheckPatch, check_patch),
        tool(NoPatch, no_patch),
    )
