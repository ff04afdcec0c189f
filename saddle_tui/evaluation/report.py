"""An evaluation in a JSON object: the contract of `saddle-tui eval --json`."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from saddle_engine.state import Rollout, RunState
from saddle_engine.types.money import usd
from saddle_engine.types.rollout import Outcome
from saddle_runs.folder import RunFolder
from saddle_tui.evaluation.results import Results, compared, passed, results_of
from saddle_tui.facts import aborted_facts, cancelled, intervention_facts, paused_facts
from saddle_tui.liveness import engine_alive
from saddle_tui.reading import catch_up, open_viewer
from saddle_tui.summary import spent, status

Families = Mapping[str, str]


def read_report(folder: RunFolder) -> dict[str, Any]:
    """The report of an evaluation as its journal has it now.

    Raises:
        JournalError: the journal cannot be read.
    """
    with open_viewer(folder) as viewer:
        state = catch_up(viewer, RunState())
        assert state.evaluation is not None
        families: Families = json.loads(viewer.blob(state.evaluation.families))
    return report(state, families, alive=state.engine is not None and engine_alive(folder))


def report(state: RunState, families: Families, *, alive: bool) -> dict[str, Any]:
    """Everything that others script against; shares and scores are in [0,1], None if not known yet."""
    run, evaluation = state.run, state.evaluation
    assert run is not None
    assert evaluation is not None
    results = results_of(state)
    return {
        "run": run.run,
        "name": run.name,
        "kind": "eval",
        "status": status(state, alive=alive),
        "error": state.error or None,
        "left": state.left.reason if state.left else None,
        "simulated": run.simulated,
        "sandbox": run.sandbox,
        "unsandboxed": run.unsandboxed,
        "random_seed": run.seed,
        "split": evaluation.split.value,
        "repeats": evaluation.repeats,
        "model": evaluation.model,
        "limits": state.limits,
        "spent": spent(state),
        "rollouts": {"done": state.finished, "planned": len(state.rollouts)},
        "harnesses": [_harness(each, families) for each in results],
        "comparison": _comparison(*results) if len(results) > 1 else None,
        "paused": paused_facts(state),
        "aborted": aborted_facts(state),
        "cancelled": cancelled(state),
        "interventions": [intervention_facts(record) for record in state.interventions],
    }


def brief(state: RunState) -> dict[str, Any]:
    """An evaluation in a list of runs."""
    assert state.evaluation is not None
    return {
        "split": state.evaluation.split.value,
        "repeats": state.evaluation.repeats,
        "model": state.evaluation.model,
        "harnesses": [
            {"name": each.name, "pass_at_1": each.pass_at_1} for each in results_of(state)
        ],
    }


def _harness(results: Results, families: Families) -> dict[str, Any]:
    kinds = dict.fromkeys(families[task] for task in results.planned)
    return {
        "name": results.name,
        "tree": results.tree,
        "pass_at_1": results.pass_at_1,
        "sd": results.sd,
        "interval": list(results.interval),
        "repeats": results.repeats,
        **_totals(results.attempts),
        "planned": sum(results.planned.values()),
        "families": [_family(kind, results, families) for kind in kinds],
        "tasks": [
            {"task": task, "family": families[task], **_totals(results.tasks.get(task, []))}
            for task in results.planned
        ],
    }


def _family(kind: str, results: Results, families: Families) -> dict[str, Any]:
    own = [task for task in results.tasks if families[task] == kind]
    shares = [results.shares[task] for task in own]
    totals = _totals([each for task in own for each in results.tasks[task]])
    mean = fmean(shares) if shares else None
    return {"family": kind, "tasks": len(own), "pass_at_1": mean, **totals}


def _totals(attempts: Sequence[Rollout]) -> dict[str, Any]:
    results = [each.result for each in attempts if each.result is not None]
    outcomes = Counter(result.outcome for result in results)
    scores = [result.score for result in results if result.score is not None]
    return {
        "attempts": len(results),
        "passed": sum(map(passed, attempts)),
        "failed": outcomes[Outcome.FAILED],
        "timed_out": outcomes[Outcome.TIMED_OUT],
        "broken_retried": sum(each.broke for each in attempts),
        "mean_score": fmean(scores) if scores else None,
        "usd": usd(sum(each.cost for each in attempts)),
        "tokens": sum(result.tokens for result in results),
        "seconds": fmean(result.seconds for result in results) if results else None,
    }


def _comparison(first: Results, second: Results) -> dict[str, Any]:
    paired = compared(first, second)
    flips = [
        {"task": task, "shares": [first.shares[task], second.shares[task]]}
        for task in first.shares.keys() & second.shares.keys()
        if first.shares[task] != second.shares[task]
    ]
    return {
        "of": [first.name, second.name],
        "better": paired.better,
        "worse": paired.worse,
        "same": paired.same,
        "difference": paired.difference,
        "interval": list(paired.interval),
        "p": paired.p,
        "test": "sign test over tasks, exact, two-sided",
        "flips": sorted(flips, key=lambda flip: list(first.planned).index(flip["task"])),
    }
