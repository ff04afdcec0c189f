"""Whoever types faster than a window opens loses no letter, and none of them is taken for a key."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from textual.events import Key
from textual.widgets import Input

from saddle_runs.folder import RunFolder
from saddle_tui.screens.armed import Calm
from saddle_tui.screens.dialog import Field, Form, Question
from saddle_tui.screens.early import Early
from saddle_tui.screens.line import OneLine
from saddle_tui.screens.palette import Palette
from tests.tui.helms import at_helm, held
from tests.tui.stories import write_run

WINDOWS: dict[str, Callable[[], Early[Any]]] = {
    "line": lambda: OneLine(":", "", lambda line: "", hint=lambda line: ""),
    "palette": lambda: Palette([], lambda action: ""),
    "form": lambda: Form(Question("Why?", (), (Field("why", "why"),)), Calm(lambda: 0.0)),
}


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return write_run(tmp_path / "home", held())


@pytest.mark.parametrize("make", WINDOWS.values(), ids=WINDOWS)
async def test_letters_that_come_before_the_field_stand_in_it(
    run: RunFolder, make: Callable[[], Early[Any]]
) -> None:
    async with at_helm(run) as helm:
        window = make()
        helm.app.push_screen(window)
        for letter in "apxq":
            window.on_key(Key(letter, letter))  # it has no field yet

        await helm.until(lambda: isinstance(window.focused, Input))
        await helm.pilot.pause()
        assert window.query_one(Input).value == "apxq"
        assert not helm.inbox.pending()
