"""The Reflection agent: compares the pairs of a mini-batch and writes lessons."""

from saddle_benchmarks.bundled.simulated.optimizer.reply import Call, Say
from saddle_benchmarks.bundled.simulated.optimizer.session import Json, Session

COMPARED = 3
"""Pairs whose traces are compared."""
EQUAL = "the traces are equal"


def reflect(session: Session, draw: int) -> Say:
    """The next turn of the session."""
    rows = session.rows("Results")
    changed = [row for row in rows if row["bucket"] != "still_passing"] or rows
    unread = [
        Call("diff_traces", arguments)
        for arguments in map(_pair, changed[:COMPARED])
        if not session.tried("diff_traces", **arguments)
    ]
    if unread:
        return Say("Where do the traces before and after the patch part?", tuple(unread))
    answer = {
        "judgements": [_judge(session, row) for row in rows],
        "lessons": _lessons(session, rows),
    }
    return Say("This is what the patch did.", (Call("record_reflection", answer),))


def _pair(row: Json) -> Json:
    return {"rollout_a": row["before"], "rollout_b": row["after"]}


def _patch(session: Session) -> Json:
    return next(iter(session.rows("Patch")), {})


def _parted(session: Session, row: Json) -> bool | None:
    """Whether the traces differ; None when they were not compared."""
    found = [use for use in session.made("diff_traces") if use.arguments == _pair(row)]
    return None if not found else not found[-1].result.startswith(EQUAL)


def _judge(session: Session, row: Json) -> Json:
    patch, parted = _patch(session), _parted(session, row)
    expected = row["task"] in patch.get("expected_flips", ())
    if parted is False:
        cause, worth = "the patch changed nothing that happened here", "chance"
    elif row["bucket"] == "fixed":
        cause = f"after the patch ({patch.get('title', '')}) the attempt took another way"
        worth = "real" if expected else "unsure"
    elif row["bucket"] == "regressed":
        cause, worth = "the attempt was lost after the patch", "unsure"
    elif row["bucket"] == "still_failing":
        cause, worth = (
            "the patch did not remove what made this fail",
            "real" if expected else "unsure",
        )
    else:
        cause, worth = "the task was solved before and after", "real"
    general = "tasks that fail in the same way" if expected else "nothing beyond this task"
    return {
        "task": row["task"],
        "cause": cause[:1000],
        "real_or_chance": worth,
        "generalisation": f"It says something about {general}.",
    }


def _lessons(session: Session, rows: list[Json]) -> list[Json]:
    """One lesson for each bucket that taught something; an ineffective patch is one too."""
    patch = _patch(session)
    what = f"{patch.get('title', 'the patch')} ({patch.get('subtype', 'unknown')})"
    told = {
        "fixed": ("good", f"{what} solved tasks that had failed: {_first(patch, 'causes')}."),
        "regressed": (
            "bad",
            f"{what} cost tasks that had passed; its risk was: {patch.get('risk')}.",
        ),
    }
    lessons = [
        {"verdict": verdict, "text": text[:600], "evidence": _evidence(rows, bucket)}
        for bucket, (verdict, text) in told.items()
        if _evidence(rows, bucket)
    ]
    if not _evidence(rows, "fixed"):
        text = f"{what} solved nothing here. Look for another cause, or another way to remove it."
        failing = _evidence(rows, "still_failing") or [row["after"] for row in rows]
        lessons.append({"verdict": "ineffective", "text": text[:600], "evidence": failing})
    return lessons[:3]


def _first(patch: Json, key: str) -> str:
    return str(next(iter(patch.get(key, ())), ""))


def _evidence(rows: list[Json], bucket: str) -> list[str]:
    return [rollout for r in rows if r["bucket"] == bucket for rollout in (r["before"], r["after"])]
