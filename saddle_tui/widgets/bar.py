"""Three lines that are always there: what the run is, what it is doing, how far it got."""

from saddle_tui.stage import stage, waiting
from saddle_tui.text.glyphs import STATUS
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit, width_of
from saddle_tui.view import View
from saddle_tui.widgets.evaluated import in_short
from saddle_tui.widgets.pane import Line, Span, spread
from saddle_tui.widgets.spending import costs, spent_rollouts, spent_usd

NAME_CELLS = 20
ROOMY = 100
"""Cells with room for numbers in marks; the name of the run comes first."""
STAGE_CELLS = 12  # of a sentence; fewer say nothing


def bar(view: View, width: int, rows: int) -> list[Line]:
    """The lines; the marks at the right end never give way."""
    if view.state.run is None:
        who = [(1, (fit(view.folder.name, NAME_CELLS), "bold"))]
        who.append((2, (clean(f" {view.folder.id}"), "$text-muted")))
        doing = _reading(view) if view.behind else stage(view)
        return [spread(who, [], width), [(fit(doing, width), "$text-muted")], []]
    return [_head(view, width), _doing(view, width), _score(view, width)]


def _head(view: View, width: int) -> Line:
    run, state, sign = view.state.run, view.state, STATUS[view.status]
    assert run is not None
    left = [
        (1, (fit(run.name, NAME_CELLS), "bold")),
        (2, (clean(f" {run.run}"), "$text-muted")),
    ]
    if not view.behind:  # how it stands is not known before the last record
        left.append((0, (clean(f"  {sign.glyph} {view.status}"), sign.style)))
    if state.evaluation:
        left.append((0, (clean(f"  EVALUATION on {state.evaluation.split}"), "bold")))
    else:
        left += [
            (0, (clean(f"  {state.phase.upper()}"), f"bold $text-{state.phase}")),
            (0, (clean(f"  it {len(state.iterations)}"), "")),
            (3, (clean(f"  policy {run.policy}"), "$text-muted")),
        ]
    marks: list[Span] = [(clean(" REPLAY "), "bold reverse")] if view.replay else []
    for each in view.lens.terminal:
        mark = each if width >= ROOMY else each.partition(":")[0]
        marks.append((clean(f" {mark} "), "reverse"))
    if run.simulated:
        marks.append((clean(" SIMULATED "), "bold reverse $text-warning"))
    if run.sandbox == "none":
        marks.append((clean(" NO SANDBOX "), "bold reverse $text-error"))
    return spread(left, marks, width)


def _doing(view: View, width: int) -> Line:
    if view.behind:
        return [(fit(_reading(view), width), "$text-muted")]
    right: Line = [
        (clean(f" {_engine(view)}"), _health(view)),
        (clean(f"  {_clock(view.elapsed_s)}"), "$text-muted"),
    ]
    room = width - sum(len(text) for text, _ in right) - 1
    waits = fit(waiting(view), room)
    spare = room - width_of(waits) - 2
    left = [(0, (fit(stage(view), room), "$text-primary"))]
    if waits:
        left = [(0, (waits, "bold $text-warning"))]
        if spare >= STAGE_CELLS:
            left.append((1, (clean(f"  {fit(stage(view), spare)}"), "$text-muted")))
    return spread(left, right, width)


def _engine(view: View) -> str:
    if view.engine.alive:
        silent = view.engine.silent and view.engine.silent_s is not None
        return f"engine silent {view.engine.silent_s:.0f} s" if silent else "engine at work"
    return "engine left" if view.state.engine is None else "engine gone"


def _health(view: View) -> str:
    if view.engine.alive:
        return "bold $text-warning" if view.engine.silent else ""
    return "$text-muted" if view.state.engine is None else "bold $text-error"


def _score(view: View, width: int) -> Line:
    state, best = view.state, view.best
    left: list[tuple[int, Span]] = [(0, (clean("no score yet"), "$text-muted"))]
    money = f" {spent_usd(state)}  " if costs(state) else ""
    right = clean(f"{money} rollouts {spent_rollouts(state)}")
    if state.evaluation:
        left = [(0, (fit(in_short(state), width - width_of(right) - 1), "bold $text-accent"))]
    elif best is not None:
        gain = state.dag[best].dev - state.seed.dev
        left = [
            (0, (clean(f"★ best {best} {state.dag[best].dev:.3f}"), "bold $text-accent")),
            (0, (clean(f"  {gain:+.3f}"), _tone(gain))),
            (1, (clean(f" over the seed's {state.seed.dev:.3f} on dev"), "")),
        ]
    tokens = sum(state.tokens.values())
    left.append((3, (clean(f"   {tokens / 1e6:.2f} M tokens"), "$text-muted")))
    return spread(left, [(right, "")], width)


def _tone(gain: float) -> str:
    return "bold $text-success" if gain > 0 else "bold $text-error" if gain < 0 else "bold"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _reading(view: View) -> str:
    of = f" of {view.length:,}" if view.length else ""
    return f"reading the journal: record {view.state.seq:,}{of}"
