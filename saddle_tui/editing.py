"""A patch in the operator's own editor: its files in a folder, and back as edits against its parent."""

import asyncio
import os
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.errors import ConfigError, PathRefused
from saddle_engine.harness.export import write_export
from saddle_engine.harness.safe_open import read_plain
from saddle_engine.harness.seed import FILE_LIMIT_BYTES
from saddle_engine.state import RunState
from saddle_engine.types.base import Commit, PatchId
from saddle_engine.types.patch import DeleteFile, Edit, ReplaceText, WriteFile
from saddle_runs.folder import RunFolder
from saddle_tui.reading import read_state

EDITOR = "vi"
Files = Mapping[str, bytes]


@dataclass(frozen=True)
class Draft:
    """The files that a patch changes, as it leaves them, in a private folder."""

    patch: PatchId
    folder: Path
    """What its files hold when the operator is done is the new version; it is kept until `discard`."""
    before: Files
    """The whole parent, by path in the harness."""
    patched: Files
    """The whole harness as the patch leaves it."""

    @property
    def files(self) -> list[Path]:
        """What there is to edit; files that the patch removes are not there."""
        paths = changed(self.before, self.patched)
        return [self.folder / path for path in paths if path in self.patched]

    @property
    def command(self) -> list[str]:
        """The operator's editor with the files, for a terminal that it has to itself.

        Raises:
            ConfigError: what the environment names is no command line.
        """
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR") or EDITOR
        try:
            words = shlex.split(editor)
        except ValueError as why:
            raise self.kept(f"{editor!r} is no command line: {why}; set EDITOR") from why
        return [*(words or [EDITOR]), *map(str, self.files)]

    def edits(self) -> list[dict[str, Any]]:
        """The argument `edits` of the command `edit`; empty when nothing was changed.

        Raises:
            ConfigError: a file cannot be read, or is no text; nothing of it is lost.
        """
        try:
            return edits_of(self.before, self.patched, self.now())
        except UnicodeDecodeError as why:
            raise self.kept("a file is no UTF-8 text") from why
        except ConfigError as why:
            raise self.kept(why) from why

    def kept(self, why: object) -> ConfigError:
        """An error that says where everything is that was typed."""
        return ConfigError(f"{why}; your version of {self.patch} is kept in {self.folder}")

    def discard(self) -> None:
        """Remove the folder: its text has arrived, or was left as it was."""
        shutil.rmtree(self.folder.parent, ignore_errors=True)

    def now(self) -> dict[str, bytes | None]:
        """What became of each file; None: it shall not be there.

        Raises:
            ConfigError: one cannot be read; nothing of it is lost.
        """
        wanted: dict[str, bytes | None] = {}
        for file in self.files:
            path = str(file.relative_to(self.folder))
            try:
                wanted[path] = (
                    read_plain(self.folder, path, FILE_LIMIT_BYTES) if file.exists() else None
                )
            except (OSError, PathRefused) as why:
                raise self.kept(f"{path} cannot be read: {why}") from why
        return wanted


def prepare(folder: RunFolder, patch: str) -> Draft:
    """The files of a patch, ready for an editor.

    Raises:
        ConfigError: there is no such patch, or it was refused and has no files.
        JournalError: the run cannot be read.
    """
    state = read_state(folder)
    parent, commit = _versions(state, patch)
    before, patched = asyncio.run(_read(folder, parent, commit))
    return drafted(PatchId(patch), before, patched)


def drafted(patch: PatchId, before: Files, patched: Files) -> Draft:
    """What differs between two versions, as files in a private folder."""
    place = Path(tempfile.mkdtemp(prefix="saddle-edit-")) / patch
    files = {path: patched[path] for path in changed(before, patched) if path in patched}
    write_export(place, files, frozenset())
    return Draft(patch, place, before, patched)


