"""Keys that come in one go mean what they would mean one by one."""

from pathlib import Path

from textual.events import Key

from tests.tui.helms import Helmed, at_helm, held
from tests.tui.stories import write_run


def at_once(helmed: Helmed, *keys: str) -> None:
    """As a terminal hands on what was typed while the program was at work."""
    for key in keys:
        helmed.app.post_message(Key(key, key if len(key) == 1 else None))


async def test_letters_behind_the_key_of_a_filter_are_letters(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", held())
    async with at_helm(folder) as helmed:
        at_once(helmed, "7", "slash", *"iterox", "enter")
        await helmed.see("Log /iterox")

        assert len(helmed.app.screen_stack) == 2
        assert [*helmed.app.main.deeds][-2:] == ["log", "filter"]


async def test_a_key_behind_one_that_closes_a_window_is_for_what_stands_there(
    tmp_path: Path,
) -> None:
    async with at_helm(write_run(tmp_path / "home", held())) as helmed:
        at_once(helmed, "question_mark", "escape", "6")
        await helmed.until(lambda: helmed.app.main.stand.room == "scores")


async def test_a_whole_veto_can_be_typed_in_one_go(tmp_path: Path) -> None:
    async with at_helm(write_run(tmp_path / "home", held())) as helmed:
        await helmed.press("5")
        await helmed.calm()
        at_once(helmed, *"vdear", "enter")
        sent = await helmed.answer()

        assert sent.verb == "veto"
        assert "dear" in (sent.reason, sent.arguments.get("reason"))


async def test_two_commands_can_be_typed_in_one_go(tmp_path: Path) -> None:
    async with at_helm(write_run(tmp_path / "home", held())) as helmed:
        at_once(
            helmed,
            "colon",
            *"patches",
            "enter",
            "colon",
            *"scores",
            "enter",
            "colon",
            *"log",
            "enter",
        )
        await helmed.until(lambda: helmed.app.main.stand.room == "log")

        assert len(helmed.app.screen_stack) == 2
        assert [*helmed.app.main.deeds][-6:] == [
            "command",
            "patches",
            "command",
            "scores",
            "command",
            "log",
        ]
