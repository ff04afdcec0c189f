"""A question says what Enter and Esc do, however much it shows."""

from pathlib import Path

import pytest

from saddle_tui.screens.armed import Calm
from saddle_tui.screens.dialog import Field, Form, Question
from saddle_tui.text.safe import clean
from tests.tui.helms import at_helm, held
from tests.tui.stories import write_run

SHOWN = [[(clean(f"line {number}"), "")] for number in range(60)]


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (100, 30), (120, 40)])
async def test_the_choices_stand_below_a_long_diff(tmp_path: Path, size: tuple[int, int]) -> None:
    asked = Question(
        "Send this version of p3?",
        ("It is checked like any patch, before anything is spent; p3 waits until then.",),
        (Field("reason", "why (optional)"),),
        "send it",
        SHOWN,
    )
    async with at_helm(write_run(tmp_path / "home", held()), size) as helm:
        helm.app.push_screen(Form(asked, Calm(helm.watch)))

        await helm.see("Enter send it Esc back")
        await helm.see("line 0")
        await helm.see("why (optional)")
