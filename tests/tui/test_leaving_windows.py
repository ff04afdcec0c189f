"""A window is left once, whatever tells it to go."""

from pathlib import Path

import pytest
from textual.screen import ModalScreen

from saddle_runs.folder import RunFolder
from tests.tui.helms import at_helm, held
from tests.tui.stories import write_run


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "home", held())


@pytest.mark.parametrize(
    "opener", ["colon", "slash", "ctrl+p", "question_mark", "y", "p", "i", "r", "exclamation_mark"]
)
async def test_a_window_that_is_told_twice_to_go_takes_nothing_else_from_the_screen(
    run: RunFolder, opener: str
) -> None:
    async with at_helm(run) as helm:
        await helm.press(opener)
        await helm.until(lambda: helm.app.screen is not helm.app.main)
        window = helm.app.screen
        assert isinstance(window, ModalScreen)
        await helm.until(lambda: window.is_mounted)

        window.dismiss()
        window.dismiss()
        await helm.pilot.pause()

        assert helm.app.screen is helm.app.main
        assert helm.app.is_running


@pytest.mark.parametrize("action", ["command", "palette", "help", "copy", "runs"])
async def test_a_window_that_is_told_to_go_before_it_is_there_comes_whole(
    run: RunFolder, action: str
) -> None:
    async with at_helm(run) as helm:
        helm.app.main.do(action)
        window = helm.app.screen
        assert isinstance(window, ModalScreen)

        window.dismiss()
        await helm.until(lambda: window.is_mounted)
        await helm.press("escape")

        assert helm.app.screen is helm.app.main
        assert helm.app.is_running
