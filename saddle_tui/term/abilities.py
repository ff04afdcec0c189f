"""What a terminal can show, as far as its environment tells: letters and colours. It is never asked."""

import codecs
import locale
import os
import sys
from collections.abc import Mapping
from typing import NamedTuple

from saddle_tui.text.alphabets import Alphabet

PLAIN = ("linux", "vt100", "vt220", "ansi", "cons25")
"""Values of TERM that stand for fonts of a few hundred signs."""
COLOURLESS = ("vt52", "vt100", "vt102", "vt220", "vt320")
MODERN = frozenset({"kitty", "alacritty", "foot", "wezterm", "ghostty", "contour", "rio"})
"""Parts of TERM that stand for terminals with 256 colours at least, whether or not they say so."""
TRUE_COLOUR, PALETTE, FEW, NONE = 1 << 24, 256, 16, 0
SYSTEMS = {TRUE_COLOUR: "truecolor", PALETTE: "256", FEW: "standard", NONE: "standard"}
"""What Textual calls so many; by itself it takes a TERM that it does not know for one of 16."""
COERCED = frozenset({"C.UTF-8", "C.utf8", "UTF-8"})


class Abilities(NamedTuple):
    """Of a terminal."""

    alphabet: Alphabet
    why: str
    """What the alphabet was chosen by, for people."""
    colours: int
    """How many: 16777216, 256, 16; 0 where none are wanted."""

    @property
    def theme(self) -> str:
        """The theme that suits it: colours that it has to guess at would be hard to read."""
        return {NONE: "mono", FEW: "ansi"}.get(self.colours, "dark")


FULL = Abilities("unicode", "UTF-8", TRUE_COLOUR)


def abilities(environ: Mapping[str, str], encoding: str) -> Abilities:
    """Of the terminal that this environment belongs to; `encoding` as the locale says."""
    term = environ.get("TERM", "")
    if not _utf8(encoding):
        return Abilities("ascii", f"the locale says {encoding}", colours(environ))
    if term.partition("-")[0] in PLAIN:
        return Abilities("ascii", f"TERM is {term}", colours(environ))
    return Abilities("unicode", "UTF-8", colours(environ))


def colours(environ: Mapping[str, str]) -> int:
    """How many; SSH passes TERM on and COLORTERM not, so 256 is what most have."""
    term = environ.get("TERM", "")
    kind = term.rpartition("-")[2]
    if environ.get("NO_COLOR") or term.startswith(COLOURLESS):
        return NONE
    many = kind in {"256color", "direct"} or not MODERN.isdisjoint(term.split("-"))
    if term.startswith("screen") and environ.get(
        "STY"
    ):  # it hands COLORTERM on, and what that stands for not
        return PALETTE if many else FEW
    told = environ.get("COLORTERM", "").strip().lower() in {"truecolor", "24bit"}
    if told or kind == "direct":
        return TRUE_COLOUR
    return PALETTE if many else FEW


def terminal_encoding() -> str:
    """What the locale says that the terminal reads; neither UTF-8 mode nor what Python makes of C changes it."""
    unasked = sys.flags.utf8_mode and "PYTHONUTF8" not in os.environ  # Python's answer to locale C
    if unasked and os.environ.get("LC_CTYPE") in COERCED:
        return "ASCII"
    try:
        locale.setlocale(locale.LC_CTYPE, "")
    except locale.Error:
        return "ASCII"
    return locale.nl_langinfo(locale.CODESET)


def _utf8(encoding: str) -> bool:
    try:
        return codecs.lookup(encoding).name == "utf-8"
    except LookupError:
        return False
