"""What of a configuration decides how much a run takes."""

from dataclasses import dataclass

from saddle_engine.ports import Benchmark
from saddle_engine.types.price import Price
from saddle_engine.types.rollout import Split
from saddle_tui.models import optimizer_id, task_id
from saddle_tui.prices import price_of
from saddle_tui.settings import Settings
from saddle_tui.tasks import tasks_of


@dataclass(frozen=True)
class Plan:
    """Sizes, the policy, prices and limits."""

    train: int
    dev: int
    test: int
    minibatch: int
    epochs: int
    budget: int | None
    """Rollouts after which the policy ends the search."""
    repeats: int
    concurrency: int
    rollout_tokens: int
    """The most that any rollout may use."""
    rollout_usd: float
    prices: dict[str, Price]
    """By `task` and `optimizer`."""
    models: dict[str, str]
    limits: dict[str, float]
    shadow: int = 0
    """Rollouts that vetoed patches may take, beside the search."""

    @property
    def batches(self) -> int:
        """Mini-batches of an epoch."""
        return -(-self.train // self.minibatch)

    @property
    def iterations(self) -> int:
        """Of the whole search, unless a budget ends it."""
        return self.epochs * self.batches

    @property
    def most_rollouts(self) -> int:
        """No run orders more: every patch is checked and admitted, up to the budget and one iteration."""
        search = self.dev + self.epochs * 2 * self.train + self.iterations * self.dev
        if self.budget is not None:
            search = min(search, max(self.budget, self.dev) + 2 * self.minibatch + self.dev)
        return search + self.shadow + 2 * self.repeats * self.test


def plan_of(settings: Settings, benchmark: Benchmark) -> Plan:
    """Of a configuration and its tasks.

    Raises:
        ConfigError: a model has no name or no known price.
    """
    limits = [task.limits for task in tasks_of(settings, benchmark).values()]
    task, optimizer = settings.model.task, settings.model.optimizer
    return Plan(
        train=len(benchmark.tasks(Split.TRAIN)),
        dev=len(benchmark.tasks(Split.DEV)),
        test=len(benchmark.tasks(Split.TEST)),
        minibatch=settings.policy.minibatch,
        epochs=settings.policy.epochs,
        budget=settings.policy.rollouts,
        repeats=settings.policy.test_repeats,
        concurrency=settings.sandbox.concurrency,
        rollout_tokens=max(each.tokens for each in limits),
        rollout_usd=max(each.usd for each in limits),
        models={"task": task_id(task), "optimizer": optimizer_id(optimizer)},
        prices={"task": price_of(task, settings), "optimizer": price_of(optimizer, settings)},
        limits=settings.limits.by_name,
        shadow=settings.approval.shadow,
    )
