"""The page's style sheet: the app's colours, light and dark as the reader's system has it, and on paper."""

from importlib.resources import files

from saddle_tui.theme import PALETTES


def style() -> str:
    """All of it; it names no address."""
    rules = files("saddle_tui.reporting").joinpath("page.css").read_text()
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_colours('dark')}}}}}"
    return f":root{{color-scheme:light dark;{_colours('light')}}}{dark}\n{rules}"


def _colours(name: str) -> str:
    return "".join(f"--{key}:{value};" for key, value in PALETTES[name]._asdict().items())
