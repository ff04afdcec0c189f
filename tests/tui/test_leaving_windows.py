"""A window is left once, however fast keys follow each other."""

from pathlib import Path

import pytest
from textual.events import Key

from saddle_runs.folder import RunFolder
from tests.tui.helms import at_helm, held
from tests.tui.stories import write_run


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "home", held())


@pytest.mark.parametrize("opener", ["colon", "ctrl+p", "question_mark", "y", "p", "i", "r"])
@pytest.mark.parametrize("key", ["escape", "enter"])
async def test_keys_that_come_while_a_window_goes_take_nothing_else_from_the_screen(
    run: RunFolder, opener: str, key: str
) -> None:
    async with at_helm(run) as helm:
        await helm.press(opener)
        await helm.until(lambda: helm.app.screen is not helm.app.main)
        if opener == "colon":
            await helm.type("filter x")
        for _ in range(4):
            helm.app.post_message(Key(key, None))
        await helm.pilot.pause()

        assert helm.app.is_running
        assert helm.app._exception is None
        assert helm.app.main in helm.app.screen_stack
        assert not helm.inbox.pending()
