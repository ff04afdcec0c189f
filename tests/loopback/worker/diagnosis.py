"""The worker as diagnosis agent: look, search, check, propose."""

import re

from tests.loopback.brain import Reply
from tests.loopback.worker.view import Json, View
from tests.loopback.worker.weaknesses import KNOWN, READ_FILE, SYSTEM, Weakness

TABLE = "Traces of this mini-batch"
FOUND = re.compile(r"^(r\d+) step (\d+): ", re.MULTILINE)


def diagnose(view: View) -> Reply:
    """The next turn of the session."""
    failing = [row for row in view.rows(TABLE) if row["outcome"] != "passed"]
    return _look(view, failing) or _conclude(view, failing)


def _look(view: View, failing: list[Json]) -> Reply | None:
    """Harness first, then the failing traces whole, then how often each sign is there."""
    if not view.made("list_files"):
        return view.calls("I read the harness first.", ("list_files", {}), ("history", {}))
    if not view.made("read_file"):
        files = [("read_file", {"path": path}) for path in ("harness.toml", SYSTEM, READ_FILE)]
        return view.calls("What could the agent have done?", *files)
    for row in failing:
        if not view.made("read_trace", rollout=row["rollout"]):
            return view.call("read_trace", {"rollout": row["rollout"]}, "I read this one whole.")
    if not view.made("search_traces"):
        signs = [("search_traces", {"pattern": each.sign}) for each in KNOWN]
        return view.calls("In which traces does it happen?", *signs)
    return None


def _conclude(view: View, failing: list[Json]) -> Reply:
    phase = "capability" if "phase: capability" in view.opening else "steering"
    suspects = [each for each in KNOWN if each.patch_class == phase and _is_there(view, each)]
    shown = [(each, _shows(view, each, failing)) for each in suspects]
    weakness, rows = next(((each, rows) for each, rows in shown if rows), (None, []))
    if weakness is None:
        return view.call("no_patch", {"reason": "nothing that this phase may change explains it"})
    if any(use.is_error for use in view.made("propose_patch")):
        return view.call("no_patch", {"reason": "the patch was refused"})
    checks = view.made("check_patch")
    if not checks:
        asked = {"edits": weakness.patch(), "subtype": weakness.subtype}
        return view.call("check_patch", asked, f"I suspect that {weakness.cause}.")
    if not checks[-1].result.startswith("ok"):
        return view.call("no_patch", {"reason": f"refused: {checks[-1].result[:300]}"})
    return view.call("propose_patch", _proposal(view, weakness, rows))


def _is_there(view: View, weakness: Weakness) -> bool:
    """Whether the harness still has it."""
    return any(weakness.line in use.result for use in view.made("read_file", path=weakness.file))


def _shows(view: View, weakness: Weakness, failing: list[Json]) -> list[Json]:
    """The failing attempts that show its sign, those with a sign of a worse one left out."""
    earlier = KNOWN[: KNOWN.index(weakness)]
    others = {rollout for each in earlier for rollout in _steps(view, each)}
    found = _steps(view, weakness)
    return [row for row in failing if row["rollout"] in found and row["rollout"] not in others]


def _steps(view: View, weakness: Weakness) -> dict[str, int]:
    """Where a sign was found: the first step of each rollout."""
    steps: dict[str, int] = {}
    for use in view.made("search_traces", pattern=weakness.sign):
        for rollout, step in FOUND.findall(use.result):
            steps.setdefault(rollout, int(step))
    return steps


def _proposal(view: View, weakness: Weakness, rows: list[Json]) -> Json:
    steps = _steps(view, weakness)
    evidence = [
        {"rollout": row["rollout"], "first_step": at, "last_step": at, "note": "the sign"}
        for row in rows
        for at in [steps[row["rollout"]]]
    ]
    return {
        "title": weakness.title,
        "layer": weakness.layer,
        "subtype": weakness.subtype,
        "patch_class": weakness.patch_class,
        "causes": [weakness.cause],
        "rejected": [weakness.rejected],
        "evidence": evidence,
        "edits": weakness.patch(),
        "expected_flips": [row["task"] for row in rows],
        "risk": weakness.risk,
    }
