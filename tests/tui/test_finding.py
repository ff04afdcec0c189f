"""Finding things: palette, command line, filters, jumping, and going somewhere by a name."""

from functools import partial
from pathlib import Path

import pytest

from saddle_engine.types.rollout import Outcome, Purpose
from saddle_runs.folder import RunFolder
from saddle_tui import fuzzy
from saddle_tui.actions import ACTIONS, REGISTRY, actions
from saddle_tui.actions.naming import ALSO, complete, names, understand
from saddle_tui.screens.jump import LETTERS
from saddle_tui.screens.palette import ranked
from saddle_tui.screens.rooms import ROOMS
from tests.tui.helms import Helmed, at_helm, held
from tests.tui.hostile import HOSTILE
from tests.tui.stories import Story, write_run
from tests.tui.views import at_work, view_of


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    story = Story().start(limits={"rollouts": 400}).seed().grow(0.75, "n0")
    story.iterate("n1")
    ids = story.begin_all(Purpose.BEFORE, ["stamp-1", "depot-2", "depot-3"], 2)
    story.end(ids[0]).end(ids[1], Outcome.FAILED)
    return write_run(tmp_path / "home", story)


def _here(helm: Helmed) -> str:
    assert helm.app.focused is not None
    return str(helm.app.focused.id)


@pytest.mark.parametrize("action", REGISTRY, ids=lambda action: action.id)
def test_every_action_is_found_by_its_names(action: object) -> None:
    from saddle_tui.actions import Action

    assert isinstance(action, Action)
    replay = action.only == "replay"
    for name in (action.id, action.id.replace("_", "-")):
        assert understand(name, replay=replay) == (action, "")
    assert action in ranked(action.title, [*REGISTRY])
    takes = isinstance(understand(f"{action.id} n3", replay=replay), tuple)
    assert takes == bool(action.takes)


@pytest.mark.parametrize(
    ("line", "id_", "text"),
    [
        ("pin n3", "pin", "n3"),
        ("limit rollouts=500", "limit", "rollouts=500"),
        ("hold policy all", "hold", "all"),
        ("  First Difference ", "first_difference", ""),
        ("q", "detach", ""),
        ("12", "go", "12"),
        ("#12", "go", "#12"),
        ("palet", "palette", ""),
    ],
)
def test_a_line_is_understood(line: str, id_: str, text: str) -> None:
    found = understand(line)

    assert isinstance(found, tuple)
    assert (found[0].id, found[1]) == (id_, text)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("", "type the name of an action"),
        ("secore", "no action is called 'secore'; did you mean scores"),
        ("p", "'p' may be "),
        ("seal now", "seal takes nothing, and 'now' stands behind it"),
        ("xyzzy", "no action is called 'xyzzy'; Tab lists them"),
    ],
)
def test_a_line_that_is_not_understood_is_told_why(line: str, said: str) -> None:
    found = understand(line)

    assert isinstance(found, str)
    assert said in found


def test_names_of_other_programs_lead_to_actions() -> None:
    assert {id_ for ids in ALSO.values() for id_ in ids} <= ACTIONS.keys()
    known = {name for action in REGISTRY for name in names(action)}
    assert not known & ALSO.keys()


def test_lines_are_completed_with_what_there_is() -> None:
    view = view_of(at_work())

    assert complete("pha", view) == ["phase"]
    assert complete("phase ", view) == ["phase capability", "phase steering"]
    assert complete("pin n", view)[:2] == ["pin n0", "pin n1"]
    assert complete("limit ro", view) == ["limit rollouts=400"]
    assert complete("seal ", view) == ["seal"]
    assert len(complete("", view)) == len(actions(replay=False))


def test_the_best_answer_comes_first() -> None:
    assert ranked("pause", [*REGISTRY])[0].id == "pause"
    assert ranked("veto", [*REGISTRY])[0].id == "veto"
    assert ranked("fd", [*REGISTRY])[0].title == "first difference"
    assert ranked("zzzz", [*REGISTRY]) == []
    assert fuzzy.score("ab", "ba") is None


