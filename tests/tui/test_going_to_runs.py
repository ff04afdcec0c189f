"""From run to run in a real terminal: one screen after the other, and the terminal as it was found."""

from pathlib import Path

from saddle_runs.folder import RunFolder
from tests.tui.attached import assert_restored, private
from tests.tui.stories import Story, engine, write_run
from tests.tui.terminals import terminal

DOWN, ENTER = b"\x1b[B", b"\r"


def _run(home: Path, id_: str) -> RunFolder:
    """A run that began in another second than others."""
    folder = write_run(home, Story().start().seed())
    path = folder.path.with_name(f"{id_}-{id_}")
    folder.path.rename(path)
    return RunFolder(path, id_, id_)


def test_attach_lets_one_choose_among_live_runs_and_go_on_to_others(tmp_path: Path) -> None:
    home = tmp_path / "home"
    first, second = _run(home, "6g000000"), _run(home, "6g000001")
    with (
        engine(first),
        engine(second),
        terminal(["--home", str(home), "attach"], environment=private(home)) as screen,
    ):
        screen.wait_for(b"Runs in")
        screen.wait_for(b"Enter open")
        screen.wait_for(b"is on the screen")
        screen.type(DOWN)
        screen.wait_for(f"({first.id})".encode())
        screen.type(ENTER)
        screen.wait_for(b"DRIVER", screen.seen.rindex(f"({first.id})".encode()))
        screen.drain(0.5)
        screen.type(b"q")
        written = screen.wait_end()

    assert_restored(written)
    assert screen.code == 0
    assert f"{first.id} goes on; come back with".encode() in written
    assert f"{second.id} goes on; come back with".encode() not in written
