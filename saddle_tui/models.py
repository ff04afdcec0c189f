"""Models by the provider that a config names."""

from saddle_benchmarks.bundled.simulated.optimizer import Optimizer
from saddle_benchmarks.bundled.simulated.task_agent import TaskAgent
from saddle_engine.ports import Model
from saddle_tui.settings import ModelSection

TASK_ID, OPTIMIZER_ID = "simulated-task-agent", "simulated-optimizer"


def task_model(section: ModelSection) -> tuple[Model, str]:
    """The model that the harness talks to, and its id."""
    match section.provider:
        case "simulated":
            return TaskAgent(), section.name or TASK_ID


def optimizer_model(section: ModelSection) -> tuple[Model, str]:
    """The model behind our own agents, and its id."""
    match section.provider:
        case "simulated":
            return Optimizer(), section.name or OPTIMIZER_ID
