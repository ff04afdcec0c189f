"""The palette and the command line offer every action everywhere: none of them may fail where it means little."""

from pathlib import Path

import pytest
from textual.screen import ModalScreen

from saddle_engine.types.rollout import Purpose
from saddle_runs.folder import RunFolder
from saddle_tui.actions import actions
from tests.tui.helms import Helmed, at_helm, held
from tests.tui.stories import Story, write_run
from tests.tui.views import TASKS

AWAY = {"detach", "replay", "suspend", "pager", "mouse", "theme", "ascii", "slow-link"}
"""They leave the screen, or change how all of it is painted."""


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    story = held()
    story.batch(Purpose.BEFORE, TASKS, 1)
    return write_run(tmp_path / "home", story)


async def _everything(helm: Helmed, room: str, pane: str) -> None:
    main = helm.app.main
    for action in actions(replay=False):
        if action.id not in AWAY:
            main.stand.enter(room, main.follower.view(), pane)
            main.do(action.id)
            if isinstance(window := helm.app.screen, ModalScreen):
                await helm.until(lambda: helm.app.screen.is_mounted)
                window.dismiss()
    await helm.pilot.pause()
    assert helm.app.is_running


@pytest.mark.parametrize(("room", "pane"), [("dag", "node"), ("log", "log")])
async def test_every_action_can_be_chosen_on_every_screen(
    run: RunFolder, room: str, pane: str
) -> None:
    async with at_helm(run, (120, 40)) as helm:
        await _everything(helm, room, pane)

        assert not helm.inbox.pending()


async def test_every_action_can_be_chosen_before_anything_has_happened(tmp_path: Path) -> None:
    async with at_helm(write_run(tmp_path / "home", Story().start())) as helm:
        await _everything(helm, "live", "rollouts")


async def test_every_action_can_be_chosen_before_the_first_record(tmp_path: Path) -> None:
    async with at_helm(write_run(tmp_path / "home", Story())) as helm:
        await _everything(helm, "live", "rollouts")
