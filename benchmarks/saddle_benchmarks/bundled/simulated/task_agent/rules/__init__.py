"""Which of the rules that the agent knows a text states, however it words them."""

from saddle_benchmarks.bundled.simulated.task_agent.rules.reader import stated

__all__ = ["stated"]