async def test_the_palette_does_what_is_chosen(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("ctrl+p")
        await helm.type("scores")
        await helm.see("› screen: Scores")
        await helm.press("enter")

        assert _here(helm) == "scores-curves"


async def test_what_cannot_be_done_stays_in_the_palette_and_says_why(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("ctrl+p")
        await helm.type("veto")
        await helm.see("not now: no patch waits for you")
        await helm.press("enter")
        assert helm.app.screen is not helm.app.main
        await helm.press("escape")
        assert helm.app.screen is helm.app.main


async def test_an_observer_finds_nothing_that_steers(run: RunFolder) -> None:
    async with at_helm(run, observe=True) as helm:
        await helm.press("ctrl+p")
        await helm.type("veto")
        await helm.press("enter")
        assert "patch: veto" not in helm.text


async def test_a_command_goes_somewhere_and_is_remembered(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("colon")
        await helm.type("go r6")
        await helm.press("enter")
        assert _here(helm) == "rollouts-trace"
        assert helm.follower.view().selected == "r6"
        await helm.press("colon", "up")
        await helm.see(":go r6")
        await helm.press("down")
        assert ":go r6" not in helm.text
        await helm.press("escape")


@pytest.mark.parametrize(
    ("name", "pane"),
    [
        ("n1", "dag-dag"),
        ("p1", "patches-patch"),
        ("stamp-1", "scores-heatmap"),
        ("3", "log-log"),
        ("0:05", "log-log"),
        ("it1", "log-log"),
        ("iteration 1", "log-log"),
    ],
)
async def test_everything_has_a_place_where_one_goes(run: RunFolder, name: str, pane: str) -> None:
    async with at_helm(run) as helm:
        await helm.press("at")
        await helm.type(name)
        await helm.press("enter")

        assert _here(helm) == pane


async def test_an_iteration_is_found_in_the_log_and_no_other_one(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("at")
        await helm.type("it1")
        await helm.press("enter")

        await helm.see("Log /~i 1")
        await helm.see("IterationStarted")
        assert "IterationStarted" not in helm.text.partition("IterationStarted")[2]


async def test_what_is_not_there_is_told(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("at")
        await helm.type("n99")
        await helm.press("enter")

        await helm.see("go: there is no n99; expected such as n3, p7, r12, d4, it3, 1234, 0:12:30")
        assert _here(helm) == "live-rollouts"


async def test_a_wrong_command_stays_with_a_sentence_and_tab_helps(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("colon")
        await helm.type("phase sideways")
        await helm.press("enter")
        await helm.see("sideways")
        assert list(helm.inbox.pending()) == []
        await helm.press("escape", "colon", "ctrl+u")
        await helm.type("xyzzy")
        await helm.press("enter")
        await helm.see("no action is called 'xyzzy'")
        await helm.press("ctrl+u")
        await helm.type("pha")
        await helm.press("tab")
        await helm.see(":phase")
        await helm.type(" ")
        await helm.press("tab")
        await helm.see(":phase capability")
        await helm.press("tab")
        await helm.see(":phase steering")
        await helm.press("shift+tab")
        await helm.see(":phase capability")


async def test_a_command_steers(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("colon")
        await helm.type("limit rollouts=500")
        await helm.press("enter")
        command = await helm.answer()

    assert (command.verb, command.arguments) == ("limit", {"name": "rollouts", "value": 500})


async def test_typing_hostile_text_harms_nobody(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        for key in ("colon", "slash", "ctrl+p"):
            await helm.press(key)
            helm.app.screen.query_one("#words").insert_text_at_cursor(HOSTILE)  # type: ignore[attr-defined]
            await helm.press("enter", "tab", "up", "down")
            assert "\x1b" not in helm.text
            await helm.press("escape", "escape")


@pytest.mark.parametrize("key", ["colon", "slash", "ctrl+p", "at"])
async def test_a_patch_that_is_held_while_one_types_changes_nothing(
    tmp_path: Path, key: str
) -> None:
    story = held()
    asked = story.events.pop()
    async with at_helm(write_run(tmp_path / "home", story)) as helm:
        await helm.press("5", "tab", key)
        await helm.type("aa")
        await helm.journal.append(asked)
        await helm.until(lambda: helm.follower.state.patches["p2"].status == "held")  # type: ignore[index]
        await helm.type("vy")
        field = helm.app.screen.query_one("#words")
        assert field.value.endswith("aavy")  # type: ignore[attr-defined]
        assert helm.app.focused is field
        await helm.press("escape")
        assert _here(helm) == "patches-patch"

        assert list(helm.inbox.pending()) == []


async def test_a_filter_leaves_the_rows_that_match(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("slash")
        await helm.type("depot & ~o failed")
        await helm.press("enter")
        await helm.until(lambda: "stamp-1" not in helm.text)
        assert "/depot" in helm.text
        rows = helm.text.split("Trace")[0]
        assert "depot-2" in rows
        assert "depot-3" not in rows
        assert "stamp-1" not in rows
        await helm.press("escape")
        await helm.see("stamp-1")


async def test_a_filter_can_be_typed_as_a_command(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("colon")
        await helm.type("filter depot")
        await helm.press("enter")
        await helm.until(lambda: "stamp-1" not in helm.text)
        await helm.press("colon")
        await helm.type("filter (depot")
        await helm.press("enter")
        await helm.see("filter: a ( has no )")


async def test_an_empty_filter_says_which_key_shows_all(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("slash")
        await helm.type("nowhere")
        await helm.press("enter")
        await helm.see("no row matches 'nowhere'; / changes it, &")
        await helm.press("j", "enter")
        await helm.press("1", "ampersand")
        await helm.see("stamp-1")


async def test_a_wrong_filter_stays_with_a_sentence(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("slash")
        await helm.type("~o")
        await helm.press("enter")
        await helm.see("~o needs a word")
        assert helm.app.screen is not helm.app.main


async def test_words_are_found_in_a_text(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("4", "tab", "slash")
        await helm.type("no such words")
        await helm.press("enter")
        await helm.see("'no such words' is nowhere in this pane")
        await helm.press("n")
        await helm.see("'no such words' is nowhere in this pane")


async def test_words_are_found_in_a_whole_transcript(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("at")
        await helm.type("r5")
        await helm.press("enter", "slash")
        await helm.type("passed")
        await helm.press("enter")
        await helm.until(lambda: helm.follower.view().hunt and helm.follower.view().hunt.found)  # type: ignore[union-attr]
        await helm.see("/passed")
        await helm.press("ampersand")
        assert helm.follower.view().hunt is None


async def test_a_match_in_the_dag_is_gone_to(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("2", "slash")
        await helm.type("~n n0")
        await helm.press("enter")
        assert helm.follower.view().selected == "n0"
        await helm.press("n", "N")
        assert helm.follower.view().selected == "n0"


async def test_a_letter_leads_to_a_pane(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("apostrophe")
        await helm.see("[s] EvoDAG")
        await helm.press("s")
        assert _here(helm) == "live-dag"
        assert "[s]" not in helm.text
        await helm.press("escape")
        assert _here(helm) == "live-rollouts"


async def test_a_key_that_is_no_letter_of_a_jump_does_nothing(tmp_path: Path) -> None:
    async with at_helm(write_run(tmp_path / "home", held())) as helm:
        await helm.press("5")
        await helm.calm()
        await helm.press("apostrophe", "v")
        assert helm.app.screen is helm.app.main
        await helm.press("apostrophe", "X", "apostrophe", "enter")
        assert helm.app.screen is helm.app.main
        assert list(helm.inbox.pending()) == []


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (60, 18), (45, 10)])
async def test_a_pane_without_room_has_the_window_when_it_is_gone_to(
    run: RunFolder, size: tuple[int, int]
) -> None:
    async with at_helm(run, size) as helm:
        for pane in ("events", "budget", "rollouts"):
            letter = LETTERS[ROOMS["live"].panes.index(pane)]
            await helm.press("apostrophe", letter)
            section = helm.app.main.sections["live", pane]
            await helm.until(partial(getattr, section, "display"))
            assert _here(helm) == f"live-{pane}"
        if size >= (60, 18):
            await helm.until(lambda: helm.app.main.sections["live", "dag"].display)


async def test_one_leaves_after_being_asked_once(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("ctrl+c")
        await helm.see("press Ctrl-C again to leave; the run goes on without its screen")
        assert helm.app.is_running
        helm.watch.seconds += 60
        await helm.press("ctrl+c")
        assert helm.app._exit is False
        await helm.press("ctrl+c")
        assert helm.app._exit is True


async def test_one_always_leaves_also_while_typing(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("colon", "x", "ctrl+q")
        assert helm.app._exit is True
