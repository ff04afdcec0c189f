"""The log: every record, page by page, whatever the length of the run."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import JournalError
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_runs.folder import RunFolder
from saddle_tui.trace.happened import happened
from saddle_tui.trace.log import Log
from saddle_tui.trace.log_window import KEPT
from tests.tui.helms import at_helm
from tests.tui.hostile import HOSTILE, violations
from tests.tui.stories import Story, write_run

LONG = 30_000


class Journal:
    """Records that are made when they are asked for, and how many were."""

    def __init__(self, last: int) -> None:
        self.last, self.asked = last, 0

    def tail(self, after: int, limit: int) -> list[ev.Record]:
        found = [*range(after + 1, min(after + limit, self.last) + 1)]
        self.asked += len(found)
        return [ev.Record(seq=seq, at=float(seq), event=_event(seq)) for seq in found]


def _event(seq: int) -> ev.AnyEvent:
    if seq % 1000 == 0:
        return ev.RunPaused(by="operator", reason=f"pause {seq}")
    return ev.RolloutStarted(rollout=f"r{seq}", tries=1)


@pytest.fixture
def journal() -> Journal:
    return Journal(LONG)


@pytest.fixture
def log(journal: Journal) -> Iterator[Log]:
    found = Log(journal)
    found.settle(LONG)
    yield found
    found.settle(journal.last)


def _seqs(log: Log) -> list[int]:
    return [row.seq for row in log.shown().rows]


def test_the_newest_are_shown_and_hardly_more_is_read(log: Log, journal: Journal) -> None:
    assert _seqs(log) == [*range(LONG - log.window.height + 1, LONG + 1)]
    assert journal.asked <= 500


def test_what_comes_is_followed(log: Log, journal: Journal) -> None:
    journal.last += 7
    log.settle(journal.last)

    assert _seqs(log)[-1] == LONG + 7
    assert log.shown().tail


def test_moving_up_pauses_and_nothing_moves_while_more_comes(log: Log, journal: Journal) -> None:
    assert log.move(-1) == f"r{LONG - 1}"
    before = _seqs(log)
    journal.last += 100
    log.settle(journal.last)

    assert not log.shown().tail
    assert _seqs(log) == before
    assert log.shown().cursor == LONG - 1


def test_one_can_go_all_the_way_up_and_down_again(log: Log) -> None:
    for _ in range(2 * KEPT // 20):
        log.move(-20)
        log.settle(LONG)
        shown = _seqs(log)
        assert log.shown().cursor in shown
        assert all(later == earlier + 1 for earlier, later in pairwise(shown))
        assert len(log.window.rows) <= KEPT + 1000
    top = log.shown().cursor
    assert top == LONG - 2 * KEPT
    while not log.shown().tail:
        log.move(20)
        log.settle(LONG)
        assert len(log.window.rows) <= KEPT + 1000
    assert _seqs(log)[-1] == LONG


@pytest.mark.parametrize("seq", [1, 2, 777, 15_000, LONG - 1, LONG])
def test_one_can_go_to_any_record(log: Log, journal: Journal, seq: int) -> None:
    before = journal.asked
    log.go(seq)
    log.settle(LONG)

    assert log.shown().cursor == seq
    assert seq in _seqs(log)
    assert len(_seqs(log)) == log.window.height
    assert journal.asked - before <= 1000


def test_beyond_the_end_is_the_end(log: Log) -> None:
    log.go(10**9)
    log.settle(LONG)

    assert log.shown().cursor == LONG


@pytest.mark.parametrize(
    ("at", "seq"), [(-5, 1), (1, 1), (777.5, 778), (15_000, 15_000), (LONG, LONG), (10**9, LONG)]
)
def test_one_can_go_to_any_time(log: Log, journal: Journal, at: float, seq: int) -> None:
    before = journal.asked
    log.go_to_time(at)
    log.settle(LONG)

    assert log.shown().cursor == seq
    assert seq in _seqs(log)
    assert journal.asked - before <= 1000


def test_an_empty_log_has_no_time() -> None:
    log = Log(Journal(0))
    log.go_to_time(5)
    log.settle(0)

    assert _seqs(log) == []


def test_the_first_and_the_newest_are_a_key_away(log: Log) -> None:
    log.go(1)
    log.settle(LONG)
    assert _seqs(log)[0] == 1
    log.window.end()
    log.settle(LONG)
    assert _seqs(log)[-1] == LONG


def test_a_filter_searches_back_and_keeps_only_what_matches(log: Log, journal: Journal) -> None:
    log.settle(LONG, "~k paused")

    assert _seqs(log) == [*range(LONG - 19_000, LONG + 1, 1000)]
    log.move(-100)
    log.settle(LONG, "~k paused")
    assert log.shown().cursor == 1000
    log.settle(LONG, "")
    assert log.shown().cursor in _seqs(log)


def test_no_match_is_known_after_everything_was_searched(log: Log) -> None:
    log.settle(LONG, "nowhere")

    assert _seqs(log) == []
    assert log.shown().searched == 0


def test_pausing_stays_and_goes_on(log: Log) -> None:
    log.pause()
    assert not log.shown().tail
    assert log.shown().cursor == LONG
    log.pause()
    assert log.shown().tail


def test_a_journal_that_cannot_be_read_is_told() -> None:
    class Broken:
        def tail(self, after: int, limit: int) -> list[ev.Record]:
            raise JournalError("gone")

    log = Log(Broken())
    log.settle(10)

    assert log.shown().trouble == "the journal cannot be read: gone"


def test_rows_are_one_safe_line_each() -> None:
    for record in (
        Story(HOSTILE.encode("utf-8", "replace").decode()).start().seed().grow(0.5, "n0").records()
    ):
        row = happened(record)
        assert "\n" not in row.text
        assert violations(row.text.encode("utf-8", "surrogateescape")) == []


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    story = Story().start().seed().grow(0.75, "n0")
    story.iterate("n1")
    ids = story.begin_all(Purpose.BEFORE, [f"task-{number}" for number in range(40)], 2)
    for each in ids:
        story.end(each, Outcome.FAILED)
    return write_run(tmp_path / "home", story)


async def test_the_screen_shows_all_records_and_selects_whom_they_are_about(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("7")
        await helm.see("Log TAIL")
        await helm.see("RolloutFinished r44")
        await helm.press("k", "k")
        await helm.see("Log PAUSED")
        assert helm.follower.view().selected == "r42"
        await helm.press("home")
        await helm.see("RunStarted")
        await helm.press("f")
        await helm.see("Log TAIL")


async def test_a_record_opens_whole_and_harmless(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("7")
        await helm.see("RolloutFinished r44")
        await helm.press("k", "enter")
        await helm.see('"outcome": "failed"')
        await helm.press("escape")
        assert helm.app.screen is helm.app.main


async def test_a_record_is_filtered_by_what_is_known_of_its_rollout(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("7", "slash")
        await helm.type("~t task-31 & ~o failed")
        await helm.press("enter")
        await helm.until(lambda: "r44" not in helm.text)
        await helm.see("RolloutFinished r36")
        assert helm.text.count("RolloutFinished") == 1
