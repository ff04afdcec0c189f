"""The simulated task agent: a model that works on tasks as well as its harness lets it.

It sees one request at a time and nothing else. What it knows is in the messages; what it decided
earlier shows in what it did. Where a weaker or better harness makes a real model fail more or less
often, it throws a coin whose weight depends on what the harness says (rates.py).
"""

from saddle_benchmarks.bundled.simulated.task_agent.agent import TaskAgent

__all__ = ["TaskAgent"]
