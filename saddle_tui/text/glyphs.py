"""Signs, styles and words for states, in one table: a glyph and a word always tell, a colour only helps."""

from typing import NamedTuple

from saddle_engine.types.rollout import Outcome


class Sign(NamedTuple):
    """How a state looks."""

    glyph: str
    style: str
    word: str


RUNNING = Sign("▶", "$text-primary", "run")
LEFT = Sign("·", "$text-muted", "left")
HELD = Sign("⚑", "bold $text-warning", "held")
BEST = Sign("★", "bold $text-accent", "best")
MERGE = Sign("◆", "$text-success", "merge")
NODE = Sign("●", "$text-success", "node")
DONE = Sign("✓", "bold $text-success", "done")
WRONG = Sign("✗", "bold $text-error", "failed")
PAUSED = Sign("‖", "bold $text-warning", "paused")

OUTCOMES = {
    Outcome.PASSED: Sign("✓", "$text-success", "pass"),
    Outcome.FAILED: Sign("✗", "$text-error", "fail"),
    Outcome.TIMED_OUT: Sign("✗", "$text-error", "time"),
    Outcome.BROKEN: Sign("!", "$text-error", "broke"),
    Outcome.CANCELLED: Sign("·", "$text-muted", "stop"),
}
STATUS = {
    "running": RUNNING,
    "testing": RUNNING,
    "paused": PAUSED,
    "done": DONE,
    "failed": WRONG,
    "interrupted": WRONG,
    "aborted": WRONG,
}
