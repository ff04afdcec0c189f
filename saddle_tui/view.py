"""What the panes show: a run's state as it stands, and how its engine is."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId, PatchId, SessionId
from saddle_runs.folder import RunFolder
from saddle_tui.comparing.known import Neighbours, NoOthers
from saddle_tui.deciding.shown import Triage
from saddle_tui.lens import Lens
from saddle_tui.recent import Recent
from saddle_tui.replaying.replay import Replay
from saddle_tui.shelf import Books, EmptyShelf
from saddle_tui.story import Told
from saddle_tui.summary import best_node, status
from saddle_tui.tally import Tally
from saddle_tui.text.safe import SafeText
from saddle_tui.trace.hunt import Hunt
from saddle_tui.trace.log_window import Rows
from saddle_tui.trace.patch_text import PatchText
from saddle_tui.trace.subject import node_of, session_of, shown_patch, subject_of
from saddle_tui.trace.transcript import Transcript
from saddle_tui.trace.work import Work

SILENT_S = 5.0  # a live engine gives a sign every second


@dataclass(frozen=True)
class Engine:
    """How the engine of a run is."""

    alive: bool = True
    silent_s: float | None = 0.0
    """Seconds since its last sign of life; None when it left in good order."""
    words: str = ""
    """What one that is gone wrote last; hostile text."""
    cause: str = ""
    """How one that is gone came to its end; empty where that is not known."""

    @property
    def silent(self) -> bool:
        """It is there and has not been heard of for too long."""
        return self.alive and self.silent_s is not None and self.silent_s > SILENT_S


@dataclass(frozen=True)
class View:
    """One moment of a run; panes are functions of it."""

    folder: RunFolder
    state: RunState
    recent: Recent
    live: Mapping[str, str]
    """Last words of open rollouts; hostile text."""
    told: Sequence[Told]
    engine: Engine
    elapsed_s: float
    behind: bool = False
    """The journal is still being read."""
    length: int = 0
    """Records of the journal; known while it is being read."""
    trouble: SafeText | None = None
    """Why the journal cannot be read."""
    selected: str = ""
    """A rollout, session, patch or node by its id; empty follows the newest activity."""
    trace: Transcript = field(default_factory=Transcript)
    """What the selected rollout or session said and did; may lag behind the selection for a moment."""
    scroll: int = 0
    """Lines back from the end of the trace."""
    following: bool = True
    """What is new in the trace is shown as it comes."""
    unread: int = 0
    """Records that came to the trace since it was last followed."""
    hunt: Hunt | None = None
    """What is looked for in the trace, or was last."""
    patch_text: PatchText | None = None
    """Proposal and diff of the patch that is shown; may lag behind for a moment."""
    old_work: Work | None = None
    """Of a selected session that is too old for `recent`."""
    tally: Tally = field(default_factory=Tally)
    """Scores by harness and task."""
    shelf: Books = field(default_factory=EmptyShelf)
    """Texts and recordings of the journal that have been read, or are being read."""
    others: Neighbours = field(default_factory=NoOthers)
    """Other runs, to compare nodes with."""
    triage: Triage = field(default_factory=Triage)
    """Decisions on patches that are kept beside the run."""
    lens: Lens = field(default_factory=Lens)
    """How the operator looks at it."""
    log: Rows = field(default_factory=Rows)
    """The part of the log that is looked at."""
    replay: Replay | None = None
    """Where in its past the run is shown; None as it stands now."""

    @cached_property
    def subject(self) -> str:
        """The rollout or session that is looked at; empty before there is any."""
        return subject_of(self.selected, self.state, self.recent)

    @cached_property
    def patch(self) -> PatchId | None:
        """The patch that is looked at: the selected, the held, or the newest one."""
        return shown_patch(self.selected, self.state)

    @cached_property
    def node(self) -> NodeId | None:
        """The node that is looked at: the selected one, itself or by its patch or rollout; else the best."""
        return node_of(self.selected, self.state) or self.best

    @cached_property
    def session(self) -> SessionId | None:
        """The session that is looked at: the selected one, the one at work, or the last."""
        return session_of(self.selected, self.state, self.recent)

    @property
    def work(self) -> Work | None:
        """What that session has done; None while it is being read."""
        if self.session is None:
            return None
        old = self.old_work
        kept = old if old is not None and old.session == self.session else None
        return self.recent.work.get(self.session, kept)

    @property
    def status(self) -> str:
        """The run's status; `interrupted` when work is left and no engine is on it."""
        return status(self.state, alive=self.engine.alive)

    @cached_property
    def best(self) -> NodeId | None:
        """The node that leads, or was chosen."""
        return best_node(self.state)

    @property
    def simulated(self) -> bool:
        """All numbers come from a simulated model."""
        return self.state.run is not None and self.state.run.simulated
