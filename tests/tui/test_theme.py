"""Colours: every text can be read on every ground, also in 256 colours, and none is another's twin."""

import pytest
from rich.color import Color as Downgraded
from rich.color import ColorSystem
from textual.color import Color

from saddle_tui.theme import NAMES, PALETTES, theme

OWN = ("dark", "light", "high-contrast")
TEXTS = ("text", "muted", "running", "ok", "held", "wrong", "best", "capability", "steering")
STATES = ("running", "ok", "held", "wrong", "best")
ENOUGH = 4.5
"""What the Web Content Accessibility Guidelines ask of text."""


@pytest.mark.parametrize("colours", [ColorSystem.TRUECOLOR, ColorSystem.EIGHT_BIT])
@pytest.mark.parametrize("ground", ["ground", "panel"])
@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", OWN)
def test_every_text_can_be_read_on_every_ground(
    name: str, text: str, ground: str, colours: ColorSystem
) -> None:
    palette = PALETTES[name]._asdict()

    assert _contrast(_shown(palette[text], colours), _shown(palette[ground], colours)) >= ENOUGH


@pytest.mark.parametrize("name", OWN)
def test_states_look_different_in_256_colours_too(name: str) -> None:
    palette = PALETTES[name]._asdict()

    shown = {_shown(palette[state], ColorSystem.EIGHT_BIT).hex for state in STATES}

    assert len(shown) == len(STATES)


@pytest.mark.parametrize("name", ["ansi", "mono"])
def test_a_theme_that_follows_the_terminal_leaves_its_ground_alone(name: str) -> None:
    assert theme(name).ansi
    assert {PALETTES[name].ground, PALETTES[name].panel, PALETTES[name].text} == {"ansi_default"}
    assert all(colour.startswith("ansi_") for colour in PALETTES[name])


def test_mono_has_no_colour_at_all() -> None:
    assert set(PALETTES["mono"]) == {"ansi_default"}


@pytest.mark.parametrize("name", NAMES)
def test_a_theme_has_every_style_that_panes_name(name: str) -> None:
    generated = {**theme(name).to_color_system().generate(), **theme(name).variables}

    for style in (
        "primary",
        "accent",
        "success",
        "warning",
        "error",
        "muted",
        "steering",
        "capability",
    ):
        assert Color.parse(generated[f"text-{style}"])


def _shown(colour: str, colours: ColorSystem) -> Color:
    red, green, blue = Downgraded.parse(colour).downgrade(colours).get_truecolor()
    return Color(red, green, blue)


def _contrast(one: Color, other: Color) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Color) -> float:
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in color.normalized]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
