"""The Evolution agent: chooses the node, or the two nodes to merge, that the next iteration starts from."""

import json
from heapq import nlargest
from pathlib import Path

from saddle_engine.agents.answers import CHOOSE_PARENT, Choice
from saddle_engine.agents.arguments import GrepNode, ListNodeFiles, ReadNodeFile, ShowNodeDiff
from saddle_engine.agents.briefs import EvolutionBrief, NodeOf
from saddle_engine.agents.desk import AgentSpec, Desk, prompt
from saddle_engine.agents.file_tools import FileTools
from saddle_engine.agents.openings import history_tool, lesson_lines, opening, text_page
from saddle_engine.agents.session import run_session
from saddle_engine.agents.text import short
from saddle_engine.agents.tools import ToolRefused, ToolResult, Tools, tool
from saddle_engine.types.base import NodeId

NODES_SHOWN = 40
BEST_SHOWN = 20
SCORES_SHOWN = 8
"""Of each train task, the newest; a parent of many iterations has run it many times."""
DESCRIPTION = (
    "Choose one node, or two to be merged (the main one first: its text wins conflicts), "
    "and end the session."
)


async def choose_parent(desk: Desk, brief: EvolutionBrief) -> Choice | None:
    """Where the next iteration starts; None when the agent gave no usable choice.

    Raises:
        SessionDiverged, ModelError, JournalError: see `run_session`.
    """
    known = {node.node for node in brief.nodes}

    async def judge(choice: Choice) -> str:
        if strange := [node for node in choice.parents if node not in known]:
            return f"there is no node {short(strange[0], 60)!r}"
        return "two parents must differ" if len({*choice.parents}) < len(choice.parents) else ""

    agent = AgentSpec("evolution", prompt("evolution"), CHOOSE_PARENT, DESCRIPTION, Choice, judge)
    sources = _Sources(desk.folder, brief)
    first = opening(
        "evolution",
        desk.iteration,
        {
            "Nodes": [_row(node) for node in shown(brief.nodes)],
            "Lessons": lesson_lines(brief.lessons),
        },
    )
    return (await run_session(desk, agent, first, sources.tools())).answer


def shown(nodes: tuple[NodeOf, ...]) -> list[NodeOf]:
    """The nodes of the first message: the seed, the best by dev and the newest, by age."""
    if len(nodes) <= NODES_SHOWN:
        return list(nodes)
    best = {node.node for node in nlargest(BEST_SHOWN, nodes[1:], key=lambda node: node.dev)}
    others = [node.node for node in nodes[1:] if node.node not in best]
    kept = {nodes[0].node, *best, *others[-(NODES_SHOWN - BEST_SHOWN - 1) :]}
    return [node for node in nodes if node.node in kept]


class _Sources:
    """File tools and diffs of every node; a node's files are staged when it is first looked at."""

    def __init__(self, folder: Path, brief: EvolutionBrief) -> None:
        self._folder = folder
        self._brief = brief
        self._staged: dict[NodeId, FileTools] = {}

    def tools(self) -> Tools:
        return Tools(
            history_tool(self._brief.history),
            tool(ShowNodeDiff, self._show_diff),
            tool(ListNodeFiles, self._list_files),
            tool(ReadNodeFile, self._read_file),
            tool(GrepNode, self._grep),
        )

    async def _show_diff(self, asked: ShowNodeDiff) -> ToolResult:
        text = self._brief.diff(self._known(asked.node))
        return text_page("diff", text, asked.first_line)

    async def _list_files(self, asked: ListNodeFiles) -> ToolResult:
        return await (await self._files(asked.node)).list_files(asked)

    async def _read_file(self, asked: ReadNodeFile) -> ToolResult:
        return await (await self._files(asked.node)).read_file(asked)

    async def _grep(self, asked: GrepNode) -> ToolResult:
        return await (await self._files(asked.node)).grep(asked)

    async def _files(self, node: NodeId) -> FileTools:
        if self._known(node) not in self._staged:
            await self._brief.stage(node, self._folder / node)
            self._staged[node] = FileTools(self._folder / node, node)
        return self._staged[node]

    def _known(self, node: NodeId) -> NodeId:
        if all(node != known.node for known in self._brief.nodes):
            raise ToolRefused(f"there is no node {short(node, 60)!r}")
        return node


def _row(node: NodeOf) -> str:
    facts = {
        "node": node.node,
        "parents": node.parents,
        "dev": round(node.dev, 4),
        "title": short(node.title, 120),
        "subtype": node.subtype,
        "train": {task: scores[-SCORES_SHOWN:] for task, scores in node.train.items()},
    }
    return json.dumps(facts, ensure_ascii=False)
