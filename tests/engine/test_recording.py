"""Exchanges become events and blobs, and come back as they were."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.bodies import Bodies, put_body
from saddle_engine.stages.recording import recording, to_event
from saddle_engine.testing import MemoryJournal
from saddle_engine.testing.runner import exchange
from saddle_engine.types.base import RolloutId, TaskId, Tree
from saddle_engine.types.rollout import RolloutOrder, Split
from saddle_engine.types.wire import Exchange

ORDER = RolloutOrder(
    rollout=RolloutId("r1"), tree=Tree("t" * 40), task=TaskId("a"), split=Split.TRAIN, attempt=1
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=10,
)
KEYS = st.sampled_from(["system", "tools", "messages", "rest", "model", "max_tokens"])


@given(st.dictionaries(KEYS | st.text(max_size=5), JSON))
def test_any_body_comes_back_as_it_was(body: dict[str, Any]) -> None:
    blobs = MemoryJournal()

    assert Bodies(blobs).get(put_body(blobs, body)) == body


@given(st.dictionaries(KEYS, JSON))
def test_equal_bodies_have_equal_digests(body: dict[str, Any]) -> None:
    blobs = MemoryJournal()
    reordered = dict(reversed(body.items()))

    assert put_body(blobs, body) == put_body(MemoryJournal(), dict(body))
    assert Bodies(blobs).get(put_body(blobs, reordered)) == body


def conversation(turns: int) -> list[Exchange]:
    """Every request repeats all messages before it."""
    messages: list[Any] = [{"role": "user", "content": f"turn {turn:4}"} for turn in range(turns)]
    return [
        exchange(ORDER, turn).model_copy(
            update={"request": {"model": "m", "messages": messages[: turn + 1]}}
        )
        for turn in range(turns)
    ]


def stored_bytes(turns: int) -> int:
    blobs = MemoryJournal()
    for each in conversation(turns):
        to_event(ORDER.rollout, 1, each, blobs)
    return sum(len(content) for content in blobs._blobs.values())


def test_transcript_grows_with_its_turns_and_not_with_their_square() -> None:
    assert stored_bytes(400) < 2.1 * stored_bytes(200)


async def test_recording_of_a_try_comes_back_in_order() -> None:
    journal, exchanges = MemoryJournal(), conversation(5)
    for tries in (1, 2):
        for each in exchanges[: tries + 2]:
            await journal.append(to_event(ORDER.rollout, tries, each, journal))
    other = ORDER.model_copy(update={"rollout": "r2"})
    await journal.append(to_event(other.rollout, 1, exchanges[4], journal))

    records = journal.read(subject=ORDER.rollout)

    assert recording(records, 1, journal) == exchanges[:3]
    assert recording(records, 2, journal) == exchanges[:4]
    assert recording(records, 3, journal) == []


async def test_record_of_a_long_exchange_stays_small() -> None:
    journal = MemoryJournal()

    (record,) = await journal.append(to_event(ORDER.rollout, 1, conversation(40)[-1], journal))

    assert len(record.model_dump_json()) < 2000
