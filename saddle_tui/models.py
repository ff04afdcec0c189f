"""Models by the provider that a config names."""

from saddle_benchmarks.bundled.simulated.optimizer import Optimizer
from saddle_benchmarks.bundled.simulated.task_agent import TaskAgent
from saddle_engine.errors import ConfigError
from saddle_engine.ports import Model
from saddle_tui.keys import key_of
from saddle_tui.settings import ModelSection

TASK_ID, OPTIMIZER_ID = "simulated-task-agent", "simulated-optimizer"


def task_model(section: ModelSection) -> Model:
    """The model that the harness talks to.

    Raises:
        ConfigError: it has no key.
    """
    return TaskAgent() if section.provider == "simulated" else _anthropic(section)


def optimizer_model(section: ModelSection) -> Model:
    """The model behind our own agents.

    Raises:
        ConfigError: it has no key.
    """
    return Optimizer() if section.provider == "simulated" else _anthropic(section)


def task_id(section: ModelSection) -> str:
    """What the model of the harness is called; see `model_id`."""
    return model_id(section, "task", TASK_ID)


def optimizer_id(section: ModelSection) -> str:
    """What the model of our agents is called; see `model_id`."""
    return model_id(section, "optimizer", OPTIMIZER_ID)


def model_id(section: ModelSection, role: str, simulated: str) -> str:
    """The id under which a model is asked.

    Raises:
        ConfigError: a real model has no name.
    """
    if section.name:
        return section.name
    if section.provider == "simulated":
        return simulated
    raise ConfigError(
        f'[model.{role}] provider = "{section.provider}" needs a name, the id of a model such as '
        "claude-sonnet-5-5"
    )


def _anthropic(section: ModelSection) -> Model:
    # Here, and not above: the package takes a second to load, and most commands ask no model.
    from saddle_engine.adapters.anthropic import AnthropicModel

    return AnthropicModel(
        key=key_of(section),
        base_url=section.base_url,
        effort=section.effort,
        timeout_s=section.timeout_s,
    )
