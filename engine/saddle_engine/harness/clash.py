"""A file in which two changes do not go together, as text that a person can put right. Pure."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import NamedTuple

OURS, BASE, MIDDLE, THEIRS = b"<" * 7, b"|" * 7, b"=" * 7, b">" * 7


class Sides(NamedTuple):
    """What one path holds on each side; None where there is no file."""

    base: bytes | None
    ours: bytes | None
    theirs: bytes | None


class Clash(NamedTuple):
    """A conflict in one file."""

    path: str
    sides: Sides
    text: bytes
    """Both versions, with marks between them; without any where git joined the lines to what cannot be."""
    why: str
    """A few words."""

    @property
    def key(self) -> str:
        """Names path and contents of all three sides: the same conflict has it again, and no other one."""
        named = json.dumps([self.path, *map(_digest, self.sides)])
        return hashlib.sha256(named.encode()).hexdigest()


def marked(sides: Sides, labels: Mapping[str, str]) -> bytes:
    """Both versions of a whole file with marks between them, where no lines can be set against each other."""
    text = b""
    for mark, label, content in (
        (OURS, labels["ours"], sides.ours),
        (MIDDLE, "", sides.theirs),
    ):
        text += _line(mark, label) + _ended(content or b"")
    return text + _line(THEIRS, labels["theirs"])


def relabelled(text: bytes, commits: Mapping[str, str], labels: Mapping[str, str]) -> bytes:
    """The marks of git with words for people instead of the ids of commits.

    Args:
        text: as git made it.
        commits: ids, by `base`, `ours` and `theirs`.
        labels: what to write for them.
    """
    for side, mark in (("ours", OURS), ("base", BASE), ("theirs", THEIRS)):
        begins = re.escape(mark + b" " + commits[side][:7].encode())
        told = _line(mark, labels[side]).rstrip(b"\n")
        text = re.sub(
            b"^" + begins + rb"[0-9a-f]*(?=\r?$)", _literal(told), text, flags=re.MULTILINE
        )
    return text


def left_over(content: bytes, sides: Sides) -> bytes:
    """The first line of a mark that is still there; empty when none is. What a side has itself is no mark."""
    own = {line for side in sides for line in (side or b"").splitlines()}
    marks = (OURS + b" ", BASE + b" ", THEIRS + b" ")
    lines = (line for line in content.splitlines() if line not in own)
    return next((line for line in lines if line == MIDDLE or line.startswith(marks)), b"")


def _digest(content: bytes | None) -> str | None:
    return None if content is None else hashlib.sha256(content).hexdigest()


def _literal(text: bytes) -> bytes:
    return text.replace(b"\\", b"\\\\")


def _line(mark: bytes, label: str) -> bytes:
    return mark + (f" {label}" if label else "").encode() + b"\n"


def _ended(content: bytes) -> bytes:
    return content if not content or content.endswith(b"\n") else content + b"\n"
