"""A row among the rollouts: what there is to say of a rollout, or of a session at work."""

from dataclasses import dataclass

from saddle_engine import events as ev
from saddle_engine.state import Rollout
from saddle_engine.types.base import RolloutId, SessionId
from saddle_engine.types.money import usd
from saddle_tui.recent import Recent
from saddle_tui.text.glyphs import LEFT, OUTCOMES, RUNNING, Sign
from saddle_tui.view import View

WAITS = Sign("·", "$text-muted", "wait")
ENDS, ANEW = Sign("⊘", "$text-warning", "ends"), Sign("↻", "$text-warning", "anew")
"""An operator has asked for it to be cancelled, or run anew, and that is not done yet."""


@dataclass(frozen=True)
class Attempt:
    """Everything that a list can show of it; what is not known is empty."""

    id: str
    sign: Sign
    who: str = ""
    """The harness, as people call it."""
    task: str = ""
    """The agent, of a session. Hostile text."""
    attempt: str = ""
    split: str = ""
    step: str = ""
    now: str = ""
    """What it does now, or why it ended as it did. Hostile text."""
    seconds: float | None = None
    """Since it began, or from its beginning to its end."""
    tokens: int = 0
    usd: float = 0.0

    @property
    def steps(self) -> str:
        """Where it is, or how far it came, in words."""
        if not self.step or self.sign is WAITS:
            return ""
        if self.seconds is None or self.sign in OUTCOMES.values():
            return f"{self.step} {'step' if self.step == '1' else 'steps'}"
        return f"step {self.step}"


def attempt(view: View, id_: str) -> Attempt:
    """The row of a rollout or session."""
    rollout = view.state.rollouts.get(RolloutId(id_))
    if rollout is None:
        return _session(view, SessionId(id_))
    order, result = rollout.order, rollout.result
    steps = result.steps if result else rollout.steps + rollout.open
    return Attempt(
        id_,
        sign_of(view, rollout),
        view.recent.names.get(order.tree, "seed"),
        order.task,
        str(order.attempt),
        order.split,
        str(steps) if steps else "",
        _now(view, rollout),
        result.seconds if result else age(view.recent, order.rollout, view.elapsed_s),
        result.tokens if result else rollout.tokens,
        usd(rollout.cost),
    )


def sign_of(view: View, rollout: Rollout) -> Sign:
    """How a rollout stands."""
    match view.state.wishes.rollouts.get(rollout.order.rollout):
        case ev.CancelAsked():
            return ENDS
        case ev.RequeueAsked():
            return ANEW
        case None:
            pass
    if rollout.result is not None:
        return OUTCOMES[rollout.result.outcome]
    if rollout.order.rollout in view.recent.waiting:
        return WAITS
    return RUNNING if view.engine.alive else LEFT


def age(recent: Recent, rollout: RolloutId, elapsed_s: float) -> float | None:
    """Seconds since it began; None for one that is not at work."""
    began = recent.open.get(rollout)
    return None if began is None else max(recent.began + elapsed_s - began, 0.0)


def _now(view: View, rollout: Rollout) -> str:
    if (wish := view.state.wishes.rollouts.get(rollout.order.rollout)) is not None:
        asked = "cancelled" if isinstance(wish, ev.CancelAsked) else "run anew"
        return f"is to be {asked}: {wish.reason}".removesuffix(": ")
    if rollout.result is not None:
        return rollout.result.reason
    tries = f"try {rollout.tries}" if rollout.tries > 1 else ""
    return view.live.get(rollout.order.rollout, "") or tries


def _session(view: View, session: SessionId) -> Attempt:
    sign = RUNNING if view.engine.alive else LEFT
    agent = view.state.sessions[session].started.agent
    return Attempt(session, sign, task=agent, now=view.live.get(session, ""))
