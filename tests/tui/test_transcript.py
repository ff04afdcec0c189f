"""Scrolling a transcript: pages come before they are needed, words stay where they are, memory is bounded."""

import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.state import RunState
from saddle_engine.types.rollout import Purpose
from saddle_engine.types.wire import Door
from saddle_tui.recent import Recent
from saddle_tui.trace.reader import PAGE
from saddle_tui.trace.rows import USUAL, rows_of
from saddle_tui.trace.sight import Sight
from saddle_tui.trace.transcript import LONGEST
from saddle_tui.trace.whole import whole
from saddle_tui.trace.window import FAR, Window
from tests.tui.recordings import R1, Recording
from tests.tui.stories import Story

WIDTH, HEIGHT = 60, 10
SAYINGS = 2  # rows of what `says` writes: a heading and the words


def _window(recording: Recording) -> Window:
    window = Window(recording)
    window.width, window.height = WIDTH, HEIGHT
    return window


def _read(window: Window, subject: str = R1) -> None:
    while job := window.missing(subject):
        job()()


def _shown(window: Window) -> list[str]:
    rows = window.transcript.rows(WIDTH, window.scroll, window.height)
    return ["".join(text for text, _ in row).strip() for row in rows]


def _words(window: Window) -> list[str]:
    return [row.removeprefix("model").strip() for row in _shown(window) if row.startswith("model")]


def _long(count: int) -> Recording:
    recording = Recording()
    for number in range(count):
        recording.says(f"words {number}")
    return recording


def _planned() -> RunState:
    """A run in which r1 has been ordered."""
    story = Story().start()
    story.plan(Purpose.SEED_DEV, ["stamp-1"], 0)
    return RunState().fold(story.records())


def _hear(window: Window, recording: Recording) -> None:
    window.hear(R1, recording.log[-1].seq)


def test_the_end_is_shown_first_and_little_is_read() -> None:
    window = _window(_long(1_000))

    _read(window)

    assert _words(window)[-1] == "words 999"
    assert len(window.transcript.entries) == PAGE


def test_new_words_are_followed() -> None:
    recording = _long(5)
    window = _window(recording)
    _read(window)
    recording.says("the newest")

    _hear(window, recording)
    _read(window)

    assert _words(window)[-1] == "the newest"
    assert window.scroll == 0


def test_whoever_has_scrolled_back_keeps_the_words_in_place() -> None:
    recording = _long(50)
    window = _window(recording)
    _read(window)
    window.move(20)
    before = _shown(window)
    recording.says("much\nmore\nis said")

    _hear(window, recording)
    _read(window)

    assert _shown(window) == before
    window.end()
    _read(window)
    assert _shown(window)[-1] == "is said"


def test_all_of_a_long_transcript_can_be_read_and_little_of_it_is_kept() -> None:
    window = _window(_long(1_000))
    _read(window)
    seen = set(_words(window))

    for _ in range(400):
        window.move(HEIGHT - 1)
        _read(window)
        seen.update(_words(window))
        assert len(window.transcript.entries) <= LONGEST

    assert _words(window)[0] == "words 0"
    assert seen == {f"words {number}" for number in range(1_000)}


def test_the_way_back_down_ends_at_the_newest_words_and_follows_them() -> None:
    recording = _long(1_000)
    window = _window(recording)
    _read(window)
    for _ in range(400):
        window.move(HEIGHT - 1)
        _read(window)
    seen = set[str]()
    for _ in range(400):
        window.move(1 - HEIGHT)
        _read(window)
        seen.update(_words(window))
    recording.says("the newest")
    _hear(window, recording)
    _read(window)

    assert seen >= {f"words {number}" for number in range(HEIGHT, 1_000)}
    assert _words(window)[-1] == "the newest"
    assert len(window.transcript.entries) <= LONGEST


def test_the_end_can_be_jumped_to_from_anywhere() -> None:
    window = _window(_long(1_000))
    _read(window)
    for _ in range(300):
        window.move(HEIGHT - 1)
        _read(window)

    window.end()
    _read(window)

    assert _words(window)[-1] == "words 999"


def test_a_flood_is_not_read_word_by_word() -> None:
    recording = _long(5)
    window = _window(recording)
    _read(window)
    before = recording.reads
    for number in range(5_000):
        recording.says(f"flood {number}")

    _hear(window, recording)
    _read(window)

    assert _words(window)[-1] == "flood 4999"
    assert recording.reads - before <= 3


