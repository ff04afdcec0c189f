"""Commands that the screen tells."""

from pathlib import Path

import pytest

from saddle_tui.hints import command


def test_a_folder_that_was_removed_does_not_end_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    monkeypatch.delenv("SADDLE_HOME", raising=False)
    gone.rmdir()

    assert command(tmp_path / "home", "resume r") == f"saddle-tui --home {tmp_path}/home resume r"
