"""What a run that was given up still allows: looking at it, and nothing else."""

from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState


def why_over(state: RunState) -> str:
    """That the run was aborted, by whom and why; empty when it was not. Hostile text is possible."""
    if state.aborted is None:
        return ""
    why = f": {state.aborted.reason}" if state.aborted.reason else ""
    name = state.run.name if state.run else "the run"
    still = "looked at" if state.evaluation else "looked at, exported and forked"
    return f"{name} was aborted by {state.aborted.by}{why}; it can be {still}"


def refuse_aborted(state: RunState) -> None:
    """Nobody works on an aborted run again.

    Raises:
        ConfigError: it was aborted.
    """
    if over := why_over(state):
        raise ConfigError(over)
