"""The Reflection agent: judges what a patch did to its mini-batch and writes lessons."""

import asyncio
import json

from saddle_engine.agents.answers import RECORD_REFLECTION, Reflection
from saddle_engine.agents.arguments import ShowDiff
from saddle_engine.agents.briefs import PairOf, ReflectionBrief
from saddle_engine.agents.desk import AgentSpec, Desk, prompt
from saddle_engine.agents.openings import opening, text_lines, text_page
from saddle_engine.agents.session import run_session
from saddle_engine.agents.text import clean, cut, short
from saddle_engine.agents.tools import ToolResult, Tools, tool
from saddle_engine.agents.trace_tools import row, stage

DIFF_CHARS = 6_000
DESCRIPTION = "Record your judgement of every task and the lessons, and end the session."


async def reflect(desk: Desk, brief: ReflectionBrief) -> Reflection | None:
    """The judgement of a patch; None when the agent gave none that can be used.

    Raises:
        SessionDiverged, ModelError, JournalError: see `run_session`.
    """
    before = [row(pair.before, side="before") for pair in brief.pairs]
    after = [row(pair.after, side="after") for pair in brief.pairs]
    shown = [pair.before for pair in brief.pairs] + [pair.after for pair in brief.pairs]
    traces = await asyncio.to_thread(stage, desk.folder, shown, before + after)

    async def show_diff(asked: ShowDiff) -> ToolResult:
        return text_page("diff", brief.diff, asked.first_line)

    async def judge(reflection: Reflection) -> str:
        return misfit(reflection, brief)

    agent = AgentSpec(
        "reflection", prompt("reflection"), RECORD_REFLECTION, DESCRIPTION, Reflection, judge
    )
    tools = Tools(*traces.tools(), tool(ShowDiff, show_diff))
    return (await run_session(desk, agent, _opening(desk, brief), tools)).answer


def misfit(reflection: Reflection, brief: ReflectionBrief) -> str:
    """What a reflection names that is not there, or leaves out; empty when it fits the brief."""
    tasks = sorted(pair.before.task for pair in brief.pairs)
    judged = sorted(judgement.task for judgement in reflection.judgements)
    if judged != tasks:
        return f"judge every task of the mini-batch once: {', '.join(tasks)}"
    known = {trace.rollout for pair in brief.pairs for trace in (pair.before, pair.after)}
    named = [rollout for lesson in reflection.lessons for rollout in lesson.evidence]
    if strange := [rollout for rollout in named if rollout not in known]:
        return f"a lesson's evidence names {short(strange[0], 60)!r}, which is no trace of yours"
    return ""


def _opening(desk: Desk, brief: ReflectionBrief) -> str:
    dev = "not run" if brief.dev is None else "parent {:.3f}, patched {:.3f}".format(*brief.dev)
    return opening(
        "reflection",
        desk.iteration,
        {
            "Patch": [_patch(brief)],
            "Results": [
                f"mini-batch: before {brief.before:.3f}, after {brief.after:.3f}",
                f"dev: {dev}",
                *(_pair(pair) for pair in brief.pairs),
            ],
            "Diff": text_lines(cut(brief.diff, DIFF_CHARS)),
        },
    )


def _patch(brief: ReflectionBrief) -> str:
    shown = {"title", "layer", "subtype", "patch_class", "causes", "expected_flips", "risk"}
    facts = brief.proposal.model_dump(mode="json", include=shown)
    return clean(json.dumps({name: facts[name] for name in facts}, ensure_ascii=False))


def _pair(pair: PairOf) -> str:
    facts = {
        "task": pair.before.task,
        "bucket": pair.bucket,
        "before": pair.before.rollout,
        "after": pair.after.rollout,
        "score_before": pair.before.score,
        "score_after": pair.after.score,
        "instruction": cut(clean(pair.before.instruction), 500),
    }
    return json.dumps(facts, ensure_ascii=False)
