"""Which paths a harness may have; one sentence for each that it may not."""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache

PART_LIMIT_BYTES = 200
PATH_LIMIT_BYTES = 1_000
DEPTH_LIMIT = 16
# Files that a tool, an interpreter or a shell runs or reads by itself, whoever put them there.
SELF_STARTING = frozenset({"conftest.py", "sitecustomize.py", "usercustomize.py", ".env"})
# Control, format (bidi, zero-width), surrogate, private and unassigned letters, line separators.
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


@lru_cache(10_000)
def fault(path: str) -> str | None:
    """Why no file of a harness may have this path, or None when it may."""
    if why := _fault_of_path(path):
        return f"{path!r} {why}"
    for part in path.split("/"):
        if why := _fault_of_part(part):
            return f"{path!r} {why}"
    return None


def collision(paths: Iterable[str]) -> str | None:
    """Why these paths cannot live in one tree on every file system, or None when they can."""
    spelled: dict[str, str] = {}
    files: set[str] = set()
    for path in sorted(paths):
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            prefix = "/".join(parts[:depth])
            if (other := spelled.setdefault(_folded(prefix), prefix)) != prefix:
                return f"{prefix!r} and {other!r} differ in upper and lower case only"
            if prefix in files:
                return f"{prefix!r} is a file, so {path!r} cannot lie below it"
        files.add(path)
    return None


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text.casefold())


def _fault_of_path(path: str) -> str | None:
    if not path:
        return "is empty: name a file relative to the harness"
    if any(unicodedata.category(letter) in INVISIBLE for letter in path):
        return "has a control, bidirectional or other invisible character"
    if not unicodedata.is_normalized("NFC", path):
        return "is not in Unicode normal form NFC"
    if path.startswith("/"):
        return "is absolute: paths are relative to the harness"
    if "\\" in path:
        return "has a backslash: folders are separated by '/'"
    if len(path.encode()) > PATH_LIMIT_BYTES or path.count("/") >= DEPTH_LIMIT:
        return f"is longer than {PATH_LIMIT_BYTES} bytes or deeper than {DEPTH_LIMIT} folders"
    return None


def _fault_of_part(part: str) -> str | None:
    folded = part.casefold()
    if part in {"", ".", ".."}:
        return "has an empty, '.' or '..' part: write the plain path"
    if part.startswith("-"):
        return "has a part that begins with '-', which programs read as an option"
    if part != part.strip() or part.endswith("."):
        return "has a part that begins or ends with a space, or ends with a dot"
    if len(part.encode()) > PART_LIMIT_BYTES:
        return f"has a part longer than {PART_LIMIT_BYTES} bytes"
    if folded.startswith(".git"):
        return "belongs to git or its host, not to a harness"
    if folded in SELF_STARTING or folded.endswith(".pth"):
        return "is read or run by other programs on its own, so a harness may not have it"
    if folded == "__pycache__":
        return "is an interpreter's cache, not source"
    return None
