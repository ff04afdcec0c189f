"""Before the screen comes up a terminal is told of each step, and nothing else ever is."""

import io
from pathlib import Path

import pytest

from saddle_engine.errors import ConfigError, SaddleError
from saddle_runs.folder import RunFolder
from saddle_tui import launch, steps
from saddle_tui.spawn import EngineRefused
from saddle_tui.steps import SILENT, Steps
from tests.tui.stories import Story, write_run


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "terminal_encoding", lambda: "UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")


def test_a_step_has_a_tick_and_its_seconds() -> None:
    out = io.StringIO()
    told = Steps(out)

    with told("configuration"):
        assert out.getvalue().endswith("\r")  # what is said meanwhile takes its place
    with pytest.raises(ConfigError), told("tasks and harness"):
        raise ConfigError("no such harness")

    first, second = out.getvalue().split("\n")[:2]
    assert first.rpartition("\r")[2].startswith("✓ configuration  ")
    assert first.endswith(" s")
    assert second.rpartition("\r")[2].startswith("✗ tasks and harness  ")


def test_a_terminal_of_few_signs_gets_plain_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "terminal_encoding", lambda: "ASCII")
    out = io.StringIO()

    with Steps(out)("configuration"):
        pass

    assert out.getvalue().isascii()


def test_an_engine_that_does_not_come_up_leaves_the_end_of_its_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_run(tmp_path / "home", Story().start())
    folder.log.write_text("one\n\ntwo\n\x1b[2Jthree\n")
    _refuses(monkeypatch)
    monkeypatch.setattr(launch, "_headless", lambda asked: asked)

    with pytest.raises(SaddleError):
        launch.start_and_follow(folder, headless=False, as_json=False, limits={})

    said = capsys.readouterr().out
    assert "✗ engine ready" in said
    assert f"the last lines of {folder.log}" in said
    assert "two" in said
    assert "\x1b" not in said


def test_where_lines_are_printed_for_programs_no_step_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = write_run(tmp_path / "home", Story().start())
    folder.log.write_text("one\n")
    _refuses(monkeypatch)

    with pytest.raises(SaddleError):
        launch.start_and_follow(folder, headless=True, as_json=False, limits={})
    with SILENT("configuration"):
        pass

    assert capsys.readouterr() == ("", "")


def _refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def spawn(*_: object, **__: object) -> RunFolder:
        raise EngineRefused("the engine ended without a word")

    monkeypatch.setattr(launch, "spawn", spawn)
