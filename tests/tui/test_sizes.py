"""Windows of any size, at any moment, with anything open: the screen lives, and shows what there is room for."""

from pathlib import Path
from random import Random

import pytest

from saddle_runs.folder import RunFolder
from saddle_tui.keymap import KEYS
from tests.tui.helms import at_helm, held
from tests.tui.stories import write_run

EXTREMES = [(1, 1), (300, 1), (1, 100), (300, 100), (39, 7), (40, 8), (59, 17), (60, 18), (80, 24)]
LEAVES = {
    "detach",
    "leave",
    "replay",
    "attach",
    "suspend",
    "pager",
    "edit",
    "change",
    "resolve",
    "mouse",
}
"""What these do is not the screen's alone."""
OPEN = [
    "question_mark",
    "colon",
    "slash",
    "ctrl+p",
    "apostrophe",
    "at",
    "b",
    "P",
    "S",
    "X",
    "p",
    "O",
]


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "home", held())


@pytest.mark.parametrize("key", OPEN)
async def test_windows_live_in_every_size(run: RunFolder, key: str) -> None:
    async with at_helm(run) as helm:
        await helm.press(key)
        for size in EXTREMES:
            await helm.pilot.resize_terminal(*size)
            await helm.pilot.pause()
            assert helm.app.is_running
        await helm.press("escape", "escape")
        await helm.see("demo")


@pytest.mark.parametrize("seed", range(2))
async def test_a_random_walk_crashes_nothing(run: RunFolder, seed: int) -> None:
    random = Random(seed)
    keys = sorted({key for id_, keys in KEYS.items() if id_ not in LEAVES for key in keys})
    async with at_helm(run) as helm:
        for _ in range(25):
            size = random.choice([*EXTREMES, (random.randint(1, 300), random.randint(1, 100))])
            await helm.pilot.resize_terminal(*size)
            await helm.press(*random.choices([*keys, *OPEN, "escape"], k=3))
            assert helm.app.is_running
        for _ in range(4):
            await helm.press("escape")
        await helm.pilot.resize_terminal(80, 24)
        await helm.see("demo")


@pytest.mark.parametrize("size", [(45, 10), (59, 24), (80, 17), (40, 8)])
async def test_a_small_window_shows_one_pane_and_a_line_above_and_below(
    run: RunFolder, size: tuple[int, int]
) -> None:
    async with at_helm(run, size) as helm:
        await helm.see("running")
        await helm.see("? help")
        assert "Rollouts" in helm.text
        assert "EvoDAG" not in helm.text
        await helm.press("tab")
        await helm.see("EvoDAG")
        await helm.until(lambda: "Rollouts" not in helm.text)
