"""How deeply the agents looked."""

from collections.abc import Iterator

from saddle_tui.reporting.document import Block, Line, Plot, Section, Table, note, says
from saddle_tui.reporting.drawings import Chart, Dot, Series
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.work import AgentWork, IterationWork
from saddle_tui.reporting.words import left_out, many, spark

MOST_DOTS = 400
MOST_ROWS = 300


def work(facts: Facts) -> Section:
    """Tool calls and file reads, per session, per step and per iteration."""
    return Section("work", "What the agents looked at", list(_blocks(facts)))


def _blocks(facts: Facts) -> Iterator[Block]:
    found = facts.work
    if not found.agents:
        yield says("No agent has worked yet.")
        return
    head = (
        "agent",
        "sessions",
        "steps",
        "tool calls",
        "a session",
        "a step",
        "file reads",
        "a session",
        "a step",
    )
    yield Table(head, [_row(each) for each in found.agents], frozenset(range(1, 9)))
    yield note(
        "A step is one reply of the agent's model; reads are of harness files and of traces. For context: deep diagnosis added 6.2 tool calls and "
        "5.8 file reads to each iteration in the AutoSaddler paper."
    )
    if found.iterations:
        yield _plot(found.iterations)


def _row(each: AgentWork) -> Line:
    return (
        each.agent, str(each.sessions), f"{each.turns:,}", f"{each.calls:,}", f"{each.per_session(each.calls):.1f}",
        f"{each.per_step(each.calls):.2f}", f"{each.reads:,}", f"{each.per_session(each.reads):.1f}", f"{each.per_step(each.reads):.2f}",
    )  # fmt: skip


def _plot(iterations: tuple[IterationWork, ...]) -> Plot:
    step = max(1, -(-len(iterations) // MOST_DOTS))
    shown = iterations[::step]
    series = [
        Series(
            "tool calls",
            "running",
            [Dot(each.iteration, each.calls) for each in shown],
            "line",
            "circle",
        ),
        Series(
            "file reads",
            "held",
            [Dot(each.iteration, each.reads) for each in shown],
            "line",
            "diamond",
            "5 3",
        ),
    ]
    rows: list[Line] = [
        (str(each.iteration), str(each.calls), str(each.reads)) for each in iterations[:MOST_ROWS]
    ]
    table = Table(
        ("iteration", "tool calls", "file reads"), rows, frozenset({0, 1, 2}),
        left_out=left_out(len(iterations) - MOST_ROWS, "later iteration"),
    )  # fmt: skip
    count = len(iterations)
    calls, reads = sum(each.calls for each in iterations), sum(each.reads for each in iterations)
    said = f"All agents together: {calls / count:.1f} tool calls and {reads / count:.1f} file reads an iteration, over {many(count, 'iteration')}."
    return Plot("Tool calls and file reads of each iteration", said, Chart("iteration", "number", series), table, (
        spark([float(each.calls) for each in iterations]),
    ))  # fmt: skip
