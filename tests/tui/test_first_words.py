"""What somebody is told who types the command for the first time."""

from pathlib import Path

import pytest

from saddle_tui import cli
from tests.tui.stories import Story, write_run


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_the_commands_to_begin_with_are_told_and_fit_80_columns(
    words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    try:
        code: object = cli.main(words)
    except SystemExit as error:
        code = error.code
    said = "".join(capsys.readouterr())

    assert code == (0 if words else 2)
    assert "saddle-tui replay --example" in said
    assert "ssh -t HOST saddle-tui attach" in said
    assert "\n    engine " not in said  # it is internal
    assert max(map(len, said.splitlines())) <= 80


@pytest.mark.parametrize("command", ["show", "report", "replay", "triage"])
def test_where_there_is_no_run_yet_the_example_is_named(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["--home", str(tmp_path), command]) == 2
    said = capsys.readouterr().err

    assert "there are no runs in" in said
    assert "saddle-tui demo" in said
    assert said.endswith("or look at the one that ships: --example\n")


def test_where_there_are_runs_a_wrong_name_is_told_without_the_example(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_run(tmp_path, Story().start())

    assert cli.main(["--home", str(tmp_path), "show", "nothing"]) == 2
    assert "--example" not in capsys.readouterr().err


def test_the_list_of_patches_ends_with_what_takes_the_best_home(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))

    assert cli.main(["triage", "--example", "--list"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (
        "take home what gained most on dev (simulated): "
        "saddle-tui triage --example --choose p6 --branch REPO:NAME"
    )
    assert cli.main(["triage", "--example", "--choose", "p1"]) == 0
    assert cli.main(["triage", "--example", "--list"]) == 0
    assert capsys.readouterr().out.endswith("together: saddle-tui triage --example --dry-run\n")


def test_a_picture_that_is_made_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    to = tmp_path / "a.svg"

    assert cli.main(["replay", "--example", "--at", "it3", "--svg", str(to)]) == 0
    assert capsys.readouterr().out.startswith(f"picture of example: {to}, ")
