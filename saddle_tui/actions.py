"""Everything that a key can do, in one registry: the key bar, the help and the key map read it."""

from dataclasses import dataclass

from saddle_tui import requests
from saddle_tui.requests import Ask
from saddle_tui.view import View

PANES, MOVING, STEERING, SCREEN = "Panes", "Moving", "Steering", "Screen"


@dataclass(frozen=True)
class Action:
    """What a key does."""

    id: str
    """Its keys are in `keymap.KEYS`."""
    title: str
    """A word or two, for the key bar."""
    help: str
    """A sentence without its full stop, for the help."""
    group: str
    ask: Ask | None = None
    """What it asks the engine for; None when it changes nothing but the screen."""
    verb: str = ""
    """Its twin on the command line, after `saddle-tui`; for those that steer."""

    @property
    def steers(self) -> bool:
        """It changes the run."""
        return self.ask is not None

    def why_not(self, view: View) -> str:
        """Why it cannot be done now; empty when it can. Not cleaned for a terminal."""
        return requests.why_not(self.ask, view) if self.ask is not None else ""


def _steer(id_: str, title: str, help_: str, ask: Ask, verb: str) -> Action:
    return Action(id_, title, help_, STEERING, ask, verb)


REGISTRY = (
    Action("rollouts", "rollouts", "rollouts: attempts at tasks, those at work first", PANES),
    Action("dag", "EvoDAG", "EvoDAG: the harnesses, and how each came to be", PANES),
    Action("trace", "trace", "trace: what the selected rollout or session says and does", PANES),
    Action("diagnosis", "diagnosis", "diagnosis: what an agent suspects, its tool calls, the files it reads", PANES),
    Action("patch", "patch", "patch: the held or selected one, with reasons and diff", PANES),
    Action("scores", "scores", "scores: seed against best, with intervals", PANES),
    Action("budget", "budget", "budget: what is spent, by limit and role", PANES),
    Action("events", "events", "events: the story of the run", PANES),
    Action("next", "next pane", "go to the next pane", MOVING),
    Action("previous", "previous pane", "go to the pane before", MOVING),
    Action("up", "up", "one line up: the row before, or earlier text", MOVING),
    Action("down", "down", "one line down: the next row, or later text", MOVING),
    Action("page_up", "page up", "a page up", MOVING),
    Action("page_down", "page down", "a page down", MOVING),
    Action("first", "first", "the first row or line", MOVING),
    Action("last", "last", "the last row or line; a trace follows what is said", MOVING),
    Action("drill", "open", "open what is selected, then give it the whole window", MOVING),
    Action("back", "back", "one step back; at last, follow what is newest", MOVING),
    _steer("approve", "approve", "let the held patch go on to its mini-batch", requests.approve,
           "steer RUN approve PATCH"),
    _steer("veto", "veto", "stop the held patch, with a reason", requests.veto,
           "steer RUN veto PATCH --reason TEXT"),
    _steer("pause", "pause", "begin nothing new; again: go on", requests.pause,
           "steer RUN pause | resume"),
    _steer("phase", "phase", "switch between capability and steering", requests.phase,
           "steer RUN phase PHASE"),
    _steer("limit", "limit", "change a limit", requests.any_limit, "steer RUN limit NAME VALUE"),
    _steer("seal", "seal", "end the search and test", requests.seal, "steer RUN seal"),
    _steer("stop", "stop", "end the engine in good order", requests.stop, "stop RUN"),
    Action("take", "take over", "get the keys that steer from another screen", SCREEN),
    Action("help", "help", "this list", SCREEN),
    Action("detach", "detach", "leave; the run goes on without its screen", SCREEN),
)  # fmt: skip
ACTIONS = {action.id: action for action in REGISTRY}
PANE_IDS = tuple(action.id for action in REGISTRY if action.group == PANES)
