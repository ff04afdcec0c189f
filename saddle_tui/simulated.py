"""What stands beside the numbers of a run whose models are simulated."""

from saddle_engine.state import RunState


def simulated(state: RunState) -> str:
    """Empty where a real model was asked."""
    return " (simulated)" if state.run is not None and state.run.simulated else ""
