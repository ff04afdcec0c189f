"""An action: what it is called, what it does, and why it cannot be done now."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from saddle_tui import requests
from saddle_tui.requests import Ask
from saddle_tui.view import View

if TYPE_CHECKING:
    from saddle_tui.screens.main import MainScreen

SCREENS, REPLAYING, MOVING, LOOKING, STEERING, PATCHES, TRIAGE, PROGRAM = (
    "Screens",
    "Replay",
    "Moving",
    "Looking",
    "Steering the run",
    "Deciding on patches",
    "Taking patches home",
    "Program",
)
"""Groups, in the order of the help."""
NOUNS = {
    SCREENS: "screen",
    REPLAYING: "replay",
    MOVING: "move",
    LOOKING: "view",
    STEERING: "run",
    PATCHES: "patch",
    TRIAGE: "triage",
    PROGRAM: "program",
}
"""What the actions of a group are about, for the palette."""

Do = Callable[["MainScreen", View], None]
DoWith = Callable[["MainScreen", View, str], None]


def always(view: View) -> str:
    """Nothing speaks against it."""
    return ""


@dataclass(frozen=True)
class Action:
    """What a key does. Its keys are in `keymap.KEYS`."""

    id: str
    title: str
    """A word or two, for the key bar."""
    help: str
    """A sentence without its full stop, for the help and the palette."""
    group: str
    do: Do
    """What it does when it changes nothing but the screen, or asks the operator first."""
    where: tuple[str, ...] = ()
    """Ids of the screens and panes where its keys work; everywhere when empty."""
    can: Callable[[View], str] = always
    """Why it cannot be done now; empty when it can. Hostile text is possible."""
    ask: Ask | None = None
    """What it asks the engine for; None when it changes nothing but the screen."""
    verb: str = ""
    """Its twin on the command line, after `saddle-tui`; for those that steer."""
    takes: str = ""
    """What may follow its name on the command line of the screen, such as `NODE`; empty for nothing."""
    do_with: DoWith | None = None
    """What it does with that."""
    only: Literal["", "live", "replay"] = ""
    """The only kind of screen that has it. What steers, and what decides on patches, no replay has."""

    @property
    def name(self) -> str:
        """Noun and verb, for the palette: `run: pause`."""
        about = self.takes.partition("|")[0].lower()
        noun = about if about in ("node", "rollout") else NOUNS[self.group]
        return f"{noun}: {self.title}"

    @property
    def steers(self) -> bool:
        """It changes the run."""
        return self.ask is not None

    def there(self, *, replay: bool) -> bool:
        """Whether a screen has it at all."""
        changes = self.steers or self.group == TRIAGE
        return not (replay and changes) and self.only != ("live" if replay else "replay")

    def why_not(self, view: View) -> str:
        """Why it cannot be done now; empty when it can. Not cleaned for a terminal."""
        return self.can(view) or (requests.why_not(self.ask, view) if self.ask else "")
