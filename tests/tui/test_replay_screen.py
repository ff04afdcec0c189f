"""The screen of a replay in odd circumstances: a run that is still written, any window, clicks, odd files."""

import os
from pathlib import Path
from random import Random
from weakref import ref

import pytest
from textual.widgets import Input

from saddle_engine.errors import ConfigError
from saddle_engine.types.rollout import Purpose
from saddle_runs.finishing import finish
from saddle_runs.folder import RunFolder
from saddle_runs.places import state_of
from saddle_tui.keymap import KEYS
from saddle_tui.replaying.beginning import past_of
from saddle_tui.replaying.bookmarks import Bookmarks, bookmarks_of
from saddle_tui.replaying.index import SWEEP
from tests.runs.media import read_only
from tests.tui.replays import replayed, searched, write_paced
from tests.tui.stories import Story, engine, write_run
from tests.tui.test_sizes import EXTREMES, LEAVES
from tests.tui.views import TASKS


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_paced(tmp_path / "home", searched())


async def test_a_run_that_is_still_written_is_played_as_it_is_written(tmp_path: Path) -> None:
    story = Story().start().seed().grow(0.75, "n0")
    run = write_run(tmp_path / "home", story)
    with engine(run) as journal:
        async with replayed(run, (100, 30)) as past:
            await past.see("still being written")
            await past.press("E")
            await past.see("● LIVE END")
            before = past.seq
            story.iterate("n1")
            story.batch(Purpose.BEFORE, TASKS, 1)
            await journal.append(*story.events[before:])
            await past.until(lambda: past.seq == len(story.events))
            await past.press("left_square_bracket")
            await past.see("‖ paused")
            here = past.seq
            patch = story.propose("n1")
            assert patch
            await journal.append(*story.events[len(story.events) - 1 :])
            past.app.look()
            await past.pilot.pause(0.3)
            assert past.seq == here
            await past.press("space")
            await past.until(lambda: past.follower.player.playing)
            await past.play(3)
            assert past.seq == len(story.events)
            assert past.follower.player.playing


async def test_a_text_that_is_longer_than_its_pane_says_so_until_its_end_is_seen(
    run: RunFolder,
) -> None:
    async with replayed(run, (80, 20), at="end") as past:
        await past.press("5", "tab")
        await past.see("↓ more")
        await past.press("pagedown")
        await past.see("↑ ")
        assert "↓ more" not in past.text
        await past.press("g")
        await past.see("↓ more")
        await past.pilot.resize_terminal(120, 100)
        await past.until(lambda: "↓ more" not in past.text)


async def test_an_engine_that_is_gone_is_seen_at_the_end_alone(tmp_path: Path) -> None:
    story = Story().start().seed().grow(0.75, "n0")
    async with replayed(write_run(tmp_path / "home", story), (120, 30), at="3") as past:
        await past.see("▶ running")
        assert "resume" not in past.text
        await past.press("E")
        await past.see("✗ interrupted")
        await past.see("resume")


