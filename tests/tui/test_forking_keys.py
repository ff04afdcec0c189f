"""A fork from the screen: what is asked, what is done, and what is told."""

import threading
from pathlib import Path

import pytest

from saddle_engine.errors import SaddleError
from saddle_tui.asking.sending import carry_out
from saddle_tui.requests import Request
from tests.tui.helms import at_helm, held
from tests.tui.stories import Story, write_run


async def test_a_fork_that_cannot_be_made_is_told_and_its_name_is_kept(tmp_path: Path) -> None:
    async with at_helm(write_run(tmp_path / "home", held())) as helm:
        await helm.press("2", "B")
        await helm.see("Fork demo from n1?")
        await helm.see("name demo-n1")
        await helm.type("-again")
        await helm.press("enter")
        await helm.see("✗ fork n1: ")
        await helm.press("B")

        await helm.see("name demo-n1-again")
        assert list(helm.inbox.pending()) == []


async def test_a_run_that_is_done_can_still_be_forked(tmp_path: Path) -> None:
    story = Story().start().seed().grow(0.75, "n0").seal("n1").test("n0", 0.4).test("n1", 0.6)
    async with at_helm(write_run(tmp_path / "home", story.done())) as helm:
        await helm.press("2", "s")
        await helm.see("pin: the run is done: nothing is left to steer")
        await helm.press("B")

        await helm.see("Fork demo from n1?")


def test_a_fork_without_its_node_is_an_error_in_words(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", held())
    request = Request("fork", "fork n9", {"node": "n9", "name": "other"})

    with pytest.raises(SaddleError):
        carry_out(folder, request, "me", threading.Event())
