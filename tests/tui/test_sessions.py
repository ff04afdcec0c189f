"""The list of the agents' sessions."""

from saddle_engine import events as ev
from saddle_engine.types.base import HintId
from saddle_tui.widgets import diagnoses
from tests.tui.stories import Story
from tests.tui.views import view_of


def test_hints_that_wait_for_a_diagnosis_are_named_until_one_has_read_them() -> None:
    story = Story().start().seed()
    hint = HintId("h1")
    story.add(ev.HintGiven(hint=hint, text="look at the tools", by="ada"))
    assert "h1 waits" in diagnoses.title(view_of(story))

    story.add(ev.HintWithdrawn(hint=hint, by="ada"))
    assert "waits" not in diagnoses.title(view_of(story))
