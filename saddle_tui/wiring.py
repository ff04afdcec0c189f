"""Which adapter stands behind which port: the one place where an engine is put together."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from saddle_benchmarks.registry import open_benchmark
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.docker import DockerBoxes
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.adapters.none import HostFolders
from saddle_engine.adapters.runner import BoxRunner
from saddle_engine.errors import ConfigError
from saddle_engine.events import RunStarted
from saddle_engine.policies.paper import paper
from saddle_engine.policies.protocols import Policy
from saddle_engine.ports import Benchmark, Inbox, Sandboxes
from saddle_engine.stages.book import Book
from saddle_engine.stages.parts import Parts
from saddle_engine.stages.rollouts import Rollouts
from saddle_engine.stages.staging import Staging
from saddle_engine.state import RunState
from saddle_engine.types.rollout import Split
from saddle_runs.folder import RunFolder
from saddle_runs.inbox import ControlInbox
from saddle_runs.journal import RunJournal
from saddle_runs.lock import hold
from saddle_tui.models import optimizer_model, task_model
from saddle_tui.private import private_folder
from saddle_tui.settings import Settings


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

    def parts(self, book: Book) -> Parts:
        """Everything the stages need."""
        run, settings = self.state.run, self.settings
        assert run is not None
        benchmark = benchmark_of(settings, self.private)
        tasks = {task.id: task for split in Split for task in benchmark.tasks(split)}
        boxes = boxes_of(settings, run.run, self.private)
        store = GitStore(self.folder.store)
        staging = Staging(store, self.private)
        model, model_id = task_model(settings.model.task)
        optimizer, optimizer_id = optimizer_model(settings.model.optimizer)
        runner = BoxRunner(
            boxes=boxes,
            benchmark=benchmark,
            model=model,
            model_id=model_id,
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
            blobs=self.journal,
            store=store,
            staging=staging,
            boxes=boxes,
            benchmark=benchmark,
            optimizer=optimizer,
            optimizer_id=optimizer_id,
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
        before = state.engine.private if state.engine else None
        with ControlInbox(run.control) as inbox:
            yield Wired(run, settings, journal, inbox, clock, state, private_folder(before))


def _started(state: RunState) -> RunStarted:
    if state.run is None:
        raise ConfigError("the journal does not begin with RunStarted; the run was never created")
    return state.run


def benchmark_of(settings: Settings, private: Path) -> Benchmark:
    """The configured benchmark, materialised under `private` where it is generated.

    Raises:
        ConfigError: it does not exist, or its tasks or splits cannot be used.
    """
    options = settings.benchmark.model_dump(exclude={"name"})
    if settings.splits:
        options["splits"] = settings.splits
    folder = private / "benchmark"
    folder.mkdir(parents=True, exist_ok=True)
    return open_benchmark(settings.benchmark.name, options, folder)


def boxes_of(settings: Settings, run: str, private: Path) -> Sandboxes:
    """The configured isolation."""
    match settings.sandbox.kind:
        case "none":
            return HostFolders(private / "b")
        case "docker":
            return DockerBoxes(run, f"{os.getpid()}")


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


def test_cost(settings: Settings, benchmark: Benchmark) -> int:
    """Rollouts of the final test: seed and best node, every repeat."""
    return 2 * settings.policy.test_repeats * len(benchmark.tasks(Split.TEST))
