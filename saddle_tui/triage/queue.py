"""The patches of a run as a queue, for people and for scripts. Hostile text is possible."""

import textwrap
from collections.abc import Iterator
from typing import Any

from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId
from saddle_engine.types.money import dollars, usd
from saddle_runs.decisions import Choice, Decision, Edited
from saddle_tui.hints import on_run
from saddle_tui.liveness import engine_alive
from saddle_tui.simulated import simulated
from saddle_tui.triage.desk import Desk
from saddle_tui.triage.facts import PatchFacts, no_choice

UNBROKEN = 1_000_000
"""No line is so long."""
BEST = 2
"""Patches that are named as an example."""
SIGNS = {Choice.OPEN: "open", Choice.CHOSEN: "chosen", Choice.LEFT: "left out"}


def queue_facts(desk: Desk) -> dict[str, Any]:
    """The object of `triage --list --json`: all patches in the order of the run."""
    run, decisions = desk.state.run, desk.decisions
    assert run is not None
    patches = [desk.facts(patch) for patch in desk.state.patches.values()]
    return {
        "run": run.run,
        "name": run.name,
        "simulated": run.simulated,
        "goes_on": goes_on(desk),
        "chosen": list(decisions.chosen),
        "patches": [_facts(each, decisions[each.id]) for each in patches],
    }


def queue_lines(desk: Desk, width: int = UNBROKEN) -> Iterator[str]:
    """The same for people, in lines of at most so many letters where there are blanks to break them at."""
    run, decisions = desk.state.run, desk.decisions
    assert run is not None
    order = ", ".join(decisions.chosen) or "none"
    simulated = "  SIMULATED" if run.simulated else ""
    yield f"{run.name} ({run.run})  {len(desk.state.patches)} patches, chosen: {order}{simulated}"
    if goes_on(desk):
        yield GOES_ON
    for patch in desk.state.patches.values():
        yield ""
        for line in _lines(desk.facts(patch), decisions[patch.proposed.patch], run.simulated):
            yield from textwrap.wrap(line, width, subsequent_indent=" " * 5) or [""]
    if desk.state.patches:
        yield from ("", _next(desk))


def _next(desk: Desk) -> str:
    """What to type: of the chosen ones, else of those that gained most on dev."""
    again = on_run(desk.folder, "triage")
    if desk.decisions.chosen:
        return f"what the chosen ones give together: {again} --dry-run"
    if not (best := _best(desk.state)):
        return f"take some home: {again} --choose P1,P2 --branch REPO:NAME"
    most = f"take home what gained most on dev{simulated(desk.state)}"
    return f"{most}: {again} --choose {','.join(best)} --branch REPO:NAME"


def _best(state: RunState) -> list[PatchId]:
    """The admitted patches that gained most on dev, in the order of the run."""
    dag = state.dag
    gains = {
        id_: dag[patch.node].dev - dag[patch.proposed.parents[0]].dev
        for id_, patch in state.patches.items()
        if patch.node is not None
    }
    most = sorted((id_ for id_, gain in gains.items() if gain > 0), key=lambda id_: -gains[id_])
    return [id_ for id_ in state.patches if id_ in most[:BEST]]


GOES_ON = "the run goes on: what is decided here changes nothing of it, and more patches may come"


def goes_on(desk: Desk) -> bool:
    """An engine is at work on the run."""
    return desk.state.engine is not None and engine_alive(desk.folder)


def _lines(facts: PatchFacts, decision: Decision, simulated: bool) -> Iterator[str]:
    proposed = facts.patch.proposed
    kind = f"{proposed.layer} / {proposed.subtype} / {proposed.patch_class}".replace("_", " ")
    place = f" as number {decision.place}" if decision.place else ""
    yield f"{facts.id:<5}it {proposed.iteration:<4}{facts.patch.status:<11}{kind}"
    yield f"     {proposed.title}"
    yield f"     {facts.verdict}"
    if facts.flips is not None:
        yield f"     {facts.flips.sentence}"
    yield f"     cost {_cost(facts, simulated)}"
    why = f" by {decision.by}{': ' * bool(decision.reason)}{decision.reason}" if decision.by else ""
    yield f"   > {SIGNS[decision.choice]}{place}{why}"
    if decision.edit is not None and isinstance(decision.edit.said, Edited):
        yield f"   > edited by {decision.edit.by}: {', '.join(decision.edit.said.files)}"
    for by, text in decision.remarks:
        yield f"   > {by}: {text}"


def _cost(facts: PatchFacts, simulated: bool) -> str:
    spent = facts.cost
    if simulated and not spent.nanos.total():
        return f"{spent.rollouts} rollouts, {spent.tokens.total():,} tokens, free (simulated)"
    roles = ", ".join(f"{role} {dollars(each)}" for role, each in spent.nanos.items() if each)
    return f"{spent.rollouts} rollouts, {dollars(spent.nanos.total())}{f' ({roles})' * bool(roles)}"


def _facts(facts: PatchFacts, decision: Decision) -> dict[str, Any]:
    patch, proposed = facts.patch, facts.patch.proposed
    edit = decision.edit.said if decision.edit is not None else None
    return {
        "id": facts.id,
        "iteration": proposed.iteration,
        "status": patch.status.value,
        "layer": proposed.layer.value,
        "subtype": proposed.subtype.value,
        "class": proposed.patch_class.value,
        "title": proposed.title,
        "verdict": facts.verdict,
        "minibatch": {"before": patch.before, "after": patch.after},
        "buckets": facts.buckets.model_dump(mode="json") if facts.buckets else None,
        "node": patch.node,
        "flips": facts.flips._asdict() if facts.flips else None,
        "cost": {
            "usd": facts.cost.usd,
            "usd_by_role": {role: usd(each) for role, each in facts.cost.nanos.items()},
            "tokens": dict(facts.cost.tokens),
            "rollouts": facts.cost.rollouts,
        },
        "no_choice": no_choice(patch) or None,
        "choice": decision.choice.value,
        "place": decision.place or None,
        "by": decision.by or None,
        "reason": decision.reason,
        "edited": sorted(edit.files) if isinstance(edit, Edited) else None,
        "comments": [{"text": text, "by": by} for by, text in decision.remarks],
    }
