"""A finished run whose patches can be taken home: their versions are in its repository, and two of them conflict."""

import asyncio
import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from saddle_engine import events as ev
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.types.base import PatchId, RolloutId, SessionId, TaskId
from saddle_engine.types.patch import Edit, Evidence, Patched, Proposal, ReplaceText, WriteFile
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.steering import Buckets
from saddle_engine.types.taxonomy import SubType
from saddle_runs.folder import RunFolder
from tests.engine.sample_harness import FILES, write
from tests.tui.stories import DIGEST, Story, write_run

TASKS = ["stamp-1", "depot-2", "trail-3"]
RULE, TOOL = SubType.RULE_MODIFICATION, SubType.IMPLEMENTATION_FIX


class Sown(NamedTuple):
    """A patch as it is going to be written."""

    title: str
    subtype: SubType
    edits: Sequence[Edit]
    parent: int
    """Number of the node."""
    admitted: bool


SOWN = (
    Sown("Verify everything", RULE,
         [ReplaceText(path="prompts/system.md", old="Verify nothing.", new="Verify all.")], 0, True),
    Sown("Verify twice", RULE,
         [ReplaceText(path="prompts/system.md", old="Verify nothing.", new="Verify twice.")], 0, False),
    Sown("Read more at once", TOOL,
         [ReplaceText(path="tools/read.py", old="[:limit]", new="[: limit * 2]")], 1, True),
    Sown("Tell the tools about bells", TOOL,
         [WriteFile(path="tools/bell.toml", text="bell = true\n")], 2, True),
)  # fmt: skip


def harvest(home: Path) -> RunFolder:
    """p1 and p2 change the same line; p1, p3 and p4 became nodes, p2 was declined, p5 refused."""
    seed = home / "seed"
    write(seed)
    with ThreadPoolExecutor(1) as pool:  # tests of the app have a loop already
        story, store = pool.submit(asyncio.run, _grown(seed, home / "harness.git")).result()
    folder = write_run(home, story)
    store.rename(folder.store)
    return folder


async def _grown(seed: Path, repository: Path) -> tuple[Story, Path]:
    store = GitStore(repository)
    first = await store.import_seed(seed)
    story = Story().start(commit=first.commit, tree=first.tree)
    _run(story, Purpose.SEED_DEV, ["task-0", "task-1", "task-2", "task-3"], "ppff", 0)
    story.admit(None, (), 0.5)
    _at(story, first)
    nodes = [first]
    for number, sown in enumerate(SOWN, 1):
        below = nodes[sown.parent]
        made = await store.apply([below.commit], below.commit, sown.edits, sown.subtype, None, "m")
        _write(story, sown, below, made, number)
        if sown.admitted:
            nodes.append(made)
            story.admit(PatchId(f"p{number}"), (f"n{sown.parent}",), 0.5 + number / 10)
            _at(story, made)
        story.finish("admitted" if sown.admitted else "declined")
    _refuse(story, nodes[0])
    story.seal("n3").test("n0", 0.4).test("n3", 0.6).done()
    return story, repository


