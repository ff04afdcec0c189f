"""The operator's own keys: what works, what is complained about, and that nothing crashes."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual.keys import _character_to_key

from saddle_engine.errors import ConfigError
from saddle_tui import keymap, user_keys
from saddle_tui.actions.finding import action_of
from saddle_tui.commands.doctor import DEMO
from saddle_tui.config import settings_of
from saddle_tui.doctor.finding import Finding, Level
from saddle_tui.doctor.keys import keys
from saddle_tui.doctor.needs import Needs
from saddle_tui.keynames import parse, spell
from tests.tui.attached import attached
from tests.tui.stories import Story, engine, write_run


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    yield tmp_path / "keys.toml"
    keymap.use({})


def _load(file: Path, text: str) -> list[str]:
    file.write_text(text, encoding="utf-8")
    return user_keys.load({user_keys.VARIABLE: str(file)})


def test_keys_of_a_file_take_the_place_of_the_usual_ones(file: Path) -> None:
    assert _load(file, 'pause = "F5"\nhelp = ["?", "ctrl+g"]\nhold = []') == []

    assert keymap.key_of("pause") == "F5"
    assert keymap.keys_of("help") == "? Ctrl-G"
    assert keymap.key_of("hold") == ":hold"
    assert keymap.key_of("veto") == "v"
    found = action_of("f5", "live", "rollouts")
    assert found is not None
    assert found.id == "pause"
    assert action_of("p", "live", "rollouts") is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('pauze = "x"', "keys.toml: no action is called 'pauze'; did you mean pause?"),
        ('pause = "hyper+x"', "keys.toml: pause: no key is called 'hyper+x'; write it as the help does"),
        ("pause = 7", "keys.toml: pause needs a key or a list of keys, not 7"),
        ("pause = [7]", "keys.toml: pause needs a key or a list of keys, not [7]"),
        ('pause = "v"', "v is veto and pause everywhere; it does veto"),
        ('pause = "ctrl+b"', "keys.toml: pause is on Ctrl-B: tmux keeps it"),
        ('pause = "ctrl+c"', "pause is on Ctrl-C: it always asks to leave"),
        ('pause = "alt+p"', "pause is on Alt-P: terminals and window managers keep keys with Alt"),
        ("pause = ", "keys.toml: cannot be read"),
        ("[pause]\nx = 1", "pause needs a key or a list of keys"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_a_sentence(file: Path, text: str, said: str) -> None:
    wrong = _load(file, text)

    assert any(said in each for each in wrong), wrong


def test_what_is_right_in_a_file_holds_beside_what_is_wrong(file: Path) -> None:
    assert len(_load(file, 'pauze = "x"\nhelp = "f5"')) == 1

    assert keymap.key_of("help") == "F5"


@given(st.binary(max_size=200))
def test_no_file_crashes_anything(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.mktemp("keys") / "keys.toml"
    file.write_bytes(content)

    assert isinstance(user_keys.load({user_keys.VARIABLE: str(file)}), list)
    keymap.use({})


def test_without_a_file_nothing_is_complained_about(tmp_path: Path) -> None:
    assert user_keys.load({"XDG_CONFIG_HOME": str(tmp_path)}) == []
    assert user_keys.where({"HOME": "/home/me"}) == Path("/home/me/.config/saddle-tui/keys.toml")


def test_the_file_in_its_usual_place_is_taken(tmp_path: Path) -> None:
    place = tmp_path / "saddle-tui" / "keys.toml"
    place.parent.mkdir()
    place.write_text('pause = "F5"')
    assert user_keys.load({"XDG_CONFIG_HOME": str(tmp_path)}) == []
    assert keymap.key_of("pause") == "F5"
    keymap.use({})


def test_doctor_says_what_is_wrong_with_the_file(file: Path) -> None:
    def found(text: str) -> list[Finding]:
        file.write_text(text, encoding="utf-8")
        environ = {user_keys.VARIABLE: str(file)}
        return [*keys(Needs(settings_of(DEMO), None, file.parent, environ, ""))]

    assert [each.level for each in found('pause = "F5"')] == [Level.OK]
    wrong = found('pauze = "x"\nhelp = "ctrl+b"')
    assert [each.level for each in wrong] == [Level.WARNING, Level.WARNING]
    assert "did you mean pause" in wrong[0].found


def test_a_file_that_is_named_and_not_there_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {})
    with pytest.raises(ConfigError, match="there is no such file; give a TOML file of keys"):
        user_keys.choose(tmp_path / "none.toml")
    (tmp_path / "keys.toml").touch()
    user_keys.choose(tmp_path / "keys.toml")
    assert user_keys.where(os.environ) == tmp_path / "keys.toml"


def test_every_key_is_called_as_the_terminal_library_calls_it() -> None:
    for sign in map(chr, range(33, 127)):
        assert parse(sign) == _character_to_key(sign)
        assert spell(parse(sign) or "") == sign


def test_keys_are_read_as_they_are_spelt() -> None:
    for key in {key for its in keymap.DEFAULTS.values() for key in its}:
        assert parse(key) == key
        assert parse(spell(key)) == key


@pytest.mark.parametrize(
    "text", ["", "ctrl+", "foo", "f25", "hyper+x", "x y", "ctrl+ctrl+a", "\x1b"]
)
def test_what_is_no_key_is_none(text: str) -> None:
    assert parse(text) is None


def test_the_screen_says_what_is_wrong_with_the_file(tmp_path: Path) -> None:
    run = write_run(tmp_path / "home", Story().start().seed())
    file = tmp_path / "keys.toml"
    file.write_text('pauze = "x"\nlog = "F5"', encoding="utf-8")
    with engine(run), attached(run, "--keys", str(file)) as screen:
        screen.wait_for(b"did you mean pause?")
        screen.type(b"\x1b[15~")
        screen.wait_for(b"TAIL")
        screen.type(b"q")
        screen.wait_end()
