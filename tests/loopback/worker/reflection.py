"""The worker as reflection agent: compare what changed, then judge."""

from tests.loopback.brain import Reply
from tests.loopback.worker.view import Json, View

WORTH = {"fixed": "real", "regressed": "unsure", "still_failing": "real", "still_passing": "real"}


def reflect(view: View) -> Reply:
    """The next turn of the session."""
    rows = view.rows("Results")
    for row in rows:
        pair = {"rollout_a": row["before"], "rollout_b": row["after"]}
        if row["bucket"] in ("fixed", "regressed") and not view.made("diff_traces", **pair):
            return view.call("diff_traces", pair, "Where do the two part?")
    patch = next(iter(view.rows("Patch")), {})
    judged = {"judgements": [_judge(row) for row in rows], "lessons": _lessons(rows, patch)}
    return view.call("record_reflection", judged, "This is what the patch did.")


def _judge(row: Json) -> Json:
    bucket = row["bucket"]
    return {
        "task": row["task"],
        "cause": f"{bucket.replace('_', ' ')}: scores {row['score_before']} and {row['score_after']}",
        "real_or_chance": WORTH[bucket],
        "generalisation": "It holds for tasks that fail in the same way.",
    }


def _lessons(rows: list[Json], patch: Json) -> list[Json]:
    fixed = [row for row in rows if row["bucket"] == "fixed"]
    shown = [row["after"] for row in fixed or rows]
    verdict = "good" if fixed else "ineffective"
    return [
        {
            "verdict": verdict,
            "text": f"{patch.get('title', 'The patch')}: {verdict}.",
            "evidence": shown,
        }
    ]