def run_editor(draft: Draft) -> None:
    """Let the operator edit, on this terminal, until the editor ends.

    Raises:
        ConfigError: it could not be started, or said that it failed; the files are kept.
    """
    try:
        code = subprocess.run(draft.command, check=False).returncode
    except (OSError, ValueError) as why:
        raise draft.kept(f"the editor cannot be started: {why}; set EDITOR") from why
    if code != 0:
        raise draft.kept(f"the editor {draft.command[0]} ended with {code}")


def edits_of(
    before: Files, patched: Files, wanted: dict[str, bytes | None]
) -> list[dict[str, Any]]:
    """The edits that lead from a parent to a new version of a patch; empty when it is the same as before.

    Args:
        before: the parent's files.
        patched: the files as the patch leaves them.
        wanted: the new version of some of them; None for those that shall not be there.

    Raises:
        ConfigError: the new version is the parent.
        UnicodeDecodeError: it is no text.
    """
    if all(patched.get(path) == content for path, content in wanted.items()):
        return []
    now = {path: patched.get(path) for path in changed(before, patched)} | wanted
    edits = [_edit(path, before.get(path), content) for path, content in sorted(now.items())]
    found = [edit.model_dump() for edit in edits if edit is not None]
    if not found:
        raise ConfigError("nothing is left of the patch in this version; veto it instead")
    return found


def place_of(name: str, known: Files) -> str:
    """The path in a harness that somebody means by the end of it.

    Raises:
        ConfigError: none, or several, end so.
    """
    found = [path for path in known if path == name] or [
        path for path in known if PurePosixPath(path).name == PurePosixPath(name).name
    ]
    if len(found) == 1:
        return found[0]
    raise ConfigError(
        f"{name}: {'several files are' if found else 'no file of the patch is'} called so; "
        f"say which with PATH={name}, where PATH is one of {', '.join(sorted(found or known))}"
    )


def _versions(state: RunState, patch: str) -> tuple[Commit, Commit]:
    known = state.patches.get(PatchId(patch))
    if known is None:
        raise ConfigError(f"there is no patch {patch!r}")
    parent = state.iterations[known.proposed.iteration].parent
    if known.proposed.commit is None or parent is None:
        raise ConfigError(f"{patch} was refused and has no files to edit")
    return parent.commit, known.proposed.commit


async def _read(folder: RunFolder, *commits: Commit) -> list[dict[str, bytes]]:
    store = GitStore(folder.store)
    versions = [await store.files(commit) for commit in commits]
    return [{path: file.content for path, file in files.items()} for files in versions]


def changed(before: Files, patched: Files) -> list[str]:
    """Paths of files that a patch makes, changes or removes."""
    paths = sorted({*before, *patched})
    return [path for path in paths if before.get(path) != patched.get(path)]


def _is_text(content: bytes) -> bool:
    try:
        return "\0" not in content.decode()
    except UnicodeDecodeError:
        return False


def _edit(path: str, before: bytes | None, now: bytes | None) -> Edit | None:
    if before == now:
        return None
    if now is None:
        return DeleteFile(path=path)
    if before is None or not _is_text(before):
        return WriteFile(path=path, text=now.decode())
    old, new = _middle(before.decode(), now.decode())
    if len(old) + len(new) < len(now):
        return ReplaceText(path=path, old=old, new=new)
    return WriteFile(path=path, text=now.decode())


def _middle(before: str, now: str) -> tuple[str, str]:
    """The lines that differ, and as many around them as it takes until they stand there once only."""
    old, new = before.splitlines(keepends=True), now.splitlines(keepends=True)
    shorter = min(len(old), len(new))
    head = next((n for n in range(shorter) if old[n] != new[n]), shorter)
    most = shorter - head
    tail = next((n for n in range(most) if old[-1 - n] != new[-1 - n]), most)
    while True:
        text = "".join(old[head : len(old) - tail])
        if text and before.find(text) == before.rfind(text):
            return text, "".join(new[head : len(new) - tail])
        if not head and not tail:
            return before, now
        head, tail = max(head - 1, 0), max(tail - 1, 0)
