"""saddle-tui itself, Python, and the libraries beside what was tested together."""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path

import saddle_tui
from saddle_tui.doctor.finding import Finding, missing, ok, warning
from saddle_tui.doctor.needs import Needs

OLDEST = (3, 11)
LOCK = Path(saddle_tui.__file__).parent.parent / "requirements.lock"
"""Only where saddle-tui runs from its own repository."""
SHOWN = 5

_PINNED = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^\s;]+)[^\S\n]*(;)?", re.MULTILINE)
_REQUIRED = re.compile(r"([A-Za-z0-9._-]+)\s*(?:\[[^]]*\])?\s*([^;]*)(;.*)?")


def program(needs: Needs) -> Iterator[Finding]:
    """Versions, and every library that is not there or is another one."""
    yield ok("saddle-tui", f"{saddle_tui.__version__} in {Path(saddle_tui.__file__).parent}")
    python = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < OLDEST:
        yield missing("Python", python, "install Python 3.11 or newer, and saddle-tui with it")
    else:
        yield ok("Python", f"{python} at {sys.executable}")
    if LOCK.is_file():
        yield beside_lock(LOCK.read_text("utf-8"))
    else:
        yield beside_bounds(_bounds())


def beside_lock(lock: str) -> Finding:
    """Libraries against a lock file, which pins all of them, some by Python's version."""
    pinned: dict[str, list[str]] = {}
    marked: set[str] = set()
    for name, wanted, mark in _PINNED.findall(lock):
        pinned.setdefault(name, []).append(wanted)
        marked |= {name} if mark else set()
    found = {name: _version(name) for name in pinned}
    gone = [name for name, has in found.items() if has is None and name not in marked]
    other = [
        f"{name} {has} (locked: {' or '.join(pinned[name])})"
        for name, has in found.items()
        if has and has not in pinned[name]
    ]
    remedy = "pip install -r requirements.lock"
    if gone:
        return missing("libraries", f"not installed: {_few(gone)}", remedy)
    if other:
        return warning("libraries", f"not those of the lock: {_few(other)}", remedy)
    return ok("libraries", f"{sum(map(bool, found.values()))} as in requirements.lock")


def beside_bounds(bounds: dict[str, str]) -> Finding:
    """Libraries against what the package itself asks for, such as `>=3.14,<4`."""
    gone = [name for name in bounds if _version(name) is None]
    other = [
        f"{name} {found} (expected {bound})"
        for name, bound in bounds.items()
        if (found := _version(name)) and not _within(found, bound)
    ]
    remedy = "install saddle-tui again into an environment of its own"
    if gone or not bounds:
        return missing("libraries", f"not installed: {_few(gone) or 'saddle-tui'}", remedy)
    if other:
        return warning("libraries", f"not what was tested: {_few(other)}", remedy)
    return ok("libraries", f"{len(bounds)} as saddle-tui asks for")


def _bounds() -> dict[str, str]:
    try:
        required = distribution("saddle-tui").requires or []
    except PackageNotFoundError:
        return {}
    found = (_REQUIRED.match(line) for line in required if "extra ==" not in line)
    return {match[1]: match[2].strip() for match in found if match}


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


def _within(found: str, bound: str) -> bool:
    for clause in filter(None, bound.split(",")):
        clause = clause.strip()
        if clause.startswith(">=") and _numbers(found) < _numbers(clause[2:]):
            return False
        if clause.startswith("<") and _numbers(found) >= _numbers(clause[1:]):
            return False
    return True


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", text)[:3]))


def _few(names: list[str]) -> str:
    more = f" and {len(names) - SHOWN} more" if len(names) > SHOWN else ""
    return ", ".join(names[:SHOWN]) + more
