"""What a patch changes, in numbers: which files, how many lines."""

from collections.abc import Iterable
from dataclasses import dataclass

from saddle_engine.types.base import Digest
from saddle_tui.shelf import LARGEST, Books
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace.hunks import Hunk, hunks_of
from saddle_tui.trace.texts import Texts


@dataclass(frozen=True)
class Touched:
    """What a diff changes, in numbers."""

    files: tuple[tuple[SafeText, int, int], ...]
    """Path, lines added, lines taken away."""

    @property
    def added(self) -> int:
        return sum(added for _, added, _ in self.files)

    @property
    def removed(self) -> int:
        return sum(removed for _, _, removed in self.files)


def touched_by(hunks: Iterable[Hunk]) -> Touched:
    """By file, in the order of the diff."""
    files: dict[SafeText, tuple[int, int]] = {}
    for hunk in hunks:
        added, removed = files.get(hunk.path, (0, 0))
        files[hunk.path] = (added + hunk.added, removed + hunk.removed)
    return Touched(tuple((path, *counts) for path, counts in files.items()))


def touched(shelf: Books, digest: Digest) -> Touched | str | None:
    """What a diff changes, read on a thread; None while it is, a sentence where it cannot be."""
    made: Touched | str | None = shelf.made(
        ("touched", digest), 0, lambda source: _touched(Texts(source).text(digest, LARGEST))
    )
    return made


def _touched(diff: str) -> Touched:
    return touched_by(hunks_of(clean(line) for line in diff.removesuffix("\n").split("\n")))
