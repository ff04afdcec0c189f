"""Views of replays, as of one of a story's records."""

from dataclasses import replace
from typing import Any

from saddle_tui.replaying.replay import Replay
from saddle_tui.replaying.timeline import Timeline
from saddle_tui.view import View
from tests.tui.states import searched
from tests.tui.stories import Story
from tests.tui.views import view_of


def past(
    story: Story | None = None, at: int | None = None, looked: int | None = None, **changes: Any
) -> View:
    """A replay that stands at a record.

    Args:
        story: of the run.
        at: the record; None for the last one.
        looked: the record up to which it has been looked through; None for the last one.
        changes: fields of `Replay`.
    """
    story = story or searched()
    records = list(story.records())
    timeline = Timeline()
    for record in records[:looked]:
        timeline.apply(record)
    at = at or len(records)
    then = Story(story.text)
    then.events = story.events[:at]
    shown = Replay(
        timeline, at, records[at - 1].at, len(records), playing=False, speed=1.0,
        end_at=records[-1].at,
    )  # fmt: skip
    return replace(view_of(then), replay=replace(shown, **changes))
