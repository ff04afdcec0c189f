"""Which run it is, how it stands, and what it took."""

from dataclasses import dataclass

from saddle_engine.types.money import usd
from saddle_tui.reporting.material import Material


@dataclass(frozen=True)
class Head:
    """Of a run; texts may be hostile."""

    run: str
    name: str
    kind: str
    """`search` or `eval`."""
    status: str
    over: bool
    """Nothing will be added to it."""
    error: str
    simulated: bool
    sandbox: str
    policy: str
    harness: str
    models: dict[str, str]
    """By role: who plays it."""
    seed: int
    version: str
    forked_from: str
    began_at: float
    """Seconds since 1970."""
    last_at: float
    worked_s: float
    """In which an engine was at work and not paused."""
    records: int
    tasks: dict[str, int]
    """By split."""
    iterations: int
    """That came to their end."""
    nodes: int
    patches: int
    rollouts: int
    sessions: int
    usd: float
    tokens: int
    seed_node: str | None
    best_node: str | None


def head(material: Material) -> Head:
    """From the run's beginning and what has come of it."""
    view, state = material.view, material.view.state
    run = state.run
    assert run is not None
    return Head(
        run=run.run,
        name=run.name,
        kind="eval" if state.evaluation else "search",
        status=view.status,
        over=view.status in {"done", "aborted"},
        error=state.error,
        simulated=run.simulated,
        sandbox=run.sandbox,
        policy=run.policy,
        harness=run.harness,
        models=_models(material),
        seed=run.seed,
        version=run.version,
        forked_from=run.forked_from,
        began_at=material.ledger.first_at,
        last_at=state.at,
        worked_s=state.worked_s,
        records=state.seq,
        tasks={split.value: count for split, count in run.tasks.items() if count},
        iterations=sum(each.outcome is not None for each in state.iterations.values()),
        nodes=len(state.dag),
        patches=len(state.patches),
        rollouts=state.spent_rollouts,
        sessions=len(state.sessions),
        usd=usd(state.books.spent),
        tokens=sum(state.tokens.values()),
        seed_node="n0" if len(state.dag) else None,
        best_node=view.best,
    )


def _models(material: Material) -> dict[str, str]:
    """As the configuration names them; a simulated one has no name of its own."""
    told = material.config.get("model")
    found: dict[str, str] = {}
    for role, section in told.items() if isinstance(told, dict) else ():
        if isinstance(section, dict):
            name = section.get("name") or ""
            provider = str(section.get("provider", ""))
            found[str(role)] = f"{provider} {name}".strip()
    if evaluation := material.view.state.evaluation:
        found = {"task": found.get("task", evaluation.model)}
    return found
