"""The simulated optimizer: a model that reads traces and sources, and writes real patches.

It sees what a real model would see, the request, and it errs about as often: half of its patches
are right, a quarter are without effect, a quarter do harm.
"""

from saddle_benchmarks.bundled.simulated.optimizer.model import Optimizer

__all__ = ["Optimizer"]
