"""Reflection: what the patch did to its mini-batch, and what to remember."""

from saddle_engine import events as ev
from saddle_engine.agents import reflection as agent
from saddle_engine.agents.answers import Reflection
from saddle_engine.agents.briefs import PairOf, ReflectionBrief
from saddle_engine.patches import Patch
from saddle_engine.stages.minibatch import paired
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.rollouts import Results
from saddle_engine.stages.sessions import session_id, with_desk
from saddle_engine.stages.views import trace
from saddle_engine.state import Iteration
from saddle_engine.types.base import LessonId, SessionId
from saddle_engine.types.patch import Proposal


async def reflect(parts: Parts, iteration: Iteration, patch: Patch, before: Results) -> None:
    """Journal the judgement and its lessons; an agent without an answer costs only the lessons."""
    if iteration.reflected or patch.before is None:  # or no pair of it is left
        return
    number = iteration.started.iteration
    session = session_id(parts, "reflection", number)
    brief = _brief(parts, number, patch, before)
    judged = await with_desk(parts, "reflection", number, lambda desk: agent.reflect(desk, brief))
    if judged is not None:
        await parts.book.append(*_events(parts, number, patch, session, judged))


def _brief(parts: Parts, number: int, patch: Patch, before: Results) -> ReflectionBrief:
    after = parts.state.batch_results(f"after:{number}")
    proposed = patch.proposed
    assert after is not None
    was, now = paired(before, after)
    assert proposed.diff is not None
    assert patch.before is not None
    assert patch.after is not None
    parent = parts.state.dag[proposed.parents[0]]
    return ReflectionBrief(
        proposal=Proposal.model_validate_json(parts.blobs.get(proposed.proposal)),
        diff=parts.blobs.get(proposed.diff).decode(),
        pairs=tuple(
            PairOf(trace(parts, *one), trace(parts, *other))
            for one, other in zip(was, now, strict=True)
        ),
        before=patch.before,
        after=patch.after,
        dev=None if patch.dev is None else (parent.dev, patch.dev),
    )


def _events(
    parts: Parts, number: int, patch: Patch, session: SessionId, judged: Reflection
) -> list[ev.AnyEvent]:
    known = len(parts.state.lessons)
    reflected = ev.Reflected(
        iteration=number,
        patch=patch.proposed.patch,
        session=session,
        judgement=parts.blobs.put(judged.model_dump_json().encode()),
    )
    lessons = [
        ev.LessonLearned(
            lesson=LessonId(f"l{known + place}"),
            iteration=number,
            patch=patch.proposed.patch,
            verdict=lesson.verdict,
            text=lesson.text,
            evidence=lesson.evidence,
        )
        for place, lesson in enumerate(judged.lessons, start=1)
    ]
    return [reflected, *lessons]
