"""The terminal that the screen would open in."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_tui.doctor.finding import Finding, ok, warning
from saddle_tui.doctor.needs import Needs
from saddle_tui.state_files import shown
from saddle_tui.taste import taste, taste_file
from saddle_tui.term.abilities import FEW, NONE, PALETTE, TRUE_COLOUR, abilities, terminal_encoding
from saddle_tui.term.check import check_terminal
from saddle_tui.term.clipboard import last_copied

COLUMNS, ROWS = 80, 24
COLOURS = {
    NONE: "none (NO_COLOR, or a terminal that has none)",
    FEW: "16, the terminal's own; COLORTERM=truecolor or a TERM that ends in 256color tells of more",
    PALETTE: "256",
    TRUE_COLOUR: "16 million",
}


def terminal(needs: Needs) -> Iterator[Finding]:
    """Whether the screen opens, how it looks, and what stands in between."""
    environ = needs.environ
    try:
        check_terminal(environ)
    except ConfigError as why:
        yield warning("screen", str(why), "")
    else:
        yield ok("screen", f"TERM is {environ.get('TERM')}")
    if os.isatty(1):
        yield size(*os.get_terminal_size(1))
    yield from looks(environ, terminal_encoding())
    yield from between(environ, _above())


def looks(environ: Mapping[str, str], encoding: str) -> Iterator[Finding]:
    """The letters and colours that it would open with, and what chose them."""
    liked, wrong = taste({}, environ)
    able = abilities(environ, encoding)
    if liked.glyphs != "auto":
        yield ok("letters", f"{liked.glyphs}, as {shown(taste_file(environ))} says")
    elif able.alphabet == "unicode":
        yield ok("letters", f"{able.alphabet}: the locale says UTF-8")
    else:
        remedy = (
            'where the terminal can do more: set LANG=C.UTF-8, or glyphs = "unicode" in the file'
        )
        yield warning(
            "letters", f"{able.alphabet}: {able.why}", f"{remedy} {shown(taste_file(environ))}"
        )
    theme = able.theme if liked.theme == "auto" else liked.theme
    yield ok("colours", f"{COLOURS[able.colours]}; theme {theme}")
    if wrong:
        yield warning("your settings", wrong, "correct them; docs/terminal.md has them all")


def size(columns: int, rows: int) -> Finding:
    """Whether the screen has room."""
    shown = f"{columns} columns, {rows} rows"
    if columns < COLUMNS or rows < ROWS:
        return warning("size", shown, f"make it at least {COLUMNS} x {ROWS}")
    return ok("size", shown)


def between(environ: Mapping[str, str], above: frozenset[str]) -> Iterator[Finding]:
    """Programs between us and the terminal; `above` names those that have started us."""
    term = environ.get("TERM", "")
    if environ.get("TMUX"):
        if term.startswith(("tmux", "screen")):
            yield ok("tmux", "what you copy goes to tmux and through it to the clipboard")
        else:
            remedy = 'in ~/.tmux.conf: set -g default-terminal "tmux-256color"'
            yield warning("tmux", f"TERM is {term}, which is not tmux's", remedy)
    elif environ.get("STY"):
        yield warning(
            "GNU screen",
            f"no 24-bit colours; what you copy is in {shown(last_copied(environ))} only",
            "tmux has both",
        )
    if "mosh-server" in above:
        yield ok("mosh", "no scrollback; the connection may be lost and come back")
    if environ.get("SSH_CONNECTION") or environ.get("SSH_TTY"):
        yield ok("SSH", "a lost connection ends the screen and no run; attach goes on")


def _above() -> frozenset[str]:
    """The names of the processes that we descend from."""
    names, pid = set(), os.getppid()
    for _ in range(30):
        try:
            stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        except OSError:
            break
        names.add(stat[stat.find("(") + 1 : stat.rfind(")")])
        pid = int(stat.rpartition(")")[2].split()[1])
    return frozenset(names)
