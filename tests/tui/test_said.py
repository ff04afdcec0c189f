"""Steering on the command line of the screen: an action's name, and what it takes."""

from pathlib import Path

import pytest

from saddle_runs.folder import RunFolder
from tests.tui.helms import Helmed, at_helm, held
from tests.tui.stories import write_run


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "home", held())


async def _say(helm: Helmed, line: str) -> None:
    await helm.press("colon")
    await helm.type(line)
    await helm.press("enter")


@pytest.mark.parametrize(
    ("line", "verb", "arguments", "reason"),
    [
        ("limit rollouts=500", "limit", {"name": "rollouts", "value": 500}, ""),
        ("pause hold lunch", "pause", {"mode": "hold"}, "lunch"),
        ("hold steering", "hold", {"hold": "steering"}, ""),
        ("phase steering", "phase", {"phase": "steering"}, ""),
        ("hint look at the stamps", "hint", {"text": "look at the stamps"}, ""),
        ("pin n0", "pin", {"node": "n0"}, ""),
        ("comment ask Bob", "comment", {"patch": "p2", "text": "ask Bob"}, ""),
    ],
)
async def test_what_an_action_takes_stands_behind_its_name(
    run: RunFolder, line: str, verb: str, arguments: dict[str, object], reason: str
) -> None:
    async with at_helm(run) as helm:
        await _say(helm, line)
        command = await helm.answer()

    assert (command.verb, command.arguments, command.reason) == (verb, arguments, reason)


async def test_a_veto_takes_its_reason_once_the_patch_was_looked_at(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await _say(helm, "veto too broad")
        await helm.see("veto: look at p2 first: press 5")
        await helm.press("5")
        await helm.calm()
        await _say(helm, "veto too broad")
        command = await helm.answer()

    assert (command.verb, command.reason) == ("veto", "too broad")
    assert command.expect == {"status": "held"}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("limit beer=3", "limit: there is no limit 'beer'; expected NAME=NUMBER"),
        ("phase wild", "there is no phase 'wild'; the phases are capability and steering"),
        ("hold some", "hold: expected one of none, steering, all, not 'some'"),
        ("pin n9", "pin: there is no node 'n9'"),
        ("cancel r1", "cancel: r1 has ended: passed"),
        ("requeue r99", "requeue: r99 is no rollout"),
        ("undo h1", "there is no patch 'h1'"),
    ],
)
async def test_what_it_cannot_take_is_told(run: RunFolder, line: str, said: str) -> None:
    async with at_helm(run) as helm:
        await _say(helm, line)
        if list(helm.inbox.pending()):
            await helm.answer()

        await helm.see(said)


async def test_what_cannot_be_undone_is_asked_all_the_same(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await _say(helm, "seal")
        await helm.see("Seal the search?")

        assert list(helm.inbox.pending()) == []
