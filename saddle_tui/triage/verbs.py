"""What a command line decides on patches, word by word. Each returns what came of it, for people."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal, get_args

from saddle_engine.errors import ConfigError
from saddle_engine.harness.edits import FILE_LIMIT_BYTES
from saddle_engine.types.base import PatchId
from saddle_runs.decisions import Choice, Commented, Undone, moved
from saddle_tui.actor import actor
from saddle_tui.editing import Draft, changed, place_of, run_editor
from saddle_tui.triage.changing import (
    Contents,
    draft_of_conflicts,
    draft_of_edit,
    edit,
    resolve,
    take,
)
from saddle_tui.triage.composing import composition_of
from saddle_tui.triage.desk import Desk
from saddle_tui.triage.said import CHOSE, told

How = Literal["first", "up", "down"]


def choose(desk: Desk, names: Sequence[str], choice: Choice, reason: str) -> Iterator[str]:
    """All of them, or none where one cannot be."""
    for name in names:
        desk.check(name, choice)
    for name in names:
        done = desk.choose(name, choice, actor(), reason)
        yield f"{name} is {CHOSE[choice]}{'' if done else ' already'}"


def comment(desk: Desk, name: str, words: str) -> str:
    """A remark."""
    if not words.strip():
        raise ConfigError(f"a comment on {name} needs words")
    patch = desk.patch(name).proposed.patch
    desk.triage.say(Commented(patch=patch, text=words.strip()), actor())
    return f"{name} has your comment"


def move(desk: Desk, name: str, how: str) -> str:
    """A chosen patch, by one place or to the front."""
    decisions, patch = desk.decisions, desk.patch(name).proposed.patch
    if patch not in decisions.chosen:
        raise ConfigError(f"{name} is not chosen, so it has no place; --choose {name} first")
    if how not in get_args(How):
        raise ConfigError(f"{name} cannot be moved {how!r}; expected first, up or down")
    said = moved(decisions, patch, how)  # type: ignore[arg-type]
    if said is None:
        return f"{name} stands there already"
    desk.triage.say(said, actor())
    return f"the order is {', '.join(desk.decisions.chosen)}"


def undo(desk: Desk) -> str:
    """Take the last word back, whoever said it."""
    last = desk.decisions.last()
    if last is None:
        raise ConfigError("nothing was decided yet, so nothing can be taken back")
    desk.triage.say(Undone(seq=last.seq), actor())
    return f"taken back: {told(last)}"


def edit_patch(desk: Desk, name: str, files: Sequence[str], reason: str) -> str:
    """With files that there are, or in an editor on this terminal."""
    draft = draft_of_edit(desk, name)
    if files:
        known = dict.fromkeys(changed(draft.before, draft.patched), b"")
        draft.discard()
        done = edit(desk, name, _contents(files, known), actor(), reason)
    else:
        _edit(draft, f"--edit {name} PATH=FILE")
        done = take(draft, lambda contents: edit(desk, name, contents, actor(), reason))
    return f"{name} has your version of it" if done else f"{name} is as it was"


def resolve_conflicts(desk: Desk, files: Sequence[str]) -> Iterator[str]:
    """One patch after the other, until nothing conflicts or something was left as it was."""
    composition = composition_of(desk)
    if not composition.conflicts:
        yield "nothing conflicts"
    while composition.conflicts:
        patch = composition.conflicts[0].patch
        if files:
            known = {conflict.clash.path: b"" for conflict in composition.conflicts}
            rows = resolve(desk, composition, _contents(files, known), actor())
        else:
            draft, now = draft_of_conflicts(composition), composition
            _edit(draft, "--resolve PATH=FILE")
            rows = take(draft, lambda contents, now=now: resolve(desk, now, contents, actor()))  # type: ignore[misc]
        yield from (f"{patch}: {told(row)}" for row in rows)
        composition = composition_of(desk)
        if files or not rows:
            break
    for conflict in composition.conflicts:
        yield f"open: {conflict.sentence}"


def _edit(draft: Draft, instead: str) -> None:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        draft.discard()
        raise ConfigError(f"an editor needs a terminal; without one name files: {instead}")
    run_editor(draft)


def _contents(words: Sequence[str], known: dict[str, bytes]) -> Contents:
    contents: dict[str, bytes | None] = {}
    for word in words:
        path, equals, name = word.rpartition("=")
        try:
            with Path(name).open("rb") as file:
                content = file.read(FILE_LIMIT_BYTES + 1)
        except OSError as why:
            hint = "" if equals else "; a run stands before the options"
            raise ConfigError(f"cannot read {name}: {why.strerror}{hint}") from why
        contents[path if equals else place_of(name, known)] = content
    if strange := sorted(contents.keys() - known.keys()):
        raise ConfigError(f"{strange[0]} is none of the files; they are {', '.join(sorted(known))}")
    return contents


def names_of(text: str) -> list[PatchId]:
    """Patches with commas between them; an argparse type."""
    return [PatchId(word.strip()) for word in text.split(",") if word.strip()]
