"""What puts a terminal right after a lost connection does so, with the program and without."""

import re
import subprocess
from pathlib import Path

from saddle_tui.term.reset import RESET
from tests.ssh.modes import NAMES, left_on

PAGE = Path("docs/terminal.md")
EVERYTHING = "".join(f"\x1b[?{mode}{'l' if mode in (7, 25) else 'h'}" for mode in NAMES)
KEYS = "\x1b[>1u\x1b[>4;1m\x1b="


def _printed(words: str) -> str:
    done = subprocess.run(["sh", "-c", words], capture_output=True, text=True, check=True)
    return done.stdout


def _line_of_the_page() -> str:
    found = re.search(r"`(printf '[^']*'); stty sane`", PAGE.read_text())
    assert found is not None
    return found[1]


def test_every_mode_is_noticed() -> None:
    on = left_on((EVERYTHING + KEYS).encode())

    assert on == set(NAMES.values()) | {"kitty keys", "other keys", "keypad"}


def test_reset_switches_off_what_a_lost_screen_or_tmux_has_left_on() -> None:
    assert left_on((EVERYTHING + KEYS + RESET).encode()) == set()


def test_the_line_for_where_the_program_is_not_does_the_same() -> None:
    ours = "".join(f"\x1b[?{mode}h" for mode in (1000, 1002, 1003, 1004, 1006, 2004, 1049, 1))
    left = f"{ours}\x1b[?25l\x1b[?7l\x1b[>1u\x1b="

    assert left_on((left + _printed(_line_of_the_page())).encode()) == set()
