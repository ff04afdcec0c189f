"""One folder a run: what is in it, how it comes to be, how it is found again."""

import difflib
import os
import re
import secrets
from collections.abc import Container
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_engine.ports import Clock
from saddle_runs.database import create
from saddle_runs.home import check_home, make_home
from saddle_runs.lone import ID, NAME, named
from saddle_runs.schemas import CONTROL, RUN

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
EPOCH = 1_577_836_800
"""2020 in seconds since 1970: six letters of 32 count seconds from there until 2054."""
DATABASE = "run.db"
FOLDER = re.compile(f"({ID.pattern})-({NAME.pattern})")


@dataclass(frozen=True)
class RunFolder:
    """Where everything of one run is."""

    path: Path
    """The run's folder, or the one that a lone file is in."""
    id: str
    """Eight letters, in the order of the runs' beginnings; unique in its home, and elsewhere but for
    one in a thousand of the runs that begin in the same second."""
    name: str
    file: Path | None = None
    """A database outside of every home, of any name, to be looked at and nothing else: no engine works
    on it, and nothing around it is trusted."""
    asked_from: Path | None = None
    """The home of whoever looks at a lone file."""
    shipped: bool = False
    """The lone file of the example: it belongs to the program, and nothing is written beside it."""

    @property
    def home(self) -> Path:
        """Where its kind is looked for."""
        return self.asked_from or self.path.parent.parent

    @property
    def database(self) -> Path:
        """Journal, blobs and live lines. Only SQLite may open it."""
        return self.file or self.path / DATABASE

    @property
    def control(self) -> Path:
        """Commands of operators. Only SQLite may open it."""
        return self.at("control.db")

    @property
    def log(self) -> Path:
        """What happened to the engine's program, for people."""
        return self.at("engine.log")

    @property
    def lock(self) -> Path:
        """Held by the run's engine; never removed."""
        return self.at("lock")

    @property
    def store(self) -> Path:
        """The bare repository that the run's engine keeps its harnesses in; to read it, see `stores`."""
        return self.at("harness.git")

    def at(self, name: str) -> Path:
        """Where the run has a file of this name: in its folder, or with a lone file's name before it."""
        if self.file is None:
            return self.path / name
        return self.file.with_name(f"{self.file.name}.{name}")


def create_run(home: Path, name: str, clock: Clock) -> RunFolder:
    """A new run with empty databases; it appears whole or not at all.

    Raises:
        ConfigError: the name is taken or cannot be one, or the home cannot be used.
        JournalError: a database could not be made.
    """
    if not NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r} cannot be a run's name; use at most 64 of a-z 0-9 . _ - and begin with a"
            " letter or digit"
        )
    make_home(home)
    runs = list_runs(home)
    if any(run.name == name for run in runs):
        raise ConfigError(f"a run named {name!r} exists already; choose another name")
    id_ = _new_id(clock.now(), {run.id for run in runs})
    run = RunFolder(home / "runs" / f"{id_}-{name}", id_, name)
    _fill(run)
    return run


def free_name(home: Path, wanted: str) -> str:
    """The name itself, or the first of `wanted-2`, `wanted-3`, ... that no run has."""
    taken = {run.name for run in list_runs(home)}
    number = 1
    name = wanted
    while name in taken:
        number += 1
        name = f"{wanted}-{number}"
    return name


def list_runs(home: Path) -> list[RunFolder]:
    """All runs of a home, the newest first; none when there is no home yet.

    Raises:
        ConfigError: the home is another user's, or others can write to it.
    """
    runs = home / "runs"
    if not runs.is_dir():
        return []
    check_home(home)
    found = (
        RunFolder(path, match[1], match[2])
        for path in runs.iterdir()
        if (match := FOLDER.fullmatch(path.name)) and path.is_dir() and not path.is_symlink()
    )
    return sorted(found, key=lambda run: run.id, reverse=True)


def run_at(path: Path) -> RunFolder:
    """The run whose folder this is, by its name alone.

    Raises:
        ConfigError: no run's folder is called so.
    """
    named = FOLDER.fullmatch(path.name)
    if named is None:
        raise ConfigError(f"{path} is no run's folder: those are called ID-NAME")
    return RunFolder(path, named[1], named[2])


