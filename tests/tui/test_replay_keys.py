"""A replay is moved in by keys; nothing that changes a run is there."""

from pathlib import Path

import pytest

from saddle_runs.control import ControlBox
from saddle_runs.folder import RunFolder
from saddle_tui.actions import REGISTRY, Action, actions
from saddle_tui.actions.finding import action_of
from saddle_tui.actions.linting import complaints
from saddle_tui.actions.naming import understand
from saddle_tui.keymap import KEYS
from saddle_tui.replaying.mark import MarkKind
from saddle_tui.screens.help import help_lines
from saddle_tui.screens.palette import Palette
from saddle_tui.screens.rooms import ROOMS
from saddle_tui.seat import REPLAY
from tests.tui.replays import replayed, searched, write_paced

CHANGES = [action for action in REGISTRY if not action.there(replay=True)]
PANES = [(room.id, pane) for room in ROOMS.values() for pane in room.panes]


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_paced(tmp_path / "home", searched())


async def test_it_plays_as_fast_as_the_run_was_and_faster_and_pauses_at_the_end(
    run: RunFolder,
) -> None:
    async with replayed(run) as past:
        await past.see("REPLAY")
        await past.see("‖ paused x1")
        await past.press("space")
        await past.play(3)
        assert past.seq == 4  # a record a second
        await past.press("greater_than_sign", "greater_than_sign")
        await past.see("▶ playing x4")
        await past.play(1)
        assert past.seq == 8
        await past.press("space")
        await past.play(5)
        assert past.seq == 8
        await past.press(*6 * ["greater_than_sign"], "p")
        await past.play(60)
        await past.see("‖ paused x64")
        await past.see("the end")
        assert past.seq == past.follower.end_seq
        await past.press("space")
        await past.see("this is the end of the run")


async def test_records_iterations_and_marks_are_stepped_through_both_ways(run: RunFolder) -> None:
    async with replayed(run) as past:
        timeline = past.follower.index.timeline
        await past.press("right_square_bracket")
        assert past.seq == 2
        await past.press("left_square_bracket", "left_square_bracket")
        assert past.seq == 1
        await past.see("this is the first record")
        begins = [timeline.iterations[number] for number in (1, 2, 3)]
        for begin in begins:
            await past.press("right_curly_bracket")
            assert past.seq == begin
        await past.press("right_curly_bracket")
        await past.see("no iteration begins after this")
        await past.press("left_curly_bracket")
        assert past.seq == begins[1]
        await past.press("0")
        assert past.seq == 1
        marks = [mark.seq for mark in timeline.marks]
        for seq in marks:
            await past.press("m")
            assert past.seq == seq
        await past.press("m")
        await past.see("no mark after this")
        await past.press("M")
        assert past.seq == marks[-2]


async def test_marks_of_one_kind_are_gone_to_when_that_is_chosen(run: RunFolder) -> None:
    async with replayed(run) as past:
        await past.press("comma")
        first = past.follower.kind
        assert first is MarkKind.ADMITTED
        await past.see("m and M go to: admitted (2)")
        await past.press("m", "m", "m")
        await past.see("no mark of the kind admitted after this")
        await past.press("colon")
        await past.type("mark_kind sealed")
        await past.press("m")
        sealed = [m.seq for m in past.follower.index.timeline.marks if m.kind is MarkKind.SEALED]
        assert [past.seq] == sealed
        await past.press("colon")
        await past.type("mark_kind nonsense")
        await past.see("nonsense is none of all, admitted")


async def test_bookmarks_are_there_again_when_the_run_is_looked_at_again(run: RunFolder) -> None:
    async with replayed(run, at="7") as past:
        await past.press("b")
        await past.see("Remember record 7")
        await past.type("before the end")
        await past.press("0", "b")
        await past.type("")
    async with replayed(run, at="end") as past:
        assert [mark.seq for mark in past.follower.bookmarks.all] == [1, 7]
        await past.press("B")
        await past.see("before the end")
        await past.press("j", "enter")
        await past.until(lambda: past.seq == 7)
        assert past.follower.go("start") == ""
        assert past.follower.go("before the end") == ""
        assert past.seq == 7
        past.follower.bookmarks.set(3, "end")
        assert past.follower.find("end") == past.follower.end_seq  # words of our own mean the same
        past.follower.bookmarks.drop(3)
        await past.press("M")
        assert past.seq == 1
        await past.press("B", "d", "d")
        await past.see("no bookmark is left")
        await past.press("escape", "B")
        await past.see("there is no bookmark yet")


async def test_one_goes_to_any_place_by_its_name(run: RunFolder) -> None:
    async with replayed(run) as past:
        timeline = past.follower.index.timeline
        for typed, seq in (("it2", timeline.iterations[2]), ("n2", timeline.places["n2"]), ("12", 12),
                           ("0:00:05", 6), ("end", past.follower.end_seq), ("start", 1)):  # fmt: skip
            await past.press("t")
            await past.see("Go to a place of this run")
            await past.type(typed)
            await past.arrive(seq)
        await past.press("t")
        await past.type("n99")
        await past.see("there is no 'n99'")
        await past.press("escape", "at")
        await past.type("p2")
        await past.until(lambda: past.seq == timeline.places["p2"])
        await past.see("Patch p2")
        await past.press("colon")
        await past.type("9")
        await past.until(lambda: past.seq == 9)


