"""A line of ten megabytes: capped where it is painted, whole where it is read."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_runs.folder import RunFolder
from saddle_tui.matter import matter
from saddle_tui.screens.contents import CONTENTS
from saddle_tui.text.safe import LINE_LIMIT, clean
from saddle_tui.text.width import fit, width_of, wrap
from tests.tui.stories import Story, engine, write_run
from tests.tui.views import view_of

LONG = "界x\x1b[2J" * 1_700_000
"""Ten megabytes without a line feed."""
PATIENCE_S = 0.5
"""50 ms, and room for a busy machine."""


def test_painting_a_huge_line_costs_no_more_than_a_long_one() -> None:
    begun = time.perf_counter()
    shown = clean(LONG)
    cut = fit(LONG, 80)
    rows = wrap(shown, 80, 200)
    took = time.perf_counter() - begun

    assert took < PATIENCE_S
    assert len(shown) <= 12 * LINE_LIMIT
    assert width_of(cut) <= 80
    assert 100 < len(rows) <= 200


@pytest.fixture
def story() -> Story:
    story = Story().start().seed()
    story.iterate("n0")
    return story


@pytest.fixture
def run(tmp_path: Path, story: Story) -> Iterator[RunFolder]:
    session = list(story.events)
    assert session
    folder = write_run(tmp_path / "home", story)
    with engine(folder):
        yield folder


def test_a_pager_gets_what_a_pane_cuts(run: RunFolder, story: Story) -> None:
    """Of a transcript everything, whatever panes leave out of it."""
    view = view_of(story)
    assert view.subject

    lines = list(matter(run, CONTENTS["trace"], view))

    assert lines
    assert not any("left out" in line for line in lines)
    assert all(line.isprintable() for line in lines)


def test_a_pane_without_a_transcript_is_read_as_it_stands(run: RunFolder, story: Story) -> None:
    lines = list(matter(run, CONTENTS["dag"], view_of(story)))

    assert any("n0" in line for line in lines)
    assert isinstance(story.events[0], ev.RunStarted)
