"""What a run's journal says about it at large; the records of rollouts and sessions are left alone."""

from dataclasses import dataclass

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.errors import JournalError
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_engine.types.money import dollars
from saddle_runs.viewer import RunViewer
from saddle_tui.picking.heads import Head
from saddle_tui.reading import open_viewer
from saddle_tui.summary import best_node, left_idle, status
from saddle_tui.trace.subject import held_patches

MOST = 50_000
"""Records of the run itself; of longer runs nothing more is told than whether they are live."""
LONGEST = 1_000_000
"""Records of a journal whose costs are added up: they are spread over all of it."""
OF_THE_RUN = ""
"""The subject of such records."""


@dataclass(frozen=True)
class Facts:
    """Of one run; empty texts where nothing is known."""

    status: str = ""
    phase: str = ""
    iteration: int = 0
    best: str = ""
    gain: float | None = None
    """Of the best node's dev mean over the seed's."""
    spent: str = ""
    silent_s: float | None = None
    """Seconds since the last sign of life: of its engine, or in its journal."""
    waits: int = 0
    """Patches that wait for the operator."""
    host: str = ""
    """Where its last engine was. Hostile text is possible."""
    trouble: str = ""
    """Why it cannot be opened. Hostile text is possible."""


def read_facts(head: Head) -> Facts:
    """Whatever is wrong with the run is told in the facts."""
    try:
        with open_viewer(head.folder) as viewer:
            return _facts(head, viewer)
    except JournalError as error:
        return Facts(status="unreadable", trouble=str(error))
    except (ValueError, KeyError) as error:
        return Facts(status="unreadable", trouble=f"the journal contradicts itself: {error}")


def _facts(head: Head, viewer: RunViewer) -> Facts:
    state, host = RunState(), ""
    records = viewer.records(OF_THE_RUN, limit=MOST)
    if len(records) == MOST:
        return Facts(status="running" if head.alive else "long", silent_s=viewer.heartbeat_age())
    for record in records:
        state.seq = record.seq - 1  # those of rollouts and sessions are left out
        state.apply(record)
        if isinstance(record.event, ev.EngineStarted):
            host = record.event.host
    if state.run is None:
        return Facts(status="empty", trouble="it has not begun: it is still being made")
    best = best_node(state)
    gain = None
    if best is not None:
        gain = state.dag[best].dev - state.dag[NodeId("n0")].dev
    free = state.run.simulated or state.seq > LONGEST
    money = "" if free else f"{dollars(viewer.cost())}, "
    how = "idle" if left_idle(state, alive=head.alive) else status(state, alive=head.alive)
    return Facts(
        status=f"{how}{', eval' if state.evaluation else ''}",
        phase="" if state.evaluation else state.phase.value,
        iteration=len(state.iterations),
        best=f"{best} {state.dag[best].dev:.3f}" if best else "",
        gain=gain,
        spent=f"{money}{state.spent_rollouts} rollouts",
        silent_s=_silence(viewer, state.at),
        waits=len(held_patches(state)),
        host=host,
    )


def _silence(viewer: RunViewer, last: float) -> float:
    age = viewer.heartbeat_age()
    return age if age is not None else max(0.0, SystemClock().now() - last)
