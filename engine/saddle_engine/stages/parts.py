"""What the stages of one engine share."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.policies.protocols import Policy
from saddle_engine.ports import Blobs, Calls, HarnessStore, Sandboxes
from saddle_engine.stages.book import Book
from saddle_engine.stages.halting import Halts
from saddle_engine.stages.rollouts import Rollouts
from saddle_engine.stages.staging import Staging
from saddle_engine.state import RunState
from saddle_engine.types.base import TaskId
from saddle_engine.types.rollout import Split, Task
from saddle_engine.types.steering import Hold


@dataclass(frozen=True)
class Parts:
    """The wired engine: ports, policy and what is fixed for the whole run."""

    book: Book
    halts: Halts
    blobs: Blobs
    store: HarnessStore
    staging: Staging
    boxes: Sandboxes
    calls: Calls
    """Of our own agents."""
    optimizer_id: str
    policy: Policy
    rollouts: Rollouts
    tasks: Mapping[TaskId, Task]
    private: Path
    """The engine's own folder: staged trees, sessions."""
    seed: int
    hold: Hold
    check_image: str

    @property
    def state(self) -> RunState:
        """The run as folded so far."""
        return self.book.state

    def split(self, split: Split) -> list[Task]:
        """Tasks of a split in the benchmark's order."""
        return [task for task in self.tasks.values() if task.split is split]
