"""How keys are called: by Textual (`question_mark`), by people (`?`), and in a file of keys (both)."""

import re
import unicodedata

_CALLED = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}
"""Characters that Textual does not call as Unicode does."""
_SHOWN = {
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "escape": "Esc",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
}
_ALSO = {**{shown.lower(): name for name, shown in _SHOWN.items()}, "return": "enter"}
_NAMED = frozenset(
    {*_SHOWN, "home", "end", "enter", "tab", "space", "insert", "delete", "backspace"}
    | {f"f{number}" for number in range(1, 25)}
)
_HELD = ("ctrl", "alt", "shift")
"""In the order in which Textual names them."""
_SPELT = re.compile(r"((?:(?:ctrl|alt|shift)[+-])*)(.+)", re.IGNORECASE)


def spell(key: str) -> str:
    """A key as people read it: `?`, `Ctrl-P`, `Shift-Tab`."""
    *held, last = key.split("+")
    if last in _SHOWN:
        last = _SHOWN[last]
    elif len(last) > 1:
        last = _SIGNS.get(last) or last.capitalize()
    elif held:
        last = last.upper()
    return "-".join([*(each.capitalize() for each in held), last])


def parse(text: str) -> str | None:
    """A key as Textual calls it, from any of its spellings; None for no key."""
    match = _SPELT.fullmatch(text)
    if match is None:
        return None
    held, last = [*re.findall("[a-z]+", match[1].lower())], match[2]
    key = _called(last.lower() if held else last) if len(last) == 1 else _named(last.lower())
    if key is None or len(set(held)) < len(held):
        return None
    return "+".join([*(each for each in _HELD if each in held), key])


def _named(name: str) -> str | None:
    name = _ALSO.get(name, name)
    return name if name in _NAMED or name in _SIGNS else None


def _called(character: str) -> str | None:
    if character == " " or character in _ALSO:
        return _ALSO.get(character, "space")
    if character.isalnum():
        return character
    try:
        name = unicodedata.name(character)
    except ValueError:
        return None
    name = name.lower().replace("-", "_").replace(" ", "_")
    return _CALLED.get(name, name)


_SIGNS = {_called(sign) or "": sign for sign in map(chr, range(33, 256)) if sign.isprintable()}
"""Signs and letters by their names."""
