"""What a transcript says of each record, and how much of it at most."""

import json

import pytest

from saddle_engine import events as ev
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.wire import Door
from saddle_tui.text.width import width_of
from saddle_tui.trace.fields import A_LINE, field
from saddle_tui.trace.reader import read_newest
from saddle_tui.trace.rows import rows_of
from saddle_tui.trace.texts import LARGEST, Texts
from tests.tui.hostile import BITS, HOSTILE, violations
from tests.tui.recordings import D1, R1, Recording
from tests.tui.stories import DIGEST

ASKED = {
    "messages": [
        {"role": "user", "content": "Sort the list."},
        {"role": "assistant", "content": [{"type": "text", "text": "I look."}]},
        {
            "role": "user",
            "content": [
                {"type": "tool_result", "tool_use_id": "t1", "content": "b\na"},
                {"type": "tool_result", "tool_use_id": "t2", "content": "no", "is_error": True},
            ],
        },
    ]
}
ANSWERED = {
    "content": [
        {"type": "thinking", "thinking": "Short list."},
        {"type": "text", "text": "I sort it."},
        {"type": "tool_use", "id": "t3", "name": "bash", "input": {"command": "sort -u list"}},
    ],
    "stop_reason": "tool_use",
}


def _said(recording: Recording, subject: str = R1) -> list[str]:
    return [
        f"{said.tag:<7}{said.text}".rstrip()
        for entry in read_newest(recording, subject).entries
        for said in entry.lines
    ]


def test_a_rollout_reads_as_task_steps_and_end() -> None:
    recording = Recording()
    recording.exchange(Door.TASK, {}, {"instruction": "Sort the list.\nTwice."}, step=0)
    recording.exchange(Door.MODEL, ASKED, ANSWERED, step=2)
    recording.exchange(
        Door.EXEC, {"command": "sort -u list"}, {"exit_code": 2, "stdout": "", "stderr": "no"}
    )
    recording.exchange(Door.READ, {"path": "list"}, {"content": "a", "size": 1})
    recording.exchange(Door.FINISH, {"output": "sorted"}, {})
    recording.ends("1 of 2 checks failed", reason="wrong order")

    assert _said(recording) == [
        "task   Sort the list.",
        "       Twice.",
        "result b",
        "       a",
        "result no",
        "       ── step 2, 0.2 s ──",
        "thinks Short list.",
        "model  I sort it.",
        'call   bash {"command":"sort -u list"}',
        "env    exec sort -u list  ->  exit 2, 0.2 s",
        "       no",
        "env    read list  ->  1 bytes, 0.2 s",
        "       a",
        "finish sorted",
        "       ── end ──",
        "end    ✗ failed (wrong order), score 0.00, 3 steps, 4.0 s",
        "verify 1 of 2 checks failed",
    ]


def test_a_session_reads_as_calls_with_what_their_tools_gave() -> None:
    recording = Recording()
    began = ev.SessionStarted(session=D1, agent="diagnosis", iteration=4, prompt=DIGEST)
    read = ev.FileRead(session=D1, tries=1, path="harness/a.py", first_line=3, last_line=9)
    replied = ev.ModelReplied(
        session=D1, tries=1, index=0, key="k",
        request=recording.exchange(Door.MODEL, ASKED, ANSWERED).event.request,  # type: ignore[union-attr]
        reply=recording.text(json.dumps(ANSWERED)),
    )  # fmt: skip
    recording.add(began, replied)
    recording.calls("read_file", "x = 1")
    recording.add(read)
    recording.calls("propose_patch", "layer and class differ", refused=True)
    recording.add(ev.SessionFinished(session=D1, outcome="no_answer"))

    assert _said(recording, D1) == [
        "       ── diagnosis, iteration 4 ──",
        "result b",
        "       a",
        "result no",
        "       ── call 1, 0 tokens ──",
        "thinks Short list.",
        "model  I sort it.",
        'call   bash {"command":"sort -u list"}',
        "result x = 1",
        "read   harness/a.py:3-9",
        "✗      propose_patch refused: layer and class differ",
        "end    no answer",
    ]


