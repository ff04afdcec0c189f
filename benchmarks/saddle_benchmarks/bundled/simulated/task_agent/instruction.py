"""What can be read off a task's instruction, whatever the problem."""

import re
from functools import lru_cache

QUOTED = re.compile(r"`([^`]+)`")
TARGET = re.compile(
    r"\b(?:write|put|save|record|enter|leave|need|see|goes)\b"
    r"[^`.;:]*?(?:`[^`]+`[^`.;:]*?)??\b(?:in|into|to) `([^`]+)`",
    re.IGNORECASE,
)
OPTIONS = re.compile(r"one of ((?:`?\w+`?, )+`?\w+`? or `?\w+`?)", re.IGNORECASE)
NUMBER = re.compile(r"\b\d{3,}\b")


def quoted(text: str) -> list[str]:
    """The names between backticks, each once."""
    return list(dict.fromkeys(QUOTED.findall(text)))


@lru_cache(maxsize=256)
def target(text: str) -> str:
    """The file to write; empty when the instruction names none."""
    found = TARGET.search(text)
    placed = re.findall(r"\b(?:in|into|to|as) `([^`]+)`", text)
    return found[1] if found else next(reversed(placed), "")


def sources(text: str) -> list[str]:
    """The other names between backticks."""
    return [name for name in quoted(text) if name != target(text)]


def options(text: str) -> list[str]:
    """The values among which the answer is."""
    listed = OPTIONS.search(text) or re.search(r"((?:`\w+`, )+`\w+` or `\w+`)", text)
    return re.split(r", | or ", listed[1].replace("`", "")) if listed else []


def number(text: str) -> str:
    """The first longer number."""
    found = NUMBER.search(QUOTED.sub("", text))
    return found[0] if found else ""
