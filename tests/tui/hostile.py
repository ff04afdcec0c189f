"""Text that would act if it reached a terminal, and a grammar of the bytes that may."""

import re

MARKUP = (
    "[/", "[/]", "[/foo]", "[0] x", "[00]", "[red", "x[/foo]", "[b +", "[bold red]x[/]",
    "[@click=app.quit]x[/]", ":smile:", "[link=http://x]y[/link]", "\\\\[x]", "[[]]",
)  # fmt: skip
ESCAPES = (
    "\x1b]52;c;ZXZpbA==\x07",  # writes the clipboard
    "\x1b]0;title\x07",
    "\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\",
    "\x1b[2J\x1b[H\x1b[?1049l",  # clears, leaves the alternate screen
    "\x1b[6n\x1b[c",  # makes the terminal type an answer
    "\x1b[?1000h\x1b[?1003h",  # mouse tracking
    "\x1bP1$r0m\x1b\\\x1b_apc\x1b\\\x1b^pm\x1b\\\x1bXsos\x1b\\",
    "\x9b31m\x9d0;t\x9c\x90x\x9c",
    "\x1b[31mred without an end",
)
CONTROLS = "".join(map(chr, [*range(0x20), 0x7F, *range(0x80, 0xA0)]))
HIDDEN = (
    "\u202eright to left\u202c \u2066isolate\u2069 \u200f\u061c zero\u200bwidth \ufeff \u2028\u2029 \u00ad"
    "\U000e0041\U000e007f \udc80\ud800 \u115f\u3164\ufe00\U000e0100 \ufff9 \ue000"
)
BITS = (*MARKUP, *ESCAPES, HIDDEN, CONTROLS)
HOSTILE = "\n".join(
    [*MARKUP, *ESCAPES, HIDDEN, CONTROLS, "界" * 40, "e" + "\u0301" * 50, "👩\u200d💻🇩🇪👍🏽❤\ufe0f"]
)

# What our screen itself sends: colours, cursor moves, modes that are switched on and off, a question of Textual,
# the title with what a title may hold, what was copied in letters that mean nothing, the bell by itself.
_OURS = re.compile(
    rb"\x1b\[[0-9;]*m|\x1b\[[0-9;]*[HABCD]"
    rb"|\x1b\[\?(?:25|1049|1004|2004|7)[hl]|\x1b\[\?(?:9|1000|1001|1003|1005|1015|1016|2026)l"
    rb"|\x1b\[\?(?:1002|1006)[hl]|\x1b\[\?2026\$p|\x1b\[<u|\x1b\[5n|\x1b\(B\x0f|\x1b\]22;default\x07"
    rb"|\x1b\[2[23];2t|\x1b\]2;(?P<title>[^\x00-\x1f\x7f]*)\x1b\\|\x1b\]52;c;[A-Za-z0-9+/=]*\x07"
)
_FOREIGN = re.compile(
    "[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]"
)


def violations(written: bytes) -> list[str]:
    """Everything in what was written that is neither ours nor plain text."""
    plain = _OURS.sub(lambda match: match["title"] or b"", written).decode(
        "utf-8", "surrogateescape"
    )
    return [
        f"{match.group()!r} in {plain[max(0, match.start() - 20) : match.end() + 20]!r}"
        for match in _FOREIGN.finditer(plain)
    ]
