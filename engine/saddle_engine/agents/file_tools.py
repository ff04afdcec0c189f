"""`list_files`, `read_file` and `grep` over the plain files of one staged harness."""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.agents.arguments import Grep, ListFiles, ReadFile
from saddle_engine.agents.paging import LINE_CHARS, page
from saddle_engine.agents.search import MATCHES, search, spans
from saddle_engine.agents.text import clean, cut, short
from saddle_engine.agents.tools import Span, ToolRefused, ToolResult
from saddle_engine.harness.safe_open import list_plain, read_plain

FILE_BYTES = 2_000_000


@dataclass(frozen=True)
class FileTools:
    """The file tools of one folder."""

    root: Path
    label: str
    """How the folder is called in the journal: `harness`, or a node."""

    async def list_files(self, asked: ListFiles) -> ToolResult:
        found = await self._paths(asked.path)
        shown = page([short(path, LINE_CHARS) for path in found], 1)
        more = (
            f", the first {shown.last} here; narrow them with path"
            if shown.last < len(found)
            else ""
        )
        return ToolResult(
            "\n".join([f"{len(found)} file{'s' * (len(found) != 1)}{more}", *shown.items])
        )

    async def read_file(self, asked: ReadFile) -> ToolResult:
        path = plain(asked.path)
        raw = await asyncio.to_thread(read_plain, self.root, path, FILE_BYTES)
        lines = clean(raw.decode("utf-8", "replace")).removesuffix("\n").split("\n")
        if asked.first_line > len(lines):
            raise ToolRefused(f"{path} has only {len(lines)} lines")
        numbered = [f"{n}\t{cut(line, LINE_CHARS)}" for n, line in enumerate(lines, 1)]
        shown = page(numbered, asked.first_line, asked.last_line)
        text = "\n".join([shown.header(path, "lines", "first_line"), *shown.items])
        return ToolResult(text, reads=(Span(f"{self.label}/{path}", shown.first, shown.last),))

    async def grep(self, asked: Grep) -> ToolResult:
        found = await search(self.root, asked.pattern, await self._paths(asked.path))
        lines = [f"{match.path}:{match.line}:{match.text}" for match in found]
        return ToolResult(matches(lines), reads=spans(found, self.label))

    async def _paths(self, below: str) -> list[str]:
        everything = await asyncio.to_thread(list_plain, self.root)
        if below in {"", ".", "./"}:
            return everything
        place = plain(below)
        found = [path for path in everything if path == place or path.startswith(f"{place}/")]
        if not found:
            raise ToolRefused(f"there is no file or folder {place!r}")
        return found


def plain(path: str) -> str:
    """The path as an agent may name one.

    Raises:
        ToolRefused: absolute, with `..`, or with characters that cannot be seen.
    """
    place = path.removeprefix("./").rstrip("/")
    if place.startswith("/") or ".." in place.split("/") or clean(place) != place or not place:
        raise ToolRefused(f"{clean(path)!r} is no path inside the harness")
    return place


def matches(lines: list[str]) -> str:
    """The result of a search."""
    if not lines:
        return "no match"
    shown = page(lines[:MATCHES], 1)
    more = f", the first {shown.last} here; narrow the pattern" if shown.last < len(lines) else ""
    count = f"more than {MATCHES}" if len(lines) > MATCHES else str(len(lines))
    return "\n".join([f"{count} match{'es' * (len(lines) > 1)}{more}", *shown.items])
