"""Foreign text made fit to be read as data: nothing invisible, every line marked, lengths capped."""

import re
from collections.abc import Iterable

_ESCAPES = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
# Controls, soft hyphen, bidi, zero-width, variation selectors, tag block: they carry text that an
# operator cannot see but a model reads.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb"
    "\U000e0000-\U000e0fff]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")
_BREAKS = re.compile("\r\n?|[\x85\u2028\u2029]")


def clean(text: str) -> str:
    """The text without invisible characters and terminal escapes; line breaks are line feeds."""
    text = _BREAKS.sub("\n", _ESCAPES.sub("", text))
    return _SURROGATES.sub("\ufffd", _INVISIBLE.sub("", text))


def cut(text: str, limit: int) -> str:
    """The text, its middle left out when it is longer than `limit` characters."""
    if len(text) <= limit:
        return text
    head, tail = limit * 2 // 3, limit // 3
    left_out = len(text) - head - tail
    return f"{text[:head]}[... {left_out} characters cut ...]{text[-tail:]}"


def short(text: str, limit: int) -> str:
    """One line of at most `limit` characters."""
    line = clean(text).replace("\n", " ")
    return line if len(line) <= limit else line[: limit - 1] + "…"


def tagged(tag: str, text: str, limit: int) -> list[str]:
    """The lines of a text, each behind `tag| `: none of them can pose as a line of ours."""
    return [f"{tag}| {line}" for line in cut(clean(text), limit).split("\n")]


def quoted(lines: Iterable[str]) -> list[str]:
    """Lines behind `| `."""
    return [f"| {line}" for line in lines]
