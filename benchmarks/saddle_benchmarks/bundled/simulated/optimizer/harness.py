"""The harness as far as the optimizer has read it, and exact edits to what it has read."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase

from saddle_benchmarks.bundled.simulated.optimizer.session import Session, numbered
from saddle_engine.types.patch import Edit, ReplaceText, WriteFile
from saddle_engine.types.taxonomy import Layer

MANIFEST = "harness.toml"
PAGE = re.compile(r"^(?P<path>.+), lines (?P<first>\d+)-(?P<last>\d+) of (?P<all>\d+)")


@dataclass(frozen=True)
class Source:
    """One file, whole."""

    path: str
    text: str

    def swap(self, old: str, new: str) -> ReplaceText:
        """Replace the first `old`; takes in lines before it until it can be told from others."""
        return self.swap_span(start := self.text.index(old), start + len(old), new)

    def swap_span(self, start: int, end: int, new: str) -> ReplaceText:
        """Replace the characters from `start` to `end`."""
        first = start
        while self.text.count(self.text[first:end]) > 1 and first > 0:
            first = self.text.rfind("\n", 0, first - 1) + 1
        old = self.text[first:end]
        return ReplaceText(path=self.path, old=old, new=self.text[first:start] + new)


@dataclass(frozen=True)
class Harness:
    """What was listed and read."""

    paths: tuple[str, ...]
    sources: tuple[Source, ...]

    def source(self, path: str) -> Source | None:
        """A file that was read to its end."""
        return next((source for source in self.sources if source.path == path), None)

    def of(self, layer: Layer, suffix: str = "") -> list[Source]:
        """The files of a layer that were read."""
        return [s for s in self.sources if self.layer(s.path) is layer and s.path.endswith(suffix)]

    def listed(self, layer: Layer) -> list[str]:
        """The paths of a layer, read or not."""
        return [path for path in self.paths if self.layer(path) is layer]

    def layer(self, path: str) -> Layer | None:
        """The layer that the manifest gives a path; None when no patch may touch it."""
        return next((layer for layer, globs, _ in self._surfaces() if _fits(path, globs)), None)

    def hook_files(self) -> list[Source]:
        """Files of declarative hooks."""
        globs = [glob for _, globs, hooks in self._surfaces() for glob in globs if hooks]
        return [source for source in self.sources if _fits(source.path, globs)]

    def free_path(self, beside: str, *names: str) -> str | None:
        """A path for a new file in the folder and of the kind of another one."""
        folder, slash, name = beside.rpartition("/")
        suffix = name[name.rindex(".") :] if "." in name else ""
        paths = [f"{folder}{slash}{stem}{suffix}" for stem in names]
        return next(
            (p for p in paths if p not in self.paths and self.layer(p) is self.layer(beside)), None
        )

    def applies(self, edits: Iterable[Edit]) -> bool:
        """Whether the edits apply one after the other."""
        texts = {source.path: source.text for source in self.sources}
        for edit in edits:
            match edit:
                case ReplaceText(path=path, old=old, new=new):
                    if texts.get(path, "").count(old) != 1 or old == new:
                        return False
                    texts[path] = texts[path].replace(old, new)
                case WriteFile(path=path, text=text):
                    if texts.get(path) == text:
                        return False
                    texts[path] = text
                case _:
                    return False
        return True

    def _surfaces(self) -> Iterator[tuple[Layer, list[str], bool]]:
        manifest = self.source(MANIFEST)
        try:
            tables = tomllib.loads(manifest.text).get("surface", []) if manifest else []
            for table in tables:
                yield Layer(table["layer"]), list(table["files"]), bool(table.get("hooks"))
        except (tomllib.TOMLDecodeError, KeyError, ValueError, AttributeError, TypeError):
            return


def read_harness(session: Session) -> Harness:
    """The harness that the session's calls have shown."""
    paths = [line for use in session.made("list_files") for line in use.result.split("\n")[1:]]
    pages: dict[str, dict[int, list[str]]] = {}
    length: dict[str, int] = {}
    for use in session.made("read_file"):
        if head := PAGE.match(use.result):
            pages.setdefault(head["path"], {})[int(head["first"])] = numbered(use.result)
            length[head["path"]] = int(head["all"])
    whole = {path: _whole(parts, length[path]) for path, parts in pages.items()}
    sources = [Source(path, "\n".join(lines) + "\n") for path, lines in whole.items() if lines]
    return Harness(tuple(paths), tuple(sources))


def _whole(parts: dict[int, list[str]], length: int) -> list[str]:
    """All lines of a file, or none when pages are missing."""
    lines = [line for first in sorted(parts) for line in parts[first]]
    return lines if len(lines) == length else []


def _fits(path: str, globs: Sequence[str]) -> bool:
    same_depth = [glob for glob in globs if "**" in glob or glob.count("/") == path.count("/")]
    return any(fnmatchcase(path, glob) for glob in same_depth)
