"""Whoever types faster than a window opens loses no letter, and none of them is taken for a key."""

from pathlib import Path

import pytest
from textual.events import Key
from textual.widgets import Input

from saddle_runs.folder import RunFolder
from tests.tui.helms import Helmed, at_helm, held
from tests.tui.stories import write_run


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "home", held())


def burst(helm: Helmed, opener: str, text: str) -> None:
    """All at once, as a terminal hands over what was pasted or came in one packet."""
    driver = helm.app._driver
    assert driver is not None
    driver.send_message(Key(opener, None))
    for letter in text:
        driver.send_message(Key("space" if letter == " " else letter, letter))


@pytest.mark.parametrize("opener", ["colon", "slash", "ctrl+p"])
async def test_letters_that_follow_at_once_stand_in_the_field(run: RunFolder, opener: str) -> None:
    async with at_helm(run) as helm:
        burst(helm, opener, "hold pqx")

        await helm.until(lambda: isinstance(helm.app.screen.focused, Input))
        await helm.pilot.pause()
        field = helm.app.screen.query_one(Input)
        assert field.value == "hold pqx"
        assert helm.app.is_running
        assert not helm.inbox.pending()


async def test_a_reason_that_follows_at_once_is_whole(run: RunFolder) -> None:
    async with at_helm(run, (100, 30)) as helm:
        await helm.press("5")
        await helm.calm()
        burst(helm, "v", "apxq")

        await helm.until(lambda: isinstance(helm.app.screen.focused, Input))
        await helm.pilot.pause()
        assert helm.app.screen.query_one(Input).value == "apxq"
        assert not helm.inbox.pending()
