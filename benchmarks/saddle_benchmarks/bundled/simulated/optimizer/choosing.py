"""Which patch is proposed: half of them right, a quarter without effect, a quarter harmful."""

from collections.abc import Sequence
from random import Random

from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness
from saddle_benchmarks.bundled.simulated.optimizer.plan import Plan, Quality
from saddle_benchmarks.bundled.simulated.optimizer.session import Json
from saddle_benchmarks.bundled.simulated.optimizer.suspects import Suspect

SHARES = {Quality.RIGHT: 0.5, Quality.IDLE: 0.25, Quality.HARMFUL: 0.25}


def plans(harness: Harness, suspect: Suspect) -> list[Plan]:
    """Everything that could be done, as far as it applies to the sources as they are."""
    found = suspect.weakness.plans(harness, suspect.symptoms)
    return [plan for plan in found if plan.edits and harness.applies(plan.edits)]


def choose(plans: Sequence[Plan], draw: int) -> Plan:
    """One of them: its worth first, then its wording."""
    rng = Random(draw)
    quality = rng.choices(list(SHARES), list(SHARES.values()))[0]
    return rng.choice([plan for plan in plans if plan.quality is quality] or list(plans))


def edits(plan: Plan) -> list[Json]:
    """The edits of a plan, as an argument."""
    return [edit.model_dump(mode="json") for edit in plan.edits]


def proposal(suspect: Suspect, plan: Plan) -> Json:
    """The arguments of `propose_patch`."""
    weakness = suspect.weakness
    return {
        "title": plan.title[:120],
        "layer": weakness.subtype.layer.value,
        "subtype": weakness.subtype.value,
        "patch_class": weakness.subtype.patch_class.value,
        "causes": [weakness.cause],
        "rejected": list(weakness.rejected),
        "evidence": [
            {
                "rollout": symptom.trace.rollout,
                "first_step": symptom.first_step,
                "last_step": min(symptom.last_step, symptom.trace.last.number),
                "note": symptom.note,
            }
            for symptom in suspect.symptoms
        ],
        "edits": edits(plan),
        "expected_flips": list(suspect.explains),
        "risk": plan.risk,
    }