async def test_what_is_later_is_not_told_in_any_pane(run: RunFolder) -> None:
    async with replayed(run, (120, 40), at="end") as past:
        for room, pane in PANES:  # whatever is kept of the end must not be shown of the beginning
            past.app.main.stand.enter(room, past.follower.view(), pane)
            past.app.main.stand.open(room, pane)
            past.follower.settle()
            past.app.main.draw()
            await past.pilot.pause()
        begin = past.follower.index.timeline.iterations[1]
        past.follower.seek(begin)
        for room, pane in PANES:
            past.app.main.stand.open(room, pane)
            past.follower.settle()
            past.app.main.draw()
            await past.pilot.pause()
            section = past.app.main.sections[room, pane]
            said = f"{section._head} " + " ".join(t for line in section._shown for t, _ in line)
            for later in ("n1", "n2", "p1", "p2", "0.750", "1.000", "0.600", "it 2", "sealed"):
                assert later not in said.split(), f"{room}, {pane}: {said}"


@pytest.mark.parametrize("action", CHANGES, ids=lambda action: action.id)
def test_no_key_line_or_palette_of_a_replay_changes_the_run(action: Action) -> None:
    for key in KEYS.get(action.id, ()):
        for room, pane in PANES:
            found = action_of(key, room, pane, replay=True)
            assert found is None or (found != action and not found.steers)
    assert action not in actions(replay=True)
    assert not isinstance(understand(f"{action.id}", replay=True), tuple)
    if action.steers:
        assert "what happened cannot be changed" in str(understand(action.id, replay=True))


async def test_nothing_is_asked_of_an_engine_whatever_is_pressed(run: RunFolder) -> None:
    before = {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()}
    async with replayed(run, at="end") as past:
        for room in ("patches", "triage", "dag", "rollouts"):
            past.app.main.stand.enter(room, past.follower.view())
            for action in CHANGES:
                past.app.main.do(action.id)
                await past.pilot.pause()
                assert past.app.screen is past.app.main, action.id
        await past.press("ctrl+p")
        window = past.app.screen
        assert isinstance(window, Palette)
        assert not [each for each in window._actions if each in CHANGES]
        await past.press("escape")
        said = " ".join(
            text for line in help_lines(past.follower.view(), REPLAY, ("live", "dag"), 90) for text, _ in line
        )  # fmt: skip
        assert not [each.id for each in CHANGES if each.help in said]
        assert "d declined, A admitted" in " ".join(said.split())  # the letters of the strip
    with ControlBox(run.control) as box:
        assert box.driver(0.0) is None
    after = {path: path.read_bytes() for path in run.path.rglob("*") if path.is_file()}
    assert {path: after[path] for path in before if path.suffix == ""} == {
        path: content for path, content in before.items() if path.suffix == ""
    }
    assert {path.name for path in after} <= {path.name for path in before} | {
        "run.db-shm", "run.db-wal", "control.db-shm", "control.db-wal",
    }  # fmt: skip


async def test_the_key_bar_says_what_a_replay_can_do(run: RunFolder) -> None:
    async with replayed(run, (120, 40)) as past:
        for words in ("Space play", "m next mark", "} iteration", "t seek", "q leave", "REPLAY"):
            await past.see(words)
        assert "pause" not in past.text.splitlines()[-1]
        assert "detach" not in past.text.splitlines()[-1]


async def test_at_the_empty_start_of_a_replay_the_keys_that_lead_on_are_told(
    run: RunFolder,
) -> None:
    async with replayed(run) as past:
        await past.see("Space plays the run, } goes to the next iteration, E to the end")
        await past.press("}")
        assert "plays the run" not in past.text


async def test_one_comes_back_to_the_run_as_it_is_and_from_there_to_its_past(
    run: RunFolder,
) -> None:
    async with replayed(run, at="9") as past:
        await past.press("3", "T")
        await past.until(lambda: past.app.wanted is not None)
        wanted = past.app.wanted
        assert wanted is not None
        assert (wanted.folder.id, wanted.replay, wanted.room) == (run.id, False, "rollouts")


async def test_a_run_that_is_compared_with_itself_knows_no_more_than_it_did_then(
    run: RunFolder,
) -> None:
    async with replayed(run, (120, 40), at="it2") as past:
        await past.press("2", "colon")
        await past.type(f"compare {run.id}:n2")
        await past.see("there is no node demo:n2; the nodes are: best, seed, n0, n1")


async def test_any_run_of_the_list_can_be_replayed(run: RunFolder) -> None:
    async with replayed(run) as past:
        await past.press("r")
        await past.see("Ctrl-R replay")
        await past.see("is on the screen")
        await past.press("ctrl+r")
        await past.until(lambda: past.app.wanted is not None)
        wanted = past.app.wanted
        assert wanted is not None
        assert (wanted.folder.id, wanted.replay, wanted.at) == (run.id, True, "start")


def test_a_key_that_a_replay_takes_for_itself_is_complained_about() -> None:
    assert complaints({"help": ("f5",), "play": ("f5",)}) == [
        "help has no key in a replay: play goes before it there"
    ]
    assert complaints({"help": ("f5", "f6"), "play": ("f5",)}) == []
    assert complaints({"play": ("f5",), "faster": ("f5",)}) == [
        "F5 is play and faster everywhere; it does play"
    ]
