"""How a user likes the screen: file, environment, command line."""

from pathlib import Path

import pytest

from saddle_tui.taste import Taste, taste


def _file(folder: Path, text: str) -> dict[str, str]:
    path = folder / "saddle-tui" / "screen.toml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    return {"XDG_CONFIG_HOME": str(folder)}


def test_without_a_file_there_are_defaults(tmp_path: Path) -> None:
    assert taste({}, {"XDG_CONFIG_HOME": str(tmp_path)}) == (Taste(), "")


def test_the_file_says_everything(tmp_path: Path) -> None:
    environ = _file(
        tmp_path,
        'theme = "light"\nglyphs = "narrow"\nmouse = true\nbell = false\ntitle = false\n'
        'slow_link = "on"\n[notify]\ncommand = ["notify-send", "saddle"]\ntimeout_s = 3\n',
    )

    found, warning = taste({}, environ)

    assert warning == ""
    assert (found.theme, found.glyphs, found.mouse, found.bell) == ("light", "narrow", True, False)
    assert (found.title, found.slow_link) == (False, "on")
    assert found.notify.command == ("notify-send", "saddle")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("theme = 'pink'", "theme: "),
        ("colour = 'light'", "colour: Extra inputs"),
        ("theme = ", "cannot be used: "),
        ("[notify]\ncommand = 'a | b'", "notify.command: "),
        ("[notify]\ncommand = ['']", "must name a program"),
        ("[notify]\ncommand = ['x']\ntimeout_s = 1e9", "notify.timeout_s: "),
        ("mouse = \x01", "cannot be used: "),
    ],
)
def test_a_file_that_cannot_be_used_is_told_in_a_sentence(
    tmp_path: Path, text: str, why: str
) -> None:
    found, warning = taste({}, _file(tmp_path, text))

    assert found == Taste()
    assert why in warning
    assert warning.endswith("defaults are used")
    assert "\n" not in warning


def test_the_command_line_wins_over_everything(tmp_path: Path) -> None:
    environ = _file(tmp_path, "theme = 'light'") | {"SADDLE_THEME": "ansi", "NO_COLOR": "1"}

    assert taste({"theme": "high-contrast"}, environ).taste.theme == "high-contrast"
    assert taste({}, environ).taste.theme == "mono"
    del environ["NO_COLOR"]
    assert taste({}, environ).taste.theme == "ansi"
    del environ["SADDLE_THEME"]
    assert taste({}, environ).taste.theme == "light"


def test_a_theme_that_is_none_is_told(tmp_path: Path) -> None:
    environ = {"XDG_CONFIG_HOME": str(tmp_path), "SADDLE_THEME": "pink"}

    found, warning = taste({}, environ)

    assert found == Taste()
    assert "SADDLE_THEME is 'pink', not one of auto, dark" in warning
