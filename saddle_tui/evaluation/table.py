"""An evaluation as a table for people."""

from collections.abc import Iterator
from typing import Any

from saddle_tui.spent import spent_lines

NAME = 28  # cells
FIELDS = "pass@1  attempts  passed  score   usd/run    s/run"
UNLIKELY = 0.05


def lines(report: dict[str, Any]) -> Iterator[str]:
    """The report, harness by harness, then the comparison; not yet cleaned for a terminal."""
    marks = [f"sandbox {report['sandbox']}"]
    marks += ["SIMULATED"] * report["simulated"] + ["UNSANDBOXED"] * (report["sandbox"] == "none")
    yield f"{report['name']} ({report['run']})  {report['status']}  {', '.join(marks)}"
    if report["error"]:
        yield f"error: {report['error']}"
    done, planned = report["rollouts"]["done"], report["rollouts"]["planned"]
    open_ = "" if done == planned else f", {done} of {planned} rollouts so far"
    yield (
        f"evaluation on {report['split']}, {report['repeats']} attempts a task, model "
        f"{report['model']}, seed {report['random_seed']}{open_}"
    )
    yield from spent_lines(report)
    for harness in report["harnesses"]:
        yield ""
        yield from _harness(harness, simulated=report["simulated"])
    if report["comparison"]:
        yield ""
        yield from _comparison(report["comparison"], simulated=report["simulated"])


def _harness(harness: dict[str, Any], *, simulated: bool) -> Iterator[str]:
    mark = " (simulated)" if simulated else ""
    if harness["pass_at_1"] is None:
        yield f"{harness['name']}: no attempt is finished yet"
        return
    low, high = harness["interval"]
    spread = "" if harness["sd"] is None else f" ± {100 * harness['sd']:.1f}"
    repeats = ", ".join(f"{100 * each:.1f}" for each in harness["repeats"])
    yield f"{harness['name']}: Pass@1 {100 * harness['pass_at_1']:.1f}%{spread}{mark}"
    yield f"  95% interval for tasks like these {100 * low:.1f}% to {100 * high:.1f}% (Wilson)"
    if len(harness["repeats"]) > 1:
        yield f"  by repeat: {repeats} (± is their sample standard deviation)"
    yield f"  outcomes: {_outcomes(harness)}"
    yield f"  {'family':<{NAME}}{FIELDS}"
    for family in harness["families"]:
        yield _row(f"{family['family'] or '-'} ({family['tasks']})", family)
    yield f"  {'task':<{NAME}}{FIELDS}"
    for task in harness["tasks"]:
        yield _row(task["task"], task)
    yield _row("all", harness)


def _outcomes(totals: dict[str, Any]) -> str:
    counts = [
        f"{totals[kind]} {kind.replace('_', ' ')}" for kind in ("passed", "failed", "timed_out")
    ]
    broken = totals["broken_retried"]
    return ", ".join(counts) + (f"; {broken} broken tries were run again" if broken else "")


def _row(name: str, totals: dict[str, Any]) -> str:
    if not totals["attempts"]:
        return f"  {name:<{NAME}}{'-':>6}"
    attempts = totals["attempts"]
    share = totals.get("pass_at_1", totals["passed"] / attempts)
    return (
        f"  {name[: NAME - 1]:<{NAME}}{100 * share:5.1f}%{attempts:>10}{totals['passed']:>8}"
        f"{totals['mean_score']:>7.2f}{totals['usd'] / attempts:>11.4f}{totals['seconds']:>8.1f}"
    )


def _comparison(found: dict[str, Any], *, simulated: bool) -> Iterator[str]:
    first, second = found["of"]
    low, high = found["interval"]
    mark = " (simulated)" if simulated else ""
    yield f"{first} against {second}, task by task{mark}"
    yield (
        f"  {100 * found['difference']:+.1f} points of Pass@1; 95% interval for tasks like these "
        f"{100 * low:+.1f} to {100 * high:+.1f}"
    )
    yield f"  better on {found['better']}, worse on {found['worse']}, same on {found['same']}"
    yield f"  sign test: p = {found['p']:.3f}, {_said(found)}"
    for flip in found["flips"]:
        before, after = flip["shares"][1], flip["shares"][0]
        word = "better" if after > before else "worse"
        yield f"    {word:<7}{flip['task']:<{NAME}}{before:.2f} -> {after:.2f}"


def _said(found: dict[str, Any]) -> str:
    if found["p"] >= UNLIKELY:
        return "which chance alone explains as well: no difference is shown"
    better = found["better"] > found["worse"]
    return f"which chance alone would seldom bring about: {'better' if better else 'worse'}"