@given(st.lists(st.integers(-30, 30), max_size=30), st.integers(0, 200))
def test_no_move_leaves_the_transcript(moves: list[int], count: int) -> None:
    window = _window(_long(count))
    _read(window)

    for rows in moves:
        window.move(rows)
        _read(window)
        assert len(_shown(window)) == min(HEIGHT, SAYINGS * count)


def test_another_subject_begins_at_its_end() -> None:
    recording = _long(40)
    window = _window(recording)
    _read(window)
    window.move(30)
    window.end()

    _read(window, "r2")

    assert window.transcript.subject == "r2"
    assert _shown(window) == []


def test_what_cannot_be_read_is_told_and_not_tried_again() -> None:
    recording = _long(3)
    sight, state = Sight(recording), _planned()
    recording.trouble = "blob 1234 is damaged"
    sight.select("r1")

    sight.settle(state, Recent())
    tried = recording.reads
    sight.settle(state, Recent())

    assert "damaged" in str(sight.window.transcript.trouble)
    assert recording.reads == tried


def test_reading_never_happens_on_the_screens_thread() -> None:
    recording = _long(200)
    sight, state = Sight(recording), _planned()
    sight.select("r1")

    sight.settle(state, Recent())

    assert recording.readers
    assert threading.current_thread().name not in recording.readers


def test_a_slow_disk_keeps_nobody_waiting() -> None:
    recording, let_go = _long(3), threading.Event()
    recording.on_read = lambda: _wait(let_go)
    sight, state = Sight(recording), _planned()
    sight.select("r1")

    looks = [sight.refresh(state, Recent()) for _ in range(100)]
    let_go.set()
    sight.settle(state, Recent())

    assert not any(looks)
    assert sight.window.transcript.last == 3


def _wait(event: threading.Event) -> None:
    event.wait(30)


@pytest.mark.parametrize("width", [30, 80])
def test_long_lines_are_wrapped_and_nothing_of_them_is_lost(width: int) -> None:
    recording = Recording()
    words = [f"word{number}" for number in range(300)]
    recording.says(" ".join(words))
    window = _window(recording)
    _read(window)

    rows = rows_of(window.transcript.entries[0], width, True)
    text = "".join("".join(text for text, _ in row).strip() + " " for row in rows[1:])

    assert "".join(text.split()).removeprefix("model") == "".join(words)


def _results(recording: Recording, lines: int) -> None:
    content = "\n".join(f"line {number}" for number in range(lines))
    block = {"type": "tool_result", "tool_use_id": "t", "content": content}
    reply = {"content": [{"type": "text", "text": "I see."}]}
    recording.exchange(
        Door.MODEL, {"messages": [{"role": "user", "content": [block]}]}, reply, step=1
    )


def test_a_long_result_is_folded_until_it_is_opened() -> None:
    recording = Recording()
    _results(recording, 100)
    window = _window(recording)
    window.height = 30
    _read(window)

    assert f"+{100 - USUAL} lines" in _all(window)
    assert "line 99" not in _all(window)
    window.unfold(True)
    assert "line 99" in _all(window)
    assert _shown(window)[0].endswith("line 0")
    window.unfold(False)
    assert f"+{100 - USUAL} lines" in _all(window)


def test_folding_leaves_the_first_row_of_the_pane_where_it_is() -> None:
    recording = _long(20)
    _results(recording, 100)
    for number in range(20):
        recording.says(f"after {number}")
    window = _window(recording)
    _read(window)
    window.move(45)
    top = _shown(window)[0]

    window.unfold(True)
    assert _shown(window)[0] == top
    window.unfold(False)
    assert _shown(window)[0] == top


def _all(window: Window) -> list[str]:
    rows = window.transcript.rows(WIDTH, 0, 10_000)
    return ["".join(text for text, _ in row).removeprefix("result").strip() for row in rows]


def test_steps_are_moved_between() -> None:
    recording = Recording()
    for number in range(1, 30):
        recording.says("\n".join(["words"] * (number % 7 + 1)), step=number)
    window = _window(recording)
    _read(window)

    window.step(-1)
    _read(window)
    first = _shown(window)[0]
    window.step(-1)
    _read(window)
    second = _shown(window)[0]
    window.step(1)

    assert first.startswith("── step ")
    assert int(second.split()[2].strip(",")) == int(first.split()[2].strip(",")) - 1
    assert _shown(window)[0] == first


