"""The terminal that the screen would open in."""

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_tui.doctor.finding import Finding, ok, warning
from saddle_tui.doctor.needs import Needs
from saddle_tui.term.check import check_terminal, terminal_encoding

COLUMNS, ROWS = 80, 24


def terminal(needs: Needs) -> Iterator[Finding]:
    """Whether the screen opens, how it looks, and what stands in between."""
    environ = needs.environ
    try:
        check_terminal(environ, terminal_encoding())
    except ConfigError as why:
        yield warning("screen", str(why), "")
    else:
        yield ok("screen", f"TERM is {environ.get('TERM')}, UTF-8")
    if os.isatty(1):
        yield size(*os.get_terminal_size(1))
    yield colours(environ)
    yield from between(environ, _above())


def size(columns: int, rows: int) -> Finding:
    """Whether the screen has room."""
    shown = f"{columns} columns, {rows} rows"
    if columns < COLUMNS or rows < ROWS:
        return warning("size", shown, f"make it at least {COLUMNS} x {ROWS}")
    return ok("size", shown)


def colours(environ: Mapping[str, str]) -> Finding:
    """How many; nothing on the screen is told by colour alone."""
    if environ.get("NO_COLOR"):
        return ok("colours", "none (NO_COLOR)")
    if environ.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return ok("colours", "16 million")
    if "256" in environ.get("TERM", ""):
        return ok("colours", "256")
    return ok("colours", "16, or as many as TERM says; COLORTERM=truecolor tells of more")


def between(environ: Mapping[str, str], above: frozenset[str]) -> Iterator[Finding]:
    """Programs between us and the terminal; `above` names those that have started us."""
    term = environ.get("TERM", "")
    if environ.get("TMUX"):
        if term.startswith(("tmux", "screen")):
            yield ok("tmux", "copying to the clipboard needs: set -s set-clipboard on")
        else:
            remedy = 'in ~/.tmux.conf: set -g default-terminal "tmux-256color"'
            yield warning("tmux", f"TERM is {term}, which is not tmux's", remedy)
    elif environ.get("STY"):
        yield warning(
            "GNU screen", "no 24-bit colours, no clipboard before version 5", "tmux has both"
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
