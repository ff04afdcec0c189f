"""An estimate as a table for people."""

from collections.abc import Iterator
from typing import Any

NAME = 12  # columns
CELLS = {"rollouts": 14, "tokens": 18, "usd": 18, "hours": 18}
HEAD = {"rollouts": "rollouts", "tokens": "tokens", "usd": "USD", "hours": "hours"}


def lines(report: dict[str, Any]) -> Iterator[str]:
    """The report; not yet cleaned for a terminal."""
    models = report["models"]
    mark = "  SIMULATED" if report["simulated"] else ""
    yield f"task model {models['task']}, optimizer {models['optimizer']}{mark}"
    budget = (
        f", ended by the policy's budget of {report['budget']} rollouts" if report["budget"] else ""
    )
    yield f"at most {report['iterations']} iterations{budget}"
    yield "each number: low/likely/high; before and after are mini-batches of parents and of patches"
    yield ""
    yield _row("stage", HEAD)
    for stage in report["stages"]:
        yield _row(stage["stage"], _cells(stage))
    yield _row("all", _cells(report["total"]))
    yield ""
    yield _row("role", HEAD)
    for role, numbers in report["roles"].items():
        yield _row(role, _cells(numbers))
    yield ""
    yield from _assumptions(report["assumptions"])
    yield ""
    yield from _limits(report)


def _row(name: str, cells: dict[str, str]) -> str:
    return f"{name:<{NAME}}" + "".join(f"{cells[each]:>{room}}" for each, room in CELLS.items())


def _cells(numbers: dict[str, Any]) -> dict[str, str]:
    return {name: _three(name, numbers[name]) for name in CELLS}


def _three(name: str, found: dict[str, float]) -> str:
    values = list(found.values())
    if not any(values):
        return "-"
    words = [_short(name, each) for each in values]
    return words[0] if len(set(words)) == 1 else "/".join(words)


def _short(name: str, value: float) -> str:
    if name in {"usd", "hours"}:
        return f"{value:,.{0 if value >= 100 else 1 if value >= 10 else 2}f}"
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e4, "k")):
        if value >= size:
            value, name = value / (1e3 if letter == "k" else size), letter
            return f"{value:.1f}{name}" if value < 100 else f"{value:.0f}{name}"
    return f"{value:.0f}"


def _assumptions(found: dict[str, Any]) -> Iterator[str]:
    yield "assumed"
    for name, work in found.items():
        if name != "rates":
            yield from _work("a rollout" if name == "rollout" else f"a session of {name}", work)
    rates = found["rates"]
    yield f"  iterations, from {rates['source']}"
    yield f"    {_shares(rates['learns'])} have something to learn;"
    yield f"    {_shares(rates['checked'])} of those have a patch that is checked on the mini-batch;"
    yield f"    {_shares(rates['admitted'])} of those are admitted"


def _work(what: str, work: dict[str, Any]) -> Iterator[str]:
    yield f"  {what}, from {work['source']}"
    yield (
        f"    {_three('tokens', work['tokens'])} tokens, {work['output_share']:.1%} of them output, "
        f"{_shares(work['cache_read_share'])} of the input from the cache"
    )
    yield f"    {_three('usd', work['usd'])} USD, {_three('hours', work['seconds'])} seconds"


def _shares(found: dict[str, float]) -> str:
    words = [f"{share:.0%}" for share in found.values()]
    return words[0] if len(set(words)) == 1 else "/".join(words)


def _limits(report: dict[str, Any]) -> Iterator[str]:
    if not report["limits"]:
        yield "no limit is set: nothing but the policy ends the run; see [limits]"
        return
    for each in report["limits"]:
        need = _three(each["limit"], each["needed"])
        yield f"limit of {each['value']:,.10g} {each['limit']}: {each['verdict']} (needed {need})"
        if not each["covers_seed_and_test"]:
            least = _three(each["limit"], each["least"])
            yield f"  it does not cover even the seed's dev run and the test (needed {least})"
    if report["first"]:
        yield f"the limit of {report['first']} is met first; the run pauses there and can go on"
    else:
        yield "no limit is likely to be met"