def _write(story: Story, sown: Sown, below: Patched, made: Patched, number: int) -> None:
    story.iterate(f"n{sown.parent}")
    story.events[-1] = _chosen(story, below)
    before = _run(story, Purpose.BEFORE, TASKS, "fpf", 0, below)
    session = SessionId(f"d{number}")
    story.add(
        ev.SessionStarted(session=session, agent="diagnosis", iteration=number, prompt=DIGEST),
        ev.SessionFinished(session=session, outcome="answered"),
    )
    said = Proposal(
        title=sown.title, layer=sown.subtype.layer, subtype=sown.subtype,
        patch_class=sown.subtype.patch_class, causes=("it stops before it has looked",),
        rejected=("the task is too long",),
        evidence=tuple(
            Evidence(rollout=rollout, first_step=1, last_step=4, note="it only says that it is done")
            for rollout in before[::2]
        ),
        edits=tuple(sown.edits), expected_flips=(TaskId("stamp-1"), TaskId("trail-3")), risk="it may take longer",
    )  # fmt: skip
    patch = story.propose(
        f"n{sown.parent}", subtype=sown.subtype, title=sown.title, session=session,
        proposal=story.keep(said.model_dump_json()), diff=story.keep(made.diff),
        commit=made.commit, tree=made.tree,
    )  # fmt: skip
    _run(story, Purpose.AFTER, TASKS, "ppf" if sown.admitted else "fpf", 0, made)
    kept = Buckets(still_failing=("trail-3",), still_passing=("depot-2",))
    fixed = kept.model_copy(update={"fixed": ("stamp-1",)})
    none = kept.model_copy(update={"still_failing": ("stamp-1", "trail-3")})
    story.add(
        ev.MiniBatchChecked(
            patch=patch, iteration=number, before=1 / 3, after=2 / 3 if sown.admitted else 1 / 3,
            verdict="better" if sown.admitted else "not_better", buckets=fixed if sown.admitted else none,
        )
    )  # fmt: skip


def _run(
    story: Story, purpose: Purpose, tasks: Sequence[str], passed: str, tree: int,
    of: Patched | None = None,
) -> list[RolloutId]:  # fmt: skip
    """Rollouts that passed or failed, of a harness."""
    begins = len(story.events)
    ids = story.begin_all(purpose, tasks, tree)
    for id_, letter in zip(ids, passed, strict=True):
        story.end(id_, Outcome.PASSED if letter == "p" else Outcome.FAILED)
    for at in range(begins, len(story.events)):
        event = story.events[at]
        if of is not None and isinstance(event, ev.RolloutPlanned):
            story.events[at] = event.model_copy(update={"tree": of.tree})
    return ids


def _at(story: Story, made: Patched) -> None:
    """The node that was admitted last is this version."""
    story.events[-1] = story.events[-1].model_copy(
        update={"commit": made.commit, "tree": made.tree}
    )


def _chosen(story: Story, below: Patched) -> ev.AnyEvent:
    return story.events[-1].model_copy(update={"commit": below.commit, "tree": below.tree})


def _refuse(story: Story, below: Patched) -> None:
    story.iterate("n0")
    story.events[-1] = _chosen(story, below)
    patch = story.propose("n0", title="Be somebody else", commit=None, tree=None)
    story.add(ev.PatchRefused(patch=patch, reason="main.py is no surface"))
    story.finish("refused")


def repository(folder: Path) -> Path:
    """A user's repository with the harness in `agent`, and a test of it."""
    write(folder / "agent", FILES)
    (folder / "test_agent.py").write_text(
        "from pathlib import Path\n\n"
        "def test_the_prompt_says_one_thing_about_verifying():\n"
        "    prompt = Path('agent/prompts/system.md').read_text()\n"
        "    assert prompt.count('Verify') == 1 and '<<<' not in prompt\n\n"
        "def test_the_tool_can_be_read():\n"
        "    compile(Path('agent/tools/read.py').read_text(), 'read.py', 'exec')\n"
    )
    return committed(folder)


def committed(folder: Path) -> Path:
    """The folder as a repository with one commit."""
    for words in (
        ["init", "-q", "-b", "main"], ["add", "-A"],
        ["-c", "user.name=me", "-c", "user.email=me@example.org", "commit", "-q", "-m", "mine"],
    ):  # fmt: skip
        subprocess.run(["git", "-C", str(folder), *words], check=True)
    return folder


def commits(folder: Path, branch: str) -> list[str]:
    """Titles of what a branch has beyond `main`, the oldest first."""
    said = subprocess.run(
        ["git", "-C", str(folder), "log", "--reverse", "--format=%s", f"main..{branch}"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return said.stdout.splitlines()
