"""A finished run of the bundled harness whose patches are real, so that they can be taken home."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import saddle_benchmarks
from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.types.base import NodeId, PatchId, RolloutId, TaskId
from saddle_engine.types.patch import Edit, Evidence, Patched, Proposal, ReplaceText, WriteFile
from saddle_engine.types.steering import Buckets
from saddle_engine.types.taxonomy import SubType
from saddle_runs.folder import RunFolder
from saddle_runs.journal import RunJournal
from tests.tui.stories import Story, write_run

REACT = Path(saddle_benchmarks.__file__).parent / "harnesses" / "react"
PROMPT = "prompts/system.md"
RULE = "- Take one action at a time and look at what it returned before you take the next.\n"
TOOL = '''"""Count."""

from typing import Any

NAME = "count_lines"
DESCRIPTION = "Count lines."
PARAMETERS: dict[str, Any] = {}
REQUIRED: list[str] = []


def run(pipe: Any, arguments: dict[str, Any]) -> str:
    return str(pipe.exec("cat * | wc -l")["stdout"])
'''
WORDS = "Say it"


@dataclass(frozen=True)
class Wanted:
    """A patch to be made; `on` is the patch whose harness it starts from, 0 for the seed."""

    on: int
    subtype: SubType
    edits: tuple[Edit, ...]
    admitted: bool = True


def _rule(new: str) -> tuple[Edit, ...]:
    return (ReplaceText(path=PROMPT, old=RULE, new=new),)


PATCHES = (
    Wanted(0, SubType.RULE_MODIFICATION, _rule("- Take two actions at a time.\n")),
    Wanted(1, SubType.NEW_TOOL, (WriteFile(path="tools/count_lines.py", text=TOOL),)),
    Wanted(
        0, SubType.RULE_MODIFICATION, _rule("- Take three actions at a time.\n"), admitted=False
    ),
    Wanted(0, SubType.RULE_MODIFICATION, _rule("- Take two actions at a time.\n"), admitted=False),
)
"""p1 and p2 in a row; p3 conflicts with p1; p4 is p1 again. p5 is refused."""


def patched_run(home: Path, words: str = WORDS, *, done: bool = True) -> RunFolder:
    """The run; `words` are its titles, causes and reasons."""
    folder = write_run(home, Story())
    with ThreadPoolExecutor(1) as pool:
        seed, *patches = pool.submit(asyncio.run, _store(folder)).result()
        with RunJournal(folder.database, SystemClock()) as journal:
            story = _told(journal, words, seed, patches)
            story = story.seal("n2").test("n0", 0.5).test("n2", 0.75).done() if done else story
            pool.submit(asyncio.run, _append(journal, story)).result()
    return folder


async def _append(journal: RunJournal, story: Story) -> None:
    await journal.append(*story.events)


async def _store(folder: RunFolder) -> list[Patched]:
    store = GitStore(folder.store)
    made = [await store.import_seed(REACT)]
    for wanted in PATCHES:
        base, kind = made[wanted.on].commit, wanted.subtype
        made.append(await store.apply([base], base, wanted.edits, kind, None, "m"))
    return made


def _told(journal: RunJournal, words: str, seed: Patched, patches: list[Patched]) -> Story:
    story = Story()
    story.start(commit=seed.commit, tree=seed.tree, name="demo").seed()
    story.events[-1] = _node(0, None, (), seed)
    nodes, commits = {0: NodeId("n0")}, [seed, *patches]
    for number, (wanted, made) in enumerate(zip(PATCHES, patches, strict=True), 1):
        parent = nodes[wanted.on]
        story.iterate(parent)
        chosen = story.events[-1]
        assert isinstance(chosen, ev.ParentChosen)
        on = commits[wanted.on]
        story.events[-1] = chosen.model_copy(update={"commit": on.commit, "tree": on.tree})
        proposal = journal.put(_proposal(wanted, words).model_dump_json().encode())
        told = {"title": f"{words} {number}", "proposal": proposal}
        patch = story.propose(parent, subtype=wanted.subtype, commit=made.commit, tree=made.tree)
        proposed = story.events[-1]
        assert isinstance(proposed, ev.PatchProposed)
        story.events[-1] = proposed.model_copy(update=told)
        story.add(_checked(patch, number, better=wanted.admitted))
        if wanted.admitted:
            nodes[number] = NodeId(f"n{len(nodes)}")
            story.add(_node(len(nodes) - 1, patch, (parent,), made))
        story.finish("admitted" if wanted.admitted else "declined")
    patch = story.iterate("n0").propose("n0", commit=None, tree=None)
    story.add(ev.PatchRefused(patch=patch, reason=f"outside: {words}")).finish("refused")
    return story


def _checked(patch: PatchId, iteration: int, *, better: bool) -> ev.MiniBatchChecked:
    fixed = ("train-0",) if better else ()
    failing = ("train-1",) if better else ("train-0", "train-1")
    return ev.MiniBatchChecked(
        patch=patch,
        iteration=iteration,
        before=1 / 3,
        after=2 / 3 if better else 1 / 3,
        verdict="better" if better else "not_better",
        buckets=Buckets(fixed=fixed, still_failing=failing, still_passing=("train-2",)),
    )


def _proposal(wanted: Wanted, words: str) -> Proposal:
    return Proposal(
        title=words[:100] or "?",
        layer=wanted.subtype.layer,
        subtype=wanted.subtype,
        patch_class=wanted.subtype.patch_class,
        causes=(f"cause: {words}",),
        rejected=(),
        evidence=(Evidence(rollout=RolloutId("r7"), first_step=2, last_step=3, note=words[:60]),),
        edits=wanted.edits,
        expected_flips=(TaskId("train-0"), TaskId("train-1")),
        risk=words,
    )


def _node(
    number: int, patch: PatchId | None, parents: tuple[NodeId, ...], made: Patched
) -> ev.NodeAdmitted:
    return ev.NodeAdmitted(
        node=NodeId(f"n{number}"),
        patch=patch,
        parents=parents,
        commit=made.commit,
        tree=made.tree,
        dev=0.5 + number / 10,
    )
