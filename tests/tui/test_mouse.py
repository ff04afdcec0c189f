"""The mouse: the terminal's own until it is asked for, and then it only points."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_runs.folder import RunFolder
from tests.tui.attached import MOUSE, assert_restored, attached
from tests.tui.helms import at_helm
from tests.tui.stories import Story, engine, write_run


def _story() -> Story:
    return Story().start().seed().grow(0.75, "n0")


@pytest.fixture
def run(tmp_path: Path) -> Iterator[RunFolder]:
    folder = write_run(tmp_path / "home", _story())
    with engine(folder):
        yield folder


def test_the_mouse_is_the_terminals_until_it_is_asked_for(run: RunFolder) -> None:
    with attached(run) as screen:
        screen.drain(0.5)
        assert not any(mode in screen.seen for mode in MOUSE)

        screen.type(b"\\")
        screen.wait_for(b"MOUSE")
        on = screen.seen
        screen.type(b"\\")
        screen.wait_for(b"\x1b[?1002l", after=len(on))
        screen.type(b"q")
        written = screen.wait_end()

    assert on.count(b"\x1b[?1002h") == on.count(b"\x1b[?1006h") == 1
    assert not any(mode in written for mode in (b"?1000h", b"?1003h", b"?1015h", b"?1016h"))
    assert_restored(written)


def test_a_screen_with_a_mouse_gives_it_back(run: RunFolder) -> None:
    with attached(run, "--mouse") as screen:
        screen.type(b"q")
        written = screen.wait_end()

    assert b"\x1b[?1002h" in written
    assert_restored(written)


def test_a_window_that_comes_back_gets_the_mouse_again(run: RunFolder) -> None:
    with attached(run, "--mouse") as screen:
        before = len(screen.seen)
        screen.type(b"\x1b[I")
        screen.wait_for(b"\x1b[?1002h\x1b[?1006h", after=before)
        screen.type(b"q")
        written = screen.wait_end()

    assert written.rindex(b"\x1b[?1002l") > written.rindex(b"\x1b[?1002h")


async def test_a_click_goes_to_a_pane_and_selects_what_stands_there(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", _story())
    async with at_helm(folder, (80, 24)) as helm:
        rows = helm.text.splitlines()
        (y,) = [number for number, row in enumerate(rows) if " n0 " in row and "seed" in row][:1]

        await helm.pilot.click(offset=(rows[y].rindex(" n0 ") + 1, y))
        await helm.pilot.pause()

        assert helm.app.main.stand.here == "dag"
        assert helm.follower.view().selected == "n0"


async def test_the_wheel_moves_the_pane_under_it(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", _story())
    async with at_helm(folder, (80, 24)) as helm:
        rollouts = helm.app.main.sections["live", "rollouts"]

        await helm.pilot._post_mouse_events([_down()], rollouts, offset=(3, 3))
        await helm.pilot.pause()

        assert helm.app.main.stand.here == "rollouts"
        assert helm.follower.view().selected != ""


def _down() -> type:
    from textual.events import MouseScrollDown

    return MouseScrollDown