def test_whoever_stops_following_stays_and_is_told_how_much_is_new() -> None:
    recording = _long(50)
    window = _window(recording)
    _read(window)
    window.pause()
    before = _shown(window)
    for number in range(3):
        recording.says(f"new {number}")
        _hear(window, recording)
        _read(window)

    assert _shown(window) == before
    assert window.unread == 3
    window.end()
    _read(window)
    assert (_words(window)[-1], window.unread) == ("new 2", 0)


def test_a_flood_takes_nothing_from_whoever_reads_further_back() -> None:
    recording = _long(100)
    window = _window(recording)
    _read(window)
    window.move(20)
    before = _shown(window)
    for _ in range(20):
        for number in range(200):
            recording.says(f"flood {number}")
        _hear(window, recording)
        _read(window)

    assert _shown(window) == before
    assert len(window.transcript.entries) <= LONGEST
    window.end()
    _read(window)
    assert _words(window)[-1] == "flood 199"


def test_a_flood_that_is_followed_takes_no_more_memory() -> None:
    recording = Recording()
    window = _window(recording)
    for _ in range(50):
        for number in range(250):
            recording.says("x" * 500 + str(number))
        _read(window)
        _hear(window, recording)

    assert len(window.transcript.entries) <= LONGEST
    assert not window.transcript.opened


@pytest.mark.parametrize("ahead", [True, False])
def test_words_are_found_anywhere_in_the_transcript(ahead: bool) -> None:
    recording = _long(300)
    recording.says("the Needle")
    for number in range(700):
        recording.says(f"more {number}")
    window = _window(recording)
    _read(window)

    window.search("needle", ahead)
    _read(window)

    assert "the Needle" in _words(window)
    assert not window.following
    assert window.hunt is not None
    assert window.hunt.turned == ahead


def test_a_search_goes_from_match_to_match_and_round() -> None:
    recording = _long(10)
    for number in (1, 2, 3):
        recording.says(f"needle {number}")
        for _ in range(150):
            recording.says("hay")
    window = _window(recording)
    _read(window)
    found = []

    for _ in range(4):
        window.search("needle", True)
        _read(window)
        found.append(next(word for word in _words(window) if word.startswith("needle")))

    assert found == ["needle 1", "needle 2", "needle 3", "needle 1"]


def test_what_is_nowhere_is_looked_for_once() -> None:
    recording = _long(300)
    window = _window(recording)
    _read(window)
    before = _shown(window)

    window.search("needle", True)
    _read(window)

    assert window.hunt is not None
    assert window.hunt.over
    assert _shown(window) == before


def test_a_match_that_is_folded_away_is_opened() -> None:
    recording = _long(100)
    _results(recording, 200)
    window = _window(recording)
    _read(window)

    window.search("line 150", True)
    _read(window)

    assert any("line 150" in row for row in _shown(window))


def test_a_line_of_ten_megabytes_is_read_in_part_and_drawn_at_once() -> None:
    recording = Recording()
    content = [{"type": "tool_result", "tool_use_id": "t", "content": "x" * 10_000_000 + "the end"}]
    recording.exchange(Door.MODEL, {"messages": [{"role": "user", "content": content}]}, {})
    recording.exchange(Door.EXEC, {"command": "cat"}, {"exit_code": 0, "stdout": "y" * 1_900_000})
    window = _window(recording)
    _read(window)

    began = time.perf_counter()
    window.unfold(True)
    rows = window.transcript.rows(WIDTH, 0, 10_000)
    took = time.perf_counter() - began

    assert took < 1.0  # 50 ms on a machine that has nothing else to do
    assert len(rows) < 3_000
    assert "too large to show" in "".join(text for text, _ in rows[0])
    full = list(whole(recording, R1))
    assert any(line.endswith("the end") for line in full)
    assert sum(len(line) for line in full) > 11_900_000


def test_a_step_of_another_rollout_can_be_gone_to() -> None:
    recording = Recording()
    for number in range(1, 200):
        recording.says(f"words {number}", step=number)
    window = _window(Recording())
    window._source = recording

    window.seek(R1, 17)
    _read(window)

    assert "words 17" in _words(window)
    assert any(row.startswith("── step 17,") for row in _shown(window))


def test_the_first_words_can_be_jumped_to_from_anywhere() -> None:
    recording = _long(1_000)
    window = _window(recording)
    _read(window)
    before = recording.reads

    window.move(FAR)
    _read(window)

    assert _words(window)[0] == "words 0"
    assert recording.reads - before <= 3
    window.end()
    _read(window)
    assert _words(window)[-1] == "words 999"
