"""A run is read as it stands, or in a sentence why not."""

from pathlib import Path

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_runs.folder import create_run
from saddle_tui.cli import main


@pytest.mark.parametrize("command", ["show", "stop", "resume", "export --to nowhere"])
def test_a_run_that_never_began_is_said_to_be_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    run = create_run(tmp_path / "home", "mine", SystemClock())

    assert main(["--home", str(tmp_path / "home"), *command.split()]) == 1

    told = capsys.readouterr().err
    assert f"mine ({run.id}) has not begun" in told
    assert f"then remove {run.path}" in told
