"""What bytes leave a terminal in: the modes that a person would notice."""

import re

NAMES = {
    1: "cursor keys", 7: "no wrap", 25: "no cursor", 9: "mouse", 1000: "mouse", 1001: "mouse", 1002: "mouse", 1003: "mouse", 1004: "focus",
    1005: "mouse", 1006: "mouse", 1015: "mouse", 1016: "mouse", 1049: "other screen", 2004: "bracketed paste", 2026: "held back",
}  # fmt: skip
EVENT = re.compile(
    rb"\x1b\[\?(?P<modes>[0-9;]+)(?P<on>[hl])|\x1b\[(?P<kitty>[>=<])[0-9;]*u"
    rb"|\x1b\[>4;?(?P<keys>[0-9]*)m|\x1b(?P<pad>[=>])|\x1bc"
)


def left_on(written: bytes) -> set[str]:
    """Names of what is not as in a fresh terminal."""
    on: set[str | int] = set()
    pushed = 0
    for event in EVENT.finditer(written):
        if event["modes"]:
            for mode in map(int, event["modes"].split(b";")):
                shows = mode in (7, 25)  # a fresh terminal has these on
                _switch(on, mode, on_=(event["on"] == b"h") != shows)
        elif event["kitty"]:
            pushed = max(0, pushed + (-1 if event["kitty"] == b"<" else 1))
        elif event["keys"] is not None:
            _switch(on, "other keys", on_=event["keys"] not in {b"", b"0"})
        elif event["pad"]:
            _switch(on, "keypad", on_=event["pad"] == b"=")
        else:  # all anew
            on, pushed = set(), 0
    names = {NAMES[each] if isinstance(each, int) else each for each in on}
    return names | ({"kitty keys"} if pushed else set())


def _switch(on: set[str | int], what: str | int, *, on_: bool) -> None:
    if isinstance(what, str) or what in NAMES:
        (on.add if on_ else on.discard)(what)
