"""What each pane of the first screen says, as lines of styled text."""

from collections.abc import Mapping, Sequence

from saddle_engine.state import Rollout, RunState
from saddle_engine.types.base import NodeId
from saddle_engine.types.rollout import Outcome
from saddle_tui.rail import rail
from saddle_tui.summary import best_node, status
from saddle_tui.text.safe import SafeText, clean, fit
from saddle_tui.widgets.pane import Line, Span

GLYPHS = {
    Outcome.PASSED: ("✓", "$text-success", "pass"),
    Outcome.FAILED: ("✗", "$text-error", "fail"),
    Outcome.TIMED_OUT: ("✗", "$text-error", "time"),
    Outcome.BROKEN: ("!", "$text-error", "broke"),
    Outcome.CANCELLED: ("·", "$text-muted", "stop"),
}
STATUS = {
    "running": ("▶", "$text-accent"),
    "testing": ("▶", "$text-accent"),
    "paused": ("‖", "$text-warning"),
    "done": ("✓", "$text-success"),
    "failed": ("✗", "$text-error"),
    "interrupted": ("✗", "$text-error"),
}
NOTHING: list[Line] = [[(clean("waiting for the first record"), "$text-muted")]]


def bar(state: RunState, alive: bool) -> list[Line]:
    """Two lines: what the run is and where it stands; how far it got."""
    run = state.run
    if run is None:
        return NOTHING
    word = status(state) if alive or state.engine is None else "interrupted"
    glyph, style = STATUS[word]
    first: list[Span] = [
        (clean(f" {run.name} {run.run}  "), "bold"),
        (clean(f"{glyph} {word}  "), f"bold {style}"),
        (clean(f"{state.phase.upper()} it {len(state.iterations)}  "), ""),
    ]
    if run.simulated:
        first.append((clean("SIMULATED  "), "bold $text-warning"))
    if run.sandbox == "none":
        first.append((clean("NO SANDBOX"), "bold $text-error"))
    return [first, [(clean(f" {_progress(state)}"), "")]]


def _progress(state: RunState) -> str:
    limit = state.limits.get("rollouts")
    of = f" of {limit:g}" if limit else ""
    open_ = sum(rollout.open for rollout in state.rollouts.values())
    tokens = sum(state.tokens.values())
    return (
        f"rollouts {state.spent_rollouts}{of}, {open_} open   nodes {len(state.dag)}   "
        f"patches {len(state.patches)}   {tokens / 1e6:.2f} M tokens   0.00 USD"
    )


def rollouts(state: RunState, live: Mapping[str, str], width: int, rows: int) -> list[Line]:
    """Open rollouts with their last words, then the newest finished ones."""
    open_ = [rollout for rollout in state.rollouts.values() if rollout.open]
    done = [rollout for rollout in state.rollouts.values() if rollout.result][-rows:]
    shown = [*open_, *reversed(done)][: max(rows, 1)]
    return [_rollout(rollout, live, width) for rollout in shown]


def _rollout(rollout: Rollout, live: Mapping[str, str], width: int) -> Line:
    order, result = rollout.order, rollout.result
    head = f"{order.rollout:<5}{order.split:<6}{order.task}"
    if result is None:
        said = live.get(order.rollout, "")
        return [
            (clean("▶ "), "$text-accent"),
            (fit(f"{head} step {rollout.steps} {said}", width - 2), ""),
        ]
    glyph, style, word = GLYPHS[result.outcome]
    tail = f" {result.reason}" if result.reason else ""
    return [
        (clean(f"{glyph} {word:<5} "), style),
        (fit(f"{head} {result.steps} steps{tail}", width - 8), ""),
    ]


def dag(state: RunState, width: int, rows: int) -> list[Line]:
    """The newest part of the rail that fits."""
    return [
        [
            (clean(row.rails), "$text-muted"),
            _glyph(row.node, row.best, row.merge),
            (fit(row.label, width - len(row.rails) - 2), "bold" if row.best else ""),
        ]
        for row in rail(state, best_node(state))[-max(rows, 1) :]
    ]


def _glyph(node: NodeId | None, best: bool, merge: bool) -> Span:
    if node is None:
        return SafeText(""), ""
    return clean(
        "★ " if best else "◆ " if merge else "● "
    ), "$text-warning" if best else "$text-success"


def scores(state: RunState) -> list[Line]:
    """Seed against best node."""
    best = best_node(state)
    if best is None:
        return [[(clean("the seed runs on dev"), "$text-muted")]]
    mark = "simulated" if state.run and state.run.simulated else ""
    lines: list[Line] = [[(clean(f"{'':<6}{'node':<6}{'dev':<7}test"), "$text-muted")]]
    for role, node in (("seed", NodeId("n0")), ("best", best)):
        tested = state.tested.get(node)
        test = f"{tested.mean:.3f} ±{tested.sd:.3f}" if tested else "-"
        text = f"{role:<6}{node:<6}{state.dag[node].dev:<7.3f}{test}"
        lines.append([(clean(text), "bold" if role == "best" else "")])
    gain = state.dag[best].dev - state.seed.dev
    lines.append([(clean(f"gain on dev {gain:+.3f}  {mark}"), "$text-muted")])
    return lines


def events(lines: Sequence[SafeText], width: int, rows: int) -> list[Line]:
    """The newest events, the last one at the bottom."""
    newest = list(lines)[-max(rows, 1) :]
    return [[(fit(text, width), "")] for text in newest]