def find_run(home: Path, text: str | None) -> RunFolder:
    """The run with this id or name or unique beginning of one, or at this path; the newest for None.

    A path leads to a run's folder or to a database of any name. What has a '/' in it is a path; other
    words are one when no run is called so.

    Raises:
        ConfigError: no such run, or several; the message names the candidates.
        JournalError: the file at that path holds no run, or cannot be opened.
    """
    if text and "/" in text:
        return _at(home, Path(text))
    runs = list_runs(home)
    known = any(_begins(run, text) for run in runs) if text else True
    if text and not known and os.path.lexists(text):
        return _at(home, Path(text))
    if not runs:
        raise ConfigError(
            f"there are no runs in {home}; begin one with `saddle-tui demo` or `saddle-tui run`"
        )
    if text is None:
        return runs[0]
    exact = [run for run in runs if text in (run.id, run.name)]
    match exact or [run for run in runs if text and _begins(run, text)]:
        case [run]:
            return run
        case []:
            raise ConfigError(f"no run is called {text!r} in {home}; {_nearest(runs, text)}")
        case several:
            raise ConfigError(f"{text!r} can mean several runs: {_names(several)}")


def _at(home: Path, path: Path) -> RunFolder:
    """A run of a home where one can tell by the place, else a lone file."""
    try:
        there = path.resolve(strict=True)
    except (OSError, RuntimeError) as error:
        why = getattr(error, "strerror", None) or "it leads to itself"
        raise ConfigError(f"{path}: expected a run's folder or database: {why}") from error
    file = there / DATABASE if there.is_dir() else there
    if there.is_dir() and not file.exists():
        raise ConfigError(f"{path} is no run's folder: there is no {DATABASE} in it")
    if file.name == DATABASE and _in_a_home(file.parent):
        return run_at(file.parent)
    return RunFolder(file.parent, *named(file), file=file, asked_from=home)


def _in_a_home(folder: Path) -> bool:
    """Whether an engine of this user may work there."""
    if not FOLDER.fullmatch(folder.name) or folder.parent.name != "runs":
        return False
    try:
        check_home(folder.parent.parent)
    except (ConfigError, OSError):
        return False
    return True


def refuse_lone(folder: RunFolder, verb: str) -> None:
    """A lone file is only looked at.

    Raises:
        ConfigError: it is one.
    """
    if folder.file is not None:
        raise ConfigError(
            f"{verb} needs a run in its home; {folder.file} is one file, which can be looked at (replay,"
            " show, attach --observe) and exported"
        )


def _begins(run: RunFolder, text: str) -> bool:
    return run.id.startswith(text) or run.name.startswith(text)


def _nearest(runs: list[RunFolder], text: str) -> str:
    words = [word for run in runs for word in (run.name, run.id)]
    close = difflib.get_close_matches(text, words, n=3)
    near = [run for run in runs if run.name in close or run.id in close]
    if near:
        return f"the nearest are {_names(near)}"
    return f"there are {_names(runs)}"


def _names(runs: list[RunFolder]) -> str:
    shown = ", ".join(f"{run.name} ({run.id})" for run in runs[:5])
    return shown if len(runs) <= 5 else f"{shown} and {len(runs) - 5} more"


def _new_id(now: float, taken: Container[str]) -> str:
    """Seconds, then two random letters that no other run of that second has."""
    begun = _spelled(int(now) - EPOCH, letters=6)
    ends = (_spelled(number, letters=2) for number in range(1024))
    return secrets.choice([begun + end for end in ends if begun + end not in taken])


def _spelled(number: int, letters: int) -> str:
    return "".join(ALPHABET[number >> 5 * place & 31] for place in reversed(range(letters)))


def _fill(run: RunFolder) -> None:
    """Under a name that is no run's, so that nobody ever meets half a run."""
    unfinished = RunFolder(run.path.with_name(f".{run.path.name}"), run.id, run.name)
    try:
        unfinished.path.mkdir(mode=0o700)
        for empty in (unfinished.log, unfinished.lock):
            empty.touch(mode=0o600)
        create(unfinished.database, RUN)
        create(unfinished.control, CONTROL)
        _sync(unfinished.path)
        unfinished.path.rename(run.path)
        _sync(run.path.parent)
    except OSError as error:
        raise ConfigError(f"the run {run.path} cannot be made: {error.strerror}") from error


def _sync(folder: Path) -> None:
    """A file whose name is lost with the power is lost with it."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
