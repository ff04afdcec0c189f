"""What each tool is called and takes. The docstring of a class is what the agent reads about its tool."""

from typing import ClassVar

from pydantic import Field

from saddle_engine.types.base import NodeId, RolloutId, Value
from saddle_engine.types.patch import Edit
from saddle_engine.types.taxonomy import SubType


class Arguments(Value):
    """The root of all tool arguments."""

    tool: ClassVar[str]
    ends: ClassVar[bool] = False
    """Whether a call ends the session, without an answer."""


class ListFiles(Arguments):
    """Paths of the harness's files, one a line; with `path`, only those in that folder."""

    tool: ClassVar[str] = "list_files"
    path: str = Field("", description="a folder or file; empty means everything")


class ReadFile(Arguments):
    """Numbered lines of one file of the harness, `number<tab>text`. Long files come in pages."""

    tool: ClassVar[str] = "read_file"
    path: str
    first_line: int = Field(1, ge=1)
    last_line: int | None = Field(None, ge=1, description="null means to the end, or a page")


class Grep(Arguments):
    """Lines of the harness that match an extended regular expression (POSIX, as `grep -nE`)."""

    tool: ClassVar[str] = "grep"
    pattern: str = Field(min_length=1, max_length=500)
    path: str = Field("", description="search only in this folder or file")


class ListTraces(Arguments):
    """The traces you can read, one JSON object a line: task, outcome, score, reason, steps, instruction."""

    tool: ClassVar[str] = "list_traces"


class ReadTrace(Arguments):
    """Steps of one trace, whole. Step 0 is the task; step k is the model's turn k and what followed it.

    Long traces come in pages; a step that is longer than a page is cut in its middle.
    """

    tool: ClassVar[str] = "read_trace"
    rollout: RolloutId
    first_step: int = Field(0, ge=0)
    last_step: int | None = Field(None, ge=0, description="null means to the end, or a page")


class SearchTraces(Arguments):
    r"""Lines of all traces that match an extended regular expression (POSIX, as `grep -nE`).

    Each with its rollout and step, behind the tag it has in the trace: `^stderr\| .*Error` finds errors
    that a command printed. Good for counting how often, and in which traces, something happens.
    """

    tool: ClassVar[str] = "search_traces"
    pattern: str = Field(min_length=1, max_length=500)


class DiffTraces(Arguments):
    """The first step at which two traces differ, and a unified diff of both.

    Most useful for two attempts at the same or a similar task of which one passed.
    """

    tool: ClassVar[str] = "diff_traces"
    rollout_a: RolloutId
    rollout_b: RolloutId


class History(Arguments):
    """What this run has tried before and what came of it. Long histories come in pages."""

    tool: ClassVar[str] = "history"
    first_line: int = Field(1, ge=1)


class CheckPatch(Arguments):
    """Try edits without proposing them, as often as you like.

    Says whether they apply, stay inside the surfaces, are what `subtype` says, and whether the patched
    harness can be loaded: `ok`, or `refused:` with the first reason; then notes, one a line.
    """

    tool: ClassVar[str] = "check_patch"
    edits: tuple[Edit, ...] = Field(min_length=1)
    subtype: SubType


class NoPatch(Arguments):
    """End the session without a patch, when no patch that this phase allows would remove a cause."""

    tool: ClassVar[str] = "no_patch"
    ends: ClassVar[bool] = True
    reason: str = Field(
        min_length=1,
        max_length=500,
        description="what was found, and why nothing that may be changed would help; with rollouts",
    )


class ListNodeFiles(ListFiles):
    """Paths of the files of one node's harness, one a line; with `path`, only those in that folder."""

    node: NodeId


class ReadNodeFile(ReadFile):
    """Numbered lines of one file of a node's harness, `number<tab>text`. Long files come in pages."""

    node: NodeId


class GrepNode(Grep):
    """Lines of a node's harness that match an extended regular expression (POSIX, as `grep -nE`)."""

    node: NodeId


class ShowNodeDiff(Arguments):
    """The patch that made a node, as a unified diff against its parent."""

    tool: ClassVar[str] = "show_diff"
    node: NodeId
    first_line: int = Field(1, ge=1)


class ShowDiff(Arguments):
    """The patch that was tried, as a unified diff against its parent."""

    tool: ClassVar[str] = "show_diff"
    first_line: int = Field(1, ge=1)
