"""Which adapter stands behind which port: the one place where an engine is put together."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.docker import DockerBoxes
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.adapters.none import HostFolders
from saddle_engine.adapters.processes import owner_mark
from saddle_engine.adapters.runner import BoxRunner
from saddle_engine.errors import ConfigError
from saddle_engine.events import RunStarted
from saddle_engine.policies.paper import paper
from saddle_engine.policies.protocols import Policy
from saddle_engine.ports import Inbox, Sandboxes
from saddle_engine.stages.book import Book
from saddle_engine.stages.halting import Halts
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.rollouts import Rollouts
from saddle_engine.stages.staging import Staging
from saddle_engine.state import RunState
from saddle_engine.types.rollout import Split
from saddle_runs.database import create
from saddle_runs.folder import RunFolder
from saddle_runs.inbox import ControlInbox
from saddle_runs.journal import RunJournal
from saddle_runs.lock import hold
from saddle_runs.schemas import CONTROL
from saddle_tui.paying import paid_calls
from saddle_tui.private import BOXES, private_folder
from saddle_tui.settings import Settings
from saddle_tui.tasks import benchmark_of, check_unchanged, tasks_of


@dataclass(frozen=True)
class Wired:
    """A run that this process owns."""

    folder: RunFolder
    settings: Settings
    journal: RunJournal
    inbox: Inbox
    clock: SystemClock
    state: RunState
    private: Path

    def parts(self, book: Book, *, waits: bool) -> Parts:
        """Everything the stages need; `waits` for an operator where the run pauses itself.

        Raises:
            ConfigError: the tasks cannot be used, or are not those that the run began with.
        """
        run, settings = _started(self.state), self.settings
        benchmark = benchmark_of(settings, self.private)
        check_unchanged(benchmark, run)
        tasks = tasks_of(settings, benchmark)
        boxes = boxes_of(settings, run.run, self.private)
        store = GitStore(self.folder.store)
        staging = Staging(store, self.private)
        halts = Halts(book, waits=waits)
        calls, agents = paid_calls(settings, book, self.journal, halts, self.clock)
        runner = BoxRunner(
            boxes=boxes,
            benchmark=benchmark,
            calls=calls,
            model_id=calls.model_id,
            effort=settings.model.task.effort,
            tasks=tasks,
            stage=staging.folder,
            sockets=self.private / "s",
            run_seed=run.seed,
            clock=self.clock,
            show=book.show,
            image=settings.sandbox.image,
            bytecode=self.private / "bytecode" if boxes.name == "none" else None,
        )
        return Parts(
            book=book,
            halts=halts,
            blobs=self.journal,
            store=store,
            staging=staging,
            boxes=boxes,
            calls=agents,
            optimizer_id=agents.model_id,
            policy=policy_of(settings, run.tasks[Split.TRAIN]),
            rollouts=Rollouts(book, self.journal, runner, settings.sandbox.concurrency),
            tasks=tasks,
            private=self.private,
            seed=run.seed,
            hold=settings.hold,
            check_image=settings.sandbox.image,
        )


@contextmanager
def wire(run: RunFolder) -> Iterator[Wired]:
    """Lock and open a run for work.

    Raises:
        RunLocked: another engine owns it.
        JournalError: its database cannot be used.
    """
    clock = SystemClock()
    with hold(run.lock, clock), RunJournal(run.database, clock) as journal:
        state = RunState().fold(journal.read())
        settings = Settings.model_validate_json(journal.get(_started(state).config))
        if not run.control.exists():  # nothing in it is needed to go on
            create(run.control, CONTROL)
        with (
            ControlInbox(run.control) as inbox,
            private_folder(state.private, run.id) as private,
        ):
            yield Wired(run, settings, journal, inbox, clock, state, private)


def _started(state: RunState) -> RunStarted:
    if state.run is None:
        raise ConfigError("the journal does not begin with RunStarted; the run was never created")
    return state.run


def boxes_of(settings: Settings, run: str, private: Path) -> Sandboxes:
    """The configured isolation."""
    match settings.sandbox.kind:
        case "none":
            return HostFolders(private / BOXES)
        case "docker":
            return DockerBoxes(run, owner_mark())


def policy_of(settings: Settings, train: int) -> Policy:
    """The configured policy for a train split of that size."""
    options = settings.policy
    return paper(
        train,
        minibatch=options.minibatch,
        epochs=options.epochs,
        rollouts=options.rollouts,
        test_repeats=options.test_repeats,
    )
