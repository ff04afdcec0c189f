"""Parts of a run as JSON values: what `show --json` and `steer --json` say of a patch, a hint, a rollout."""

from datetime import UTC, datetime
from typing import Any

from saddle_engine import events as ev
from saddle_engine.patches import Patch
from saddle_engine.state import Rollout, RunState
from saddle_engine.types.money import usd
from saddle_engine.types.rollout import Outcome
from saddle_engine.wishes import Hint


def patch_facts(patch: Patch, state: RunState) -> dict[str, Any]:
    """A patch through its life; scores are in [0,1], None when not known."""
    proposed, id_ = patch.proposed, patch.proposed.patch
    shadow = patch.shadow
    return {
        "id": id_,
        "iteration": proposed.iteration,
        "parents": list(proposed.parents),
        "title": proposed.title,
        "status": patch.status.value,
        "layer": proposed.layer.value,
        "subtype": proposed.subtype.value,
        "class": proposed.patch_class.value,
        "minibatch": {"before": patch.before, "after": patch.after},
        "dev": patch.dev,
        "node": patch.node,
        "buckets": patch.buckets.model_dump(mode="json") if patch.buckets else None,
        "reason": patch.reason,
        "by": proposed.by or None,
        "edit_of": proposed.edit_of,
        "edited_as": patch.edited_as,
        "being_edited": id_ in state.wishes.edits,
        "aside": patch.aside,
        "vetoed": patch.vetoed,
        "shadow": {"before": shadow.before, "after": shadow.after} if shadow else None,
        "comments": [
            {"text": each.text, "by": each.by} for each in state.wishes.comments.get(id_, [])
        ],
    }


def hint_facts(hint: Hint) -> dict[str, Any]:
    """A hint: `waits`, `taken` or `withdrawn`."""
    status = "waits" if hint.waits else "withdrawn" if hint.withdrawn else "taken"
    return {
        "id": hint.given.hint,
        "text": hint.given.text,
        "by": hint.given.by,
        "status": status,
        "iteration": hint.taken,
    }


def rollout_facts(rollout: Rollout, state: RunState) -> dict[str, Any]:
    """A rollout; `asked` is what an operator wants of it that is not done yet."""
    order, result = rollout.order, rollout.result
    wish = state.wishes.rollouts.get(order.rollout)
    asked = "cancel" if isinstance(wish, ev.CancelAsked) else "requeue" if wish else None
    return {
        "id": order.rollout,
        "task": order.task,
        "batch": rollout.batch,
        "status": "done" if result else "at work" if rollout.tries > rollout.broke else "waits",
        "outcome": result.outcome.value if result else None,
        "score": result.score if result else None,
        "reason": result.reason if result else "",
        "tries": rollout.tries,
        "usd": usd(rollout.cost),
        "asked": asked,
    }


def intervention_facts(record: ev.Record) -> dict[str, Any]:
    """What an operator did, when, and why."""
    accepted = record.event
    assert isinstance(accepted, ev.CommandAccepted)
    return {
        "seq": record.seq,
        "at": datetime.fromtimestamp(record.at, UTC).isoformat(timespec="seconds"),
        "verb": accepted.verb,
        "about": accepted.about,
        "actor": accepted.actor,
        "reason": accepted.reason,
    }


def paused_facts(state: RunState) -> dict[str, Any] | None:
    """Why the run is paused; None when it is not."""
    paused = state.paused
    if paused is None:
        return None
    mode = paused.mode.value if paused.by == "operator" else None
    return {"by": paused.by, "reason": paused.reason, "mode": mode}


def aborted_facts(state: RunState) -> dict[str, Any] | None:
    """Who gave the run up; None for nobody."""
    aborted = state.aborted
    return {"by": aborted.by, "reason": aborted.reason} if aborted else None


def cancelled(state: RunState) -> list[str]:
    """Rollouts that an operator gave up."""
    return [
        id_
        for id_, each in state.rollouts.items()
        if each.result is not None and each.result.outcome is Outcome.CANCELLED
    ]
