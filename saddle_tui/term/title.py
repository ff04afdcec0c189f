"""The title of the terminal's window."""

from collections.abc import Mapping

from saddle_tui.text.safe import SafeText

KEEP, GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"
"""Most terminals keep a stack of titles."""
TITLELESS = ("linux", "vt", "ansi", "cons")


def has_title(environ: Mapping[str, str]) -> bool:
    """Whether the terminal has a title; others would print the words."""
    return not environ.get("TERM", "").startswith(TITLELESS)


def set_title(words: SafeText) -> str:
    """The sequence that shows it; nothing in a `SafeText` ends it early."""
    return f"\x1b]2;{words}\x1b\\"
