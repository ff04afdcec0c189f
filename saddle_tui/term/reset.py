"""What puts a terminal right that a lost program has left in its modes."""

import termios

MODES = "".join(
    f"\x1b[?{mode}l"
    for mode in (9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026)
)
"""Off: reports of mouse and focus, pasting in brackets, updates that are held back."""
RESET_MODES = f"\x1b[<u{MODES}\x1b[?7h\x1b[?25h\x1b[0m\x1b(B\x0f"
"""And the keyboard speaks plainly, lines wrap, the cursor is shown, no colours, plain letters."""
RESET = f"\x1b7\x1b[?1049l\x1b[>4m{RESET_MODES}\x1b[?1l\x1b>\x1b[r\x1b8"
"""And the ordinary screen instead of the alternate one, and keys that tmux had changed; the cursor stays where it is."""


def make_sane(descriptor: int) -> None:
    """As `stty sane` does: typed letters are shown, lines end, Ctrl-C interrupts.

    Raises:
        termios.error: it is no terminal.
    """
    iflag, oflag, cflag, lflag, *rest = termios.tcgetattr(descriptor)
    iflag = (iflag | termios.ICRNL | termios.IXON | termios.BRKINT) & ~(
        termios.INLCR | termios.IGNCR | termios.ISTRIP
    )
    oflag |= termios.OPOST | termios.ONLCR
    lflag |= termios.ISIG | termios.ICANON | termios.ECHO | termios.ECHOE | termios.ECHOK
    lflag |= termios.IEXTEN
    termios.tcsetattr(descriptor, termios.TCSANOW, [iflag, oflag, cflag, lflag, *rest])
