"""What an operator should know, and the key or command that goes on; nothing while a run just works."""

from saddle_engine.events import RunPaused
from saddle_engine.types.steering import PauseMode
from saddle_tui.aborted import why_over
from saddle_tui.asking.limits import suggestion
from saddle_tui.gone import how_on, why_gone
from saddle_tui.hints import on_run
from saddle_tui.keymap import key_of
from saddle_tui.stage import held
from saddle_tui.summary import left_idle
from saddle_tui.tested import score_of
from saddle_tui.text.glyphs import DONE, HELD, PAUSED, WRONG, Sign
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View


def notices(view: View, *, steers: bool = True) -> list[tuple[Sign, SafeText]]:
    """The sentences, the most urgent first; without keys that a screen lacks that does not steer."""
    if view.trouble is not None:
        return [(WRONG, view.trouble)]
    if view.state.run is None or view.behind:
        return []
    match view.status:
        case "failed":
            return [(WRONG, clean(f"{view.state.error}; {how_on(view, steers=steers)}"))]
        case "interrupted":
            return [_interrupted(view, steers=steers)]
        case "paused":
            return [(PAUSED, _paused(view, steers=steers))]
        case "aborted":
            return [(WRONG, clean(why_over(view.state)))]
        case "done":
            return [(DONE, _done(view))]
        case _:
            return _working(view, steers=steers)


def _interrupted(view: View, *, steers: bool) -> tuple[Sign, SafeText]:
    """One that left because nobody came has lost nothing, and nothing is wrong."""
    how = how_on(view, steers=steers)
    if view.state.left is not None and left_idle(view.state, alive=view.engine.alive):
        return PAUSED, clean(f"{view.state.left.reason}, so the engine left; {how}")
    return WRONG, clean(f"interrupted: {why_gone(view)}; {how}")


def farewell(view: View) -> SafeText:
    """What to type after the screen was left."""
    run = view.folder.id
    if view.engine.alive:
        return clean(f"{run} goes on; come back with: {on_run(view.folder, 'attach')}")
    if view.status == "done":
        return clean(f"{run} is done; see: {on_run(view.folder, 'show')}")
    if over := why_over(view.state):
        return clean(over)
    return clean(f"{run} is {view.status}; {how_on(view, 'go on', steers=False)}")


def _working(view: View, *, steers: bool) -> list[tuple[Sign, SafeText]]:
    waiting = held(view)
    found = [(HELD, _held(waiting, steers=steers))] if waiting else []
    if view.engine.silent and view.engine.silent_s is not None:
        said = f"the engine has been silent for {view.engine.silent_s:.0f} s; its log: "
        found.append((WRONG, clean(f"{said}{view.folder.log}")))
    return found


def _held(waiting: list[str], *, steers: bool) -> SafeText:
    look, approve, veto = map(key_of, ("patches", "approve", "veto"))
    more = f", and {len(waiting) - 1} more" if len(waiting) > 1 else ""
    if not steers:
        return clean(f"{waiting[0]} waits for the operator{more}: {look} shows it")
    how = f"{look} shows it, then {approve} approves, {veto} vetoes"
    return clean(f"{waiting[0]} waits for you{more}: {how}")


def _paused(view: View, *, steers: bool) -> SafeText:
    paused = view.state.paused
    reached = paused is not None and paused.by in view.state.limits
    why = _why_paused(paused)
    if view.engine.alive:
        how = f"; {key_of('limit')} raises it" if reached else f"; {key_of('pause')} goes on"
        return clean(f"{why}{how if steers else ''}")
    if not reached or paused is None:
        return clean(f"{why}; {how_on(view, steers=steers)}")
    more = f"--limit {suggestion(view.state)[0]}"
    return clean(f"{why}; {how_on(view, 'raise the limit', more, steers=steers)}")


def _why_paused(paused: RunPaused | None) -> str:
    if paused is None or paused.by == "operator":
        held = paused is not None and paused.mode is PauseMode.HOLD
        return f"paused by the operator{', no call to a model begins' * held}"
    return paused.reason


def _done(view: View) -> SafeText:
    state, best = view.state, view.best
    if best is None or best not in state.tested:
        return clean(f"done; see: {on_run(view.folder, 'show')}")
    mark = " (simulated)" if view.simulated else ""
    after, before = state.tested[best], state.tested[state.seed.id]
    if best == state.seed.id:
        return clean(f"done: no patch beat the seed, test {score_of(before)}{mark}")
    gain = after.mean - before.mean
    scores = f"{score_of(before)} -> {score_of(after)}"
    said = f"done: test {scores}, seed to {best}, {gain:+.3f}{mark}"
    if gain <= 0:
        return clean(f"{said}, no gain; see: {on_run(view.folder, 'show')}")
    return clean(f"{said}; take {best} with: {on_run(view.folder, 'export', '--to DIR')}")
