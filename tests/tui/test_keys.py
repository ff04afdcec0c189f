"""A key is read from where only its owner can write it, and no message ever shows it."""

import os
from pathlib import Path

import pytest

from saddle_engine.errors import ConfigError
from saddle_tui.keys import hide_keys, key_of
from saddle_tui.models import task_model
from saddle_tui.settings import ModelSection

KEY = "sk-ant-canary-51d0"


def section(**fields: str) -> ModelSection:
    return ModelSection(provider="anthropic", name="claude-opus-4-8", **fields)  # type: ignore[arg-type]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "key.txt"
    path.write_text(f"  {KEY}\n")
    path.chmod(0o600)
    return path


def test_a_key_is_read_from_the_variable_that_the_config_names(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("MY_KEY", f" {KEY}\n")

    assert key_of(section(key_env="MY_KEY")) == KEY


def test_a_key_file_wins_over_the_environment(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "another")

    assert key_of(section(key_file=str(file))) == KEY


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o644, 0o777])
def test_a_key_file_that_others_can_read_is_refused(file: Path, mode: int) -> None:
    file.chmod(mode)

    with pytest.raises(ConfigError, match="chmod 600") as refused:
        key_of(section(key_file=str(file)))
    assert KEY not in str(refused.value)


def test_what_is_no_key_file_is_refused_in_words(tmp_path: Path, file: Path) -> None:
    fifo, empty, odd = tmp_path / "fifo", tmp_path / "empty", tmp_path / "odd"
    os.mkfifo(fifo, 0o600)
    empty.touch(0o600)
    odd.touch(0o600)
    odd.write_text(f"{KEY} and {KEY}")

    for path, words in (
        (tmp_path / "none", "No such file"),
        (tmp_path, "no plain file"),
        (fifo, "no plain file"),
        (empty, "is empty"),
        (odd, "does not hold a key"),
    ):
        with pytest.raises(ConfigError, match=words) as refused:
            key_of(section(key_file=str(path)))
        assert KEY not in str(refused.value)


def test_without_a_key_it_is_said_how_to_give_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)

    with pytest.raises(ConfigError, match=r"export it, or name a 0600 file in key_file"):
        key_of(section())


def test_no_key_is_left_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS", "MY_KEY"):
        monkeypatch.setenv(name, f"x-api-key: {KEY}")

    hide_keys([section(key_env="MY_KEY")])

    assert not [name for name, value in os.environ.items() if KEY in value]


def test_a_model_does_not_show_its_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)

    assert KEY not in repr(task_model(section()))
