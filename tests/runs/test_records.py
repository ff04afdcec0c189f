"""A stored record is read as what it is, or refused in a sentence."""

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import JournalError
from saddle_runs.records import decode, encode

PAUSED = ev.RunPaused(by="operator", reason="lunch")


@pytest.mark.parametrize("kind", ["", "RunPaused", "a kind that nobody knows"])
def test_a_record_is_read_with_and_without_its_kind(kind: str) -> None:
    record = decode(3, 1.5, encode(PAUSED), kind)

    assert record == ev.Record(seq=3, at=1.5, event=PAUSED)
    assert record.model_copy(update={"seq": 4}).seq == 4
    assert ev.Record.model_validate_json(record.model_dump_json()) == record


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("RunResumed", encode(PAUSED)),
        ("RunPaused", encode(PAUSED)[:-9]),
        ("RunPaused", '{"kind":"RunPaused","by":7,"reason":"x"}'),
        ("RunPaused", '{"kind":"RunPaused","by":"operator","reason":"x","more":1}'),
        ("Nonsense", '{"kind":"Nonsense"}'),
        ("", "[]"),
    ],
)
def test_a_damaged_record_is_named(kind: str, body: str) -> None:
    with pytest.raises(JournalError, match="record 3 of the journal cannot be read"):
        decode(3, 1.5, body, kind)