@pytest.mark.parametrize("seed", range(2))
async def test_a_random_walk_in_a_replay_crashes_nothing(run: RunFolder, seed: int) -> None:
    random = Random(seed)
    keys = sorted(
        {key for id_, keys in KEYS.items() if id_ not in LEAVES for key in keys} - {"q", "T"}
    )
    async with replayed(run) as past:
        for _ in range(25):
            size = random.choice([*EXTREMES, (random.randint(1, 300), random.randint(1, 100))])
            await past.pilot.resize_terminal(*size)
            await past.press(*random.choices([*keys, *"mMpt", "escape"], k=3))
            await past.play(1)
            assert past.app.is_running
        for _ in range(4):
            await past.press("escape")
        await past.pilot.resize_terminal(80, 24)
        await past.see("REPLAY")


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40)])
async def test_a_click_on_the_strip_goes_there(run: RunFolder, size: tuple[int, int]) -> None:
    async with replayed(run, size) as past:
        strip = past.app.main.query_one("#timeline")
        row = strip.content_region.height - 1
        await past.pilot.click("#timeline", offset=(size[0] - 4, row))
        await past.until(lambda: past.seq > past.follower.end_seq * 0.9)
        await past.pilot.click("#timeline", offset=(size[0] * 3 // 4, row))
        await past.until(lambda: 0.3 < past.seq / past.follower.end_seq < 0.9)


async def test_a_journal_that_is_damaged_meanwhile_is_told_whatever_is_pressed(
    run: RunFolder,
) -> None:
    finish(run)
    async with replayed(run, at="3") as past:
        os.truncate(run.database, 3 * 4096)
        for key in ("]", "[", "}", "{", "m", "M", "0", "E", "5", "7"):
            await past.press(key)
            past.follower.pull()
            past.follower.look()
        past.app.main.do("seek", "r3")
        await past.see("damaged")


def test_jumping_about_for_long_keeps_no_garbage(run: RunFolder) -> None:
    """Whatever is held only by itself, as much of a screen is, goes although it was once set aside."""

    class Ring:
        itself: object

    with past_of(run, "start", 1.0) as follower:
        ring = Ring()
        ring.itself, seen = ring, ref(ring)
        for _ in range(SWEEP):
            follower.seek(2)
            follower.seek(1)
            ring = Ring()
        assert seen() is None


async def test_letters_that_are_typed_do_not_move_the_replay(run: RunFolder) -> None:
    async with replayed(run, at="9") as past:
        await past.press("slash")
        await past.press(*"mtbE0")
        assert past.app.screen.query_one(Input).value == "mtbE0"
        assert past.seq == 9


def test_a_place_that_is_none_is_told_before_the_screen_opens(run: RunFolder) -> None:
    for text in ("n99", "it9", "nowhere"):
        with (
            pytest.raises(ConfigError, match=f"--at {text}: there is no"),
            past_of(run, text, 1.0),
        ):
            pass


async def test_a_place_that_turns_out_to_be_none_is_told_on_the_screen(run: RunFolder) -> None:
    said: list[str] = []
    with past_of(run, "n99", 1.0, patience_s=0.0) as follower:
        follower.lost = said.append
        while follower.waits:
            follower.pull()
        assert follower.state.seq == 1
    assert said[0].startswith("there is no 'n99'")


@pytest.mark.parametrize(
    "content", ["", "[]", "{", '{"x": 1}', '{"99999999999999999999": ""}', "\x00"]
)
def test_an_odd_file_of_bookmarks_is_as_if_it_were_not_there(run: RunFolder, content: str) -> None:
    path = state_of(run.id) / "bookmarks.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)

    assert bookmarks_of(run).all == ()
    assert bookmarks_of(run).set(4, "kept") == ""
    assert [mark.name for mark in bookmarks_of(run).all] == ["kept"]
    assert path.stat().st_mode & 0o777 == 0o600


def test_bookmarks_of_two_screens_are_all_kept(tmp_path: Path) -> None:
    one, other = Bookmarks(tmp_path / "b.json"), Bookmarks(tmp_path / "b.json")
    one.set(1, "one")
    other.set(2, "other")
    assert [mark.seq for mark in one.all] == [1]
    one.drop(1)
    assert [mark.seq for mark in Bookmarks(tmp_path / "b.json").all] == [2]


def test_bookmarks_that_cannot_be_kept_last_while_one_looks(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    marks = Bookmarks(tmp_path / "file" / "b.json")

    assert marks.set(1, "here").startswith("it is kept only until you leave: ")
    assert [mark.name for mark in marks.all] == ["here"]


async def test_a_run_on_a_medium_that_nobody_can_write_to_is_replayed(run: RunFolder) -> None:
    finish(run)
    with read_only(run.path):
        async with replayed(run, at="it2") as past:
            await past.see("REPLAY")
            await past.press("m", "b")
            await past.type("here")
            assert [mark.name for mark in past.follower.bookmarks.all] == ["here"]
