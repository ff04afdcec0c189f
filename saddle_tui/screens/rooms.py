"""The screens: which panes each has, in the order of its Tab key; `rooms.tcss` lays them out."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    """One of the screens that a number key leads to."""

    id: str
    """Also the action that goes there."""
    panes: tuple[str, ...]
    """Ids of contents; the first one has the focus at first."""
    dashboard: tuple[str, ...] = ()
    """The same panes in their order where the window has room for all of them; empty for no other."""

    @property
    def title(self) -> str:
        """As people read it."""
        return {"dag": "EvoDAG"}.get(self.id, self.id.capitalize())


ROOMS = {
    room.id: room
    for room in (
        Room(
            "live",
            ("rollouts", "dag", "trace", "diagnosis", "scores", "budget", "patches", "events"),
            ("rollouts", "trace", "dag", "scores", "diagnosis", "patches", "events", "budget"),
        ),
        Room("dag", ("dag", "node", "curves", "compare")),
        Room("rollouts", ("rollouts", "trace", "difference")),
        Room("diagnosis", ("diagnoses", "diagnosis", "files")),
        Room("patches", ("patches", "patch", "difference")),
        Room("scores", ("curves", "families", "heatmap", "buckets", "tasks")),
        Room("log", ("log",)),
        Room("triage", ("queue", "evidence", "patch", "difference", "composed")),
    )
}  # fmt: skip

OPENS = {
    ("live", "rollouts"): ("rollouts", "trace"),
    ("live", "trace"): ("rollouts", "trace"),
    ("live", "dag"): ("dag", "node"),
    ("live", "diagnosis"): ("diagnosis", "diagnosis"),
    ("live", "patches"): ("patches", "patch"),
    ("live", "scores"): ("scores", "curves"),
    ("live", "events"): ("log", "log"),
    ("dag", "dag"): ("dag", "node"),
    ("dag", "node"): ("patches", "patch"),
    ("dag", "curves"): ("scores", "curves"),
    ("rollouts", "rollouts"): ("rollouts", "trace"),
    ("diagnosis", "diagnoses"): ("diagnosis", "diagnosis"),
    ("diagnosis", "diagnosis"): ("rollouts", "trace"),
    ("patches", "patches"): ("patches", "patch"),
    ("triage", "queue"): ("triage", "evidence"),
}
"""Where Enter leads, by screen and pane; elsewhere the pane gets the whole window."""
