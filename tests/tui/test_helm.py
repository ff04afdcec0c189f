"""Steering from the screen: what a key asks the engine, when it does, and what is said when it does not."""

from pathlib import Path

import pytest
from textual.events import Paste

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.types.rollout import Purpose
from saddle_runs.control import ControlBox
from saddle_runs.folder import RunFolder
from saddle_runs.lease import Driver
from saddle_tui.actions import ACTIONS
from saddle_tui.keymap import KEYS
from saddle_tui.screens.armed import ARMED_S
from saddle_tui.screens.help import KEY_CELLS
from saddle_tui.stage import held as held_patches
from tests.tui.helms import at_helm, held
from tests.tui.stories import Story, write_run


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "home", held())


async def test_a_held_patch_is_announced_and_takes_no_focus(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.see("p2 waits for you: 5 shows it, then a approves, v vetoes")

        assert helm.app.focused is not None
        assert helm.app.focused.id == "live-rollouts"


@pytest.mark.parametrize("room", "1234567")
async def test_typing_away_when_a_patch_is_held_approves_nothing(tmp_path: Path, room: str) -> None:
    story = held()
    asked = story.events.pop()
    async with at_helm(write_run(tmp_path / "home", story)) as helm:
        await helm.press(room, "a")
        before = helm.app.focused
        await helm.journal.append(asked)
        await helm.until(lambda: helm.follower.state.patches["p2"].status == "held")  # type: ignore[index]
        assert helm.app.focused is before
        for _ in helm.app.main.stand.visible():
            await helm.press("a", "a", "y", "enter", "escape", "tab")

        assert list(helm.inbox.pending()) == []


async def test_approving_waits_until_the_patch_was_looked_at(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("a")
        await helm.see("approve: look at p2 first: press 5")
        await helm.press("5", "a")
        await helm.see("p2 has only just appeared; look, then press a")
        assert list(helm.inbox.pending()) == []

        await helm.see("a approve v veto")
        await helm.calm()
        await helm.press("a")
        await helm.see("asked to approve p2; waiting for the engine")
        command = await helm.answer()
        await helm.see("✓ approve p2: done")

    assert (command.verb, command.arguments) == ("approve", {"patch": "p2"})
    assert command.expect == {"status": "held"}


async def test_what_comes_up_behind_a_window_was_not_looked_at(tmp_path: Path) -> None:
    story = held()
    asked = story.events.pop()
    async with at_helm(write_run(tmp_path / "home", story)) as helm:
        await helm.press("5", "tab", "question_mark")
        await helm.journal.append(asked)
        await helm.until(lambda: helm.follower.view().patch_text)
        await helm.until(lambda: held_patches(helm.follower.view()))
        helm.app.main.draw()
        helm.watch.seconds += 2 * ARMED_S
        await helm.press("escape", "a")
        await helm.see("p2 has only just appeared; look, then press a")

        assert list(helm.inbox.pending()) == []


async def test_the_help_is_wrapped_anew_for_another_window(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("question_mark")
        await helm.pilot.resize_terminal(60, 18)
        goes_on = f"│ {' ' * KEY_CELLS}steer RUN cancel ROLLOUT)"
        await helm.until(lambda: goes_on in helm.text)


async def test_a_veto_carries_its_reason(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("5")
        await helm.calm()
        await helm.press("v", "enter")
        await helm.see("a veto needs a reason")
        await helm.type("too broad")
        await helm.press("enter")
        command = await helm.answer()
        await helm.see("✓ veto p2: done; u takes it back")

        assert (command.arguments, command.reason) == ({"patch": "p2"}, "too broad")
        await helm.see("vetoed too broad")


async def test_a_stale_veto_is_told_with_the_new_state_and_its_reason_is_kept(
    run: RunFolder,
) -> None:
    async with at_helm(run) as helm:
        await helm.press("5")
        await helm.calm()
        await helm.press("v")
        await helm.type("too broad")
        await helm.journal.append(ev.PatchApproved(patch=held().events[-1].patch, by="bob"))  # type: ignore[union-attr]
        await helm.press("enter")
        await helm.answer()
        await helm.see("status was 'held' and is now 'checking'")
        await helm.see("nothing is left to decide on p2: 5 shows what became of it")

        assert helm.app.main.helm.draft("veto p2") == {"reason": "too broad"}


async def test_a_reason_that_was_left_is_there_again(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("5")
        await helm.calm()
        await helm.press("v")
        await helm.type("half a reas")
        await helm.press("escape")
        await helm.press("v")

        await helm.see("half a reas")


async def test_pasted_controls_do_not_reach_the_terminal_or_the_journal(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("5")
        await helm.calm()
        await helm.press("v")
        helm.app.screen.query_one(".typed").insert_text_at_cursor("bad\x1b]52;c;aGk=\x07 \u202eend")  # type: ignore[attr-defined]
        await helm.press("enter")
        command = await helm.answer()

    assert command.reason == "bad␛]52;c;aGk=␇ \\u202eend"


async def test_a_pause_drains_holds_and_ends_with_one_key_each(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("p", "d")
        assert (await helm.answer()).arguments == {"mode": "drain"}
        await helm.see("‖ paused by the operator; p goes on")
        await helm.press("p", "d")
        await helm.see("only a running search can be paused")
        await helm.press("h")
        assert (await helm.answer()).arguments == {"mode": "hold"}
        await helm.see("✓ hold now: done")
        await helm.press("p", "r")
        command = await helm.answer()
        assert (command.verb, command.expect) == ("resume", {"run": "paused"})
        await helm.see("✓ resume: done")


async def test_a_menu_takes_a_reason_first(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("p", "w")
        await helm.type("had to read")
        await helm.press("enter", "d")
        command = await helm.answer()

        assert (command.verb, command.reason) == ("pause", "had to read")


@pytest.mark.parametrize(
    ("key", "said", "verb", "arguments"),
    [
        ("P", "Switch to steering?", "phase", {"phase": "steering"}),
        ("X", "Stop the engine?", "stop", {}),
    ],
)
async def test_what_is_asked_first_is_not_done_before_it_can_be_read(
    run: RunFolder, key: str, said: str, verb: str, arguments: dict[str, str]
) -> None:
    async with at_helm(run) as helm:
        await helm.press(key)
        await helm.see(said)
        await helm.press("enter")
        await helm.see("press Enter again, once you have read it")
        await helm.press("escape")
        assert helm.app.screen is helm.app.main
        assert list(helm.inbox.pending()) == []

        await helm.press(key)
        await helm.calm()
        await helm.press("enter")
        command = await helm.answer()

        assert (command.verb, command.arguments, command.reason) == (verb, arguments, "")


@pytest.mark.parametrize(
    ("key", "word", "verb", "arguments"),
    [("S", "seal", "seal", {}), ("Z", "demo", "abort", {"run": "demo"})],
)
async def test_what_cannot_be_undone_needs_a_typed_word(
    run: RunFolder, key: str, word: str, verb: str, arguments: dict[str, str]
) -> None:
    async with at_helm(run) as helm:
        await helm.press(key)
        await helm.calm()
        await helm.press("enter")
        await helm.see(f"to go on, type {word}")
        await helm.type(word)
        await helm.press("down")
        await helm.type("enough")
        await helm.press("enter")
        command = await helm.answer()

        assert (command.verb, command.arguments) == (verb, arguments)
        assert (command.reason, command.actor) == ("enough", helm.app._seat.name)


async def test_a_hint_is_given_and_taken_back(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("i")
        helm.app.screen.post_message(Paste("look at the stamps,\nthen at the rest"))
        await helm.see("look at the stamps, then at the rest")
        await helm.press("enter")
        given = await helm.answer()
        await helm.see("✓ give a hint: done")
        await helm.until(lambda: helm.follower.state.wishes.waiting_hints)

        await helm.press("i")
        await helm.see("waits: h1 look at the stamps, then at the rest")
        await helm.type("h1")
        await helm.press("enter")
        taken = await helm.answer()

    assert given.arguments == {"text": "look at the stamps, then at the rest"}
    assert (taken.verb, taken.arguments) == ("undo", {"what": "h1"})


async def test_what_was_typed_outlives_a_refusal(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("i")
        await helm.type("look there")
        await helm.press("enter")
        await helm.see("asked to give a hint")
        helm.inbox.answer(helm.inbox.pending()[0].id, accepted=False, reason="not now")
        await helm.see("give a hint: hint was refused: not now")
        await helm.press("i")

        await helm.see("look there")


async def test_a_node_is_pinned_and_unpinned(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("2", "s")
        await helm.see("Pin n1 as the parent?")
        await helm.calm()
        await helm.press("enter")
        pinned = await helm.answer()
        await helm.see("✓ pin n1: done")
        await helm.until(lambda: helm.follower.state.wishes.pinned)
        await helm.press("s")
        await helm.see("Unpin n1?")
        await helm.calm()
        await helm.press("enter")
        unpinned = await helm.answer()

    assert (pinned.arguments, pinned.expect) == ({"node": "n1"}, {"pinned": None})
    assert (unpinned.arguments, unpinned.expect) == ({"node": ""}, {"pinned": "n1"})


async def test_the_hold_policy_is_one_key_each(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("O", "s")
        command = await helm.answer()

    assert (command.verb, command.arguments) == ("hold", {"hold": "steering"})


@pytest.mark.parametrize(("key", "verb"), [("x", "cancel"), ("R", "requeue")])
async def test_a_rollout_is_ended_or_run_anew(tmp_path: Path, key: str, verb: str) -> None:
    story = Story().start().seed()
    story.iterate("n0").begin_all(Purpose.BEFORE, ["stamp-1", "depot-2"], 0)
    async with at_helm(write_run(tmp_path / "home", story)) as helm:
        await helm.press("3", "j", key)
        await helm.see("r6")
        await helm.calm()
        await helm.press("enter")
        command = await helm.answer()

    assert (command.verb, command.arguments) == (verb, {"rollout": "r6"})
    assert command.expect == {"outcome": None}


async def test_a_limit_is_typed_and_checked(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("b")
        await helm.see("rollouts limit 400: 4 spent, 8 set aside")
        await helm.see("limit rollouts=400")
        await helm.type("x")
        await helm.press("enter")
        await helm.see("'400x' is not a positive whole number")
        await helm.press(*["backspace"] * 4)
        await helm.type("800")
        await helm.press("enter")
        command = await helm.answer()
        await helm.see("✓ limit rollouts=800: done")

    assert command.arguments == {"name": "rollouts", "value": 800}


async def test_asking_twice_asks_once(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("p", "d", "p", "d", "p", "d")
        await helm.answer()
        await helm.see("✓ pause: done")

        assert list(helm.inbox.pending()) == []


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("a", "approve: no patch waits for you"),
        ("v", "veto: no patch waits for you"),
        ("P", "phase: the search is sealed; its phase cannot change any more"),
        ("S", "seal: the search is sealed already"),
    ],
)
async def test_a_key_that_can_do_nothing_says_why(tmp_path: Path, key: str, said: str) -> None:
    story = Story().start().seed().grow(0.75, "n0").seal("n1")
    async with at_helm(write_run(tmp_path / "home", story)) as helm:
        await helm.press(key)

        await helm.see(said)


async def test_a_refusal_is_told_in_the_engines_words(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("p", "d")
        await helm.see("asked to pause")
        helm.inbox.answer(helm.inbox.pending()[0].id, accepted=False, reason="the engine leaves")
        await helm.see("pause: pause was refused: the engine leaves")


async def test_a_second_screen_observes_until_it_takes_over(run: RunFolder) -> None:
    clock = SystemClock()
    with ControlBox(run.control) as other:
        bob = Driver("bob's seat", "bob\x1b[2J on pts/9")
        other.drive(bob, clock.now())
        async with at_helm(run) as helm:
            assert "OBSERVER" in helm.text
            assert "p pause" not in helm.text
            await helm.press("p")
            await helm.see("pause: bob␛[2J on pts/9 drives this run; press t to take over")
            assert list(helm.inbox.pending()) == []

            await helm.press("t")
            await helm.see("DRIVER")
            assert "drives this run" not in helm.text
            await helm.press("p", "d")
            assert (await helm.answer()).verb == "pause"
            assert other.drive(bob, clock.now()) != bob


async def test_a_screen_whose_keys_are_taken_is_told(run: RunFolder) -> None:
    clock = SystemClock()
    async with at_helm(run) as helm:
        with ControlBox(run.control) as other:
            other.drive(Driver("bob's seat", "bob"), clock.now(), take=True)

            await helm.see("bob drives this run; press t to take over")
            await helm.see("OBSERVER")


async def test_a_screen_that_only_observes_has_no_keys_that_steer(run: RunFolder) -> None:
    async with at_helm(run, observe=True) as helm:
        assert "OBSERVER" in helm.text
        await helm.see("p2 waits for the operator: 5 shows it")
        assert "approves" not in helm.text
        await helm.press("5")
        await helm.see("Patch p2")
        for id_ in ("approve", "veto", "pause", "phase", "limit", "seal", "stop"):
            await helm.press(KEYS[id_][0])
            await helm.see(f"{ACTIONS[id_].title}: this screen only observes")
        await helm.press("t")

        assert helm.app.screen is helm.app.main
        assert list(helm.inbox.pending()) == []
        await helm.press("question_mark")
        assert "veto" not in helm.text
    with ControlBox(run.control) as box:
        assert box.driver(SystemClock().now()) is None
