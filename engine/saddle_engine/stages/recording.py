"""Exchanges as events and blobs, and back again."""

from collections.abc import Iterable

from saddle_engine.bodies import Bodies, get_json, put_body, put_json
from saddle_engine.events import CallUnknown, Record, RequestAnswered
from saddle_engine.ports import Blobs
from saddle_engine.types.base import RolloutId
from saddle_engine.types.wire import Exchange


def to_event(rollout: RolloutId, tries: int, exchange: Exchange, blobs: Blobs) -> RequestAnswered:
    """An exchange as an event; its bodies become blobs."""
    return RequestAnswered(
        rollout=rollout,
        tries=tries,
        request=put_body(blobs, exchange.request),
        reply=put_json(blobs, exchange.reply),
        **exchange.model_dump(exclude={"request", "reply", "usage"}),
        usage=exchange.usage,
    )


def recording(records: Iterable[Record], tries: int, blobs: Blobs) -> list[Exchange]:
    """The exchanges of one try of a rollout, in order."""
    bodies = Bodies(blobs)
    return [
        Exchange(
            request=bodies.get(event.request),
            reply=get_json(blobs, event.reply),
            **event.model_dump(exclude={"kind", "rollout", "tries", "request", "reply", "usage"}),
            usage=event.usage,
        )
        for record in records
        if isinstance(event := record.event, RequestAnswered) and event.tries == tries
    ]


def lost(records: Iterable[Record], rollout: RolloutId, tries: int) -> dict[str, int]:
    """What model calls of one try of a rollout took for nothing, as fields of a `RolloutOrder`."""
    unknown = [
        event
        for record in records
        if isinstance(event := record.event, CallUnknown)
        and event.call.startswith(f"{rollout}.{tries}:")
    ]
    return {
        "lost_tokens": sum(each.tokens for each in unknown),
        "lost_cost": sum(each.cost for each in unknown),
    }
