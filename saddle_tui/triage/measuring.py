"""How a run measured its patches, in Markdown: what a score is worth cannot be told without it."""

from collections.abc import Iterator

from pydantic import ValidationError

from saddle_engine.errors import JournalError
from saddle_engine.types.money import usd
from saddle_tui.settings import ModelSection, Settings
from saddle_tui.simulated import simulated
from saddle_tui.tested import runs, score_of
from saddle_tui.text.markdown import md
from saddle_tui.triage.desk import Desk


def measuring(desk: Desk) -> Iterator[str]:
    """Policy, tasks, models, boxes, what was spent, and the test."""
    state, run = desk.state, desk.state.run
    assert run is not None
    mark = simulated(state)
    tasks = ", ".join(f"{count} {split}" for split, count in run.tasks.items())
    unit = " (simulated models are free)" if run.simulated else ""
    yield "## How it was measured"
    yield ""
    yield f"- Policy {md(run.policy)}, of saddle-tui {md(run.version)}; tasks: {tasks}."
    yield f"- Models: {md(_models(desk))}."
    yield f"- Boxes: {md(run.sandbox)}."
    yield f"- Spent by the whole run: {state.spent_rollouts} rollouts, {usd(state.books.spent):.2f} USD{unit}."
    for node, found in state.tested.items():
        yield f"- Test: {node} {score_of(found)} over {runs(found)} of the test split{mark}."
    if not state.tested:
        yield "- Test: not run."


def _models(desk: Desk) -> str:
    assert desk.state.run is not None
    try:
        settings = Settings.model_validate_json(desk.viewer.blob(desk.state.run.config))
    except (JournalError, ValidationError):
        return "not on record"
    task, optimizer = map(_named, (settings.model.task, settings.model.optimizer))
    return f"{task} for the agent, {optimizer} for the optimizer"


def _named(model: ModelSection) -> str:
    return "simulated" if model.provider == "simulated" else (model.name or model.provider)
