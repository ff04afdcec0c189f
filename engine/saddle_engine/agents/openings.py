"""First messages of sessions: a title, then sections; an empty one says `none`."""

from collections.abc import Callable, Iterable, Mapping

from saddle_engine.agents.arguments import History
from saddle_engine.agents.paging import LINE_CHARS, page
from saddle_engine.agents.text import clean, cut, quoted
from saddle_engine.agents.tools import Tool, ToolRefused, ToolResult, tool


def opening(agent: str, iteration: int, sections: Mapping[str, Iterable[str]]) -> str:
    """The text of a first message."""
    parts = [f"{agent}, iteration {iteration}"]
    for heading, lines in sections.items():
        parts += ["", f"## {heading}", *(list(lines) or ["none"])]
    return "\n".join(parts).encode("utf-8", "replace").decode()


def lesson_lines(lessons: Iterable[str]) -> list[str]:
    """Lessons of earlier iterations; agents wrote them, so they are data too."""
    return quoted(clean(lesson).replace("\n", " ") for lesson in lessons)


def text_page(name: str, text: str, first_line: int) -> ToolResult:
    """A page of a longer text, each line quoted."""
    lines = text_lines(text)
    if not lines:
        return ToolResult(f"{name}: none")
    if first_line > len(lines):
        raise ToolRefused(f"{name} has only {len(lines)} lines")
    shown = page(lines, first_line)
    return ToolResult("\n".join([shown.header(name, "lines", "first_line"), *shown.items]))


def text_lines(text: str) -> list[str]:
    """The lines of a text, quoted."""
    if not text.strip():
        return []
    return quoted(cut(line, LINE_CHARS) for line in clean(text).removesuffix("\n").split("\n"))


def history_tool(history: Callable[[], str]) -> Tool:
    """The tool `history`; it grows with the run, and most sessions never ask for it."""

    async def run(asked: History) -> ToolResult:
        return text_page("history", history(), asked.first_line)

    return tool(History, run)