def test_long_arguments_stand_a_line_each() -> None:
    recording = Recording()
    block = {"type": "tool_use", "name": "write", "input": {"path": "a", "text": "x\n" * 60}}
    recording.exchange(Door.MODEL, {}, {"content": [block]})

    lines = _said(recording)[1:]

    assert lines[:4] == ["call   write", "         path: a", "         text: x", "       x"]


def test_an_unusual_end_of_a_reply_is_told() -> None:
    recording = Recording()
    recording.exchange(Door.MODEL, {}, {"content": [], "stop_reason": "max_tokens"})
    recording.exchange(Door.MODEL, {}, {"error": {"message": "too long"}}, status=400)

    assert _said(recording)[1:] == [
        "stop   max_tokens",
        "       ── step 1, 0.2 s ──",
        'model  400 {"error":{"message":"too long"}}',
    ]


def test_tries_and_troubles_of_a_rollout_are_told() -> None:
    recording = Recording()
    recording.add(
        ev.RolloutBroke(rollout=R1, tries=1, reason="the box is gone"),
        ev.RolloutStarted(rollout=R1, tries=2),
    )
    recording.ends(outcome=Outcome.BROKEN, score=None)

    assert _said(recording) == [
        "broke  try 1: the box is gone",
        "       ── try 2 ──",
        "       ── end ──",
        "end    ! broken, no score, 3 steps, 4.0 s",
    ]


def test_a_long_field_says_how_much_is_left_out() -> None:
    lines = [said.text for said in field("result", "a" * 50_000 + "the end", 300)]

    assert lines[1] == "… 49,707 characters left out …"
    assert lines[0].startswith("aaa")
    assert lines[2].endswith("the end")
    assert sum(map(len, lines)) < 400


def test_a_field_of_many_lines_says_how_many_are_left_out() -> None:
    lines = [said.text for said in field("result", "\n".join(map(str, range(500))), 60 * A_LINE)]

    assert len(lines) == 60
    assert "… 441 lines left out …" in lines
    assert (lines[0], lines[-1]) == ("0", "499")


def test_a_text_that_is_too_large_is_not_read() -> None:
    recording = Recording()
    huge = recording.text(json.dumps("x" * (LARGEST + 10)))

    said = Texts(recording).value(huge)
    assert said.startswith('(2,000,012 bytes, too large to show; it begins:) "xxx')
    assert len(said) < 30_000
    assert len(Texts(recording).text(huge, 100)) < 200


@pytest.mark.parametrize(
    "reply", [1, None, "no json object", [], {"content": {"a": 1}}, {"content": [3, None, {}]}]
)
def test_any_reply_can_be_shown(reply: object) -> None:
    recording = Recording()
    recording.exchange(Door.MODEL, {"messages": [reply]}, reply)
    recording.exchange(Door.EXEC, {"command": reply}, reply)
    recording.exchange(Door.TASK, {}, reply)
    recording.exchange(Door.BATCH, {"x": reply}, reply)

    assert _said(recording)


@pytest.mark.parametrize("bit", [*BITS, HOSTILE])
@pytest.mark.parametrize("width", [1, 5, 29, 30, 60, 200])
def test_hostile_words_act_on_nothing_and_stay_in_their_pane(bit: str, width: int) -> None:
    recording = Recording()
    recording.exchange(Door.TASK, {}, {"instruction": bit})
    recording.exchange(
        Door.MODEL, {"messages": [{"role": "user", "content": bit}]}, {"content": bit}
    )
    recording.exchange(Door.EXEC, {"command": bit}, {"exit_code": bit}, status=500)
    recording.calls(bit[:50], bit, refused=True)
    recording.ends(bit, reason=bit)

    for subject in (R1, D1):
        for entry in read_newest(recording, subject).entries:
            for row in rows_of(entry, width):
                text = "".join(text for text, _ in row)
                assert violations(text.encode("utf-8", "surrogateescape")) == []
                assert sum(width_of(text) for text, _ in row) <= width


def test_colours_of_a_program_are_left_out() -> None:
    assert [said.text for said in field("result", "\x1b[31mred\x1b[0m\tx\r\n", 100)] == ["red x"]
