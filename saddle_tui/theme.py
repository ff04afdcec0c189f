"""Colours that people with any colour vision tell apart (after Okabe and Ito); none of them tells anything alone."""

from typing import NamedTuple

from textual.theme import BUILTIN_THEMES, Theme


class Palette(NamedTuple):
    """What is to be coloured."""

    text: str
    muted: str
    running: str
    ok: str
    held: str
    wrong: str
    best: str
    capability: str
    steering: str
    rule: str
    """Lines between panes."""
    ground: str
    panel: str
    """The ground of bars and windows."""


PALETTES = {
    "dark": Palette(
        text="#d7dde5", muted="#8b98a9", running="#56b4e9", ok="#2bc79a", held="#e69f00",
        wrong="#ff7a3d", best="#f2ec55", capability="#5f87d7", steering="#cc79a7",
        rule="#3d4b5c", ground="#0d1117", panel="#1d2025",
    ),
    "light": Palette(
        text="#1c2128", muted="#4e5761", running="#005a87", ok="#005f46", held="#875f00",
        wrong="#870000", best="#5f5f00", capability="#005faf", steering="#8a2f62",
        rule="#8a94a0", ground="#ffffff", panel="#eeeeee",
    ),
    "high-contrast": Palette(
        text="#ffffff", muted="#d0d0d0", running="#87d7ff", ok="#5fffaf", held="#ffd75f",
        wrong="#ffaf87", best="#ffff5f", capability="#87afff", steering="#ffafd7",
        rule="#ffffff", ground="#000000", panel="#000000",
    ),
    "ansi": Palette(
        text="ansi_default", muted="ansi_default", running="ansi_cyan", ok="ansi_green",
        held="ansi_yellow", wrong="ansi_red", best="ansi_magenta", capability="ansi_cyan",
        steering="ansi_magenta", rule="ansi_default", ground="ansi_default", panel="ansi_default",
    ),
    "mono": Palette(*["ansi_default"] * len(Palette._fields)),
}  # fmt: skip
"""`ansi` takes the terminal's own sixteen colours, and leaves its ground as it is; `mono` sends none."""
NAMES = tuple(PALETTES)


def theme(name: str) -> Theme:
    """A palette as Textual wants it."""
    found = PALETTES[name]
    follows = found.ground == "ansi_default"
    return Theme(
        name=name,
        dark=name != "light",
        ansi=follows,
        primary=found.running,
        secondary=found.rule,
        accent=found.best,
        success=found.ok,
        warning=found.held,
        error=found.wrong,
        foreground=found.text,
        background=found.ground,
        surface=found.ground,
        panel=found.panel,
        variables={
            **(BUILTIN_THEMES["ansi-dark"].variables if follows else {}),
            "text": found.text,
            "text-muted": found.muted,
            "text-primary": found.running,
            "text-accent": found.best,
            "text-success": found.ok,
            "text-warning": found.held,
            "text-error": found.wrong,
            "text-capability": found.capability,
            "text-steering": found.steering,
            "panel": found.panel,
            "surface": found.ground,
        },
    )
