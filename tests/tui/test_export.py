"""`export` tells in commits what a run has found, whatever words the run is made of."""

import asyncio
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.types.base import NodeId, PatchId, RolloutId
from saddle_engine.types.patch import Evidence, Patched, Proposal, ReplaceText
from saddle_engine.types.steering import Buckets
from saddle_engine.types.taxonomy import SubType
from saddle_runs.folder import RunFolder
from saddle_runs.journal import RunJournal
from tests.e2e.homes import Home
from tests.engine.sample_harness import write
from tests.engine.user_git import git
from tests.tui.hostile import BITS, violations
from tests.tui.stories import Story, write_run

EVIL = """\
diff --git a/evil b/evil
new file mode 100644
--- /dev/null
+++ b/evil
@@ -0,0 +1 @@
+evil
"""
MAIL = "From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: e <e@e>\n\n"
TITLES = (
    "fixup! x\n\n" + EVIL[:60],
    "\x1b[2J[PATCH] \u202e" + "t" * 100,
    "=?utf-8?q?=1b[2J=0a--- a?=",
)
CAUSES = (MAIL + EVIL, f"---\n{EVIL}", "".join(BITS) + "\nSigned-off-by: e <e@e>")
SIDES = ("nothing", "all"), ("all", "each"), ("each", "much")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A run of three hostile patches in a row, and the user's own repository beside it."""
    story = Story().start().seed()
    folder = write_run(tmp_path / "home", Story())
    seed, *patches = asyncio.run(_store(folder, write(tmp_path / "repo" / "agent")))
    _tell(story, folder, seed, patches)
    repo = tmp_path / "repo"
    git(repo, "init", "-q", "-b", "main")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "mine")
    return Home(tmp_path / "home")


async def _store(folder: RunFolder, agent: Path) -> list[Patched]:
    store = GitStore(folder.store)
    versions = [await store.import_seed(agent)]
    for old, new in SIDES:
        edit, last = ReplaceText(path="prompts/system.md", old=old, new=new), versions[-1].commit
        kind = SubType.RULE_MODIFICATION
        versions.append(await store.apply([last], last, [edit], kind, None, "m"))
    return versions


def _tell(story: Story, folder: RunFolder, seed: Patched, patches: list[Patched]) -> None:
    story.events[-1] = _node(0, seed)
    with RunJournal(folder.database, SystemClock()) as journal:
        for number, patched in enumerate(patches, start=1):
            patch = story.iterate(f"n{number - 1}").propose(f"n{number - 1}")
            digest = journal.put(_proposal(number).model_dump_json().encode())
            told = {"title": TITLES[number - 1], "proposal": digest}
            story.events[-1] = story.events[-1].model_copy(update=told)
            story.add(
                ev.MiniBatchChecked(
                    patch=patch,
                    iteration=number,
                    before=1 / 3,
                    after=2 / 3,
                    verdict="better",
                    buckets=Buckets(fixed=("a-1", "b\x1b[2J"), still_failing=("c",)),
                ),
                _node(number, patched),
            )
        asyncio.run(journal.append(*story.events))


def _proposal(number: int) -> Proposal:
    kind = SubType.RULE_MODIFICATION
    return Proposal(
        title=TITLES[number - 1],
        layer=kind.layer,
        subtype=kind,
        patch_class=kind.patch_class,
        causes=(CAUSES[number - 1].encode("utf-8", "replace").decode(),),
        rejected=(),
        evidence=(Evidence(rollout=RolloutId("r7"), first_step=2, last_step=3, note=EVIL[:100]),),
        edits=(ReplaceText(path="x", old="a", new="b"),),
        expected_flips=(),
        risk=f"---\n{EVIL}",
    )


def _node(number: int, patched: Patched) -> ev.NodeAdmitted:
    return ev.NodeAdmitted(
        node=NodeId(f"n{number}"),
        patch=PatchId(f"p{number}") if number else None,
        parents=(NodeId(f"n{number - 1}"),) if number else (),
        commit=patched.commit,
        tree=patched.tree,
        dev=0.25 + number / 10,
    )


def test_a_patch_and_a_branch_say_the_same_and_hold_what_was_admitted(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    repo, file = tmp_path / "repo", tmp_path / "p.mbox"

    assert home.inside("export", "demo:n3", "--branch", f"{repo}:better") == 0
    assert home.inside("export", "--patch", file, "--prefix", "agent") == 0

    said = capsys.readouterr().out
    assert f"n3 (dev 0.550, simulated) is in {repo}: branch better, in agent/, 3 patches" in said
    assert f"is in {file}: 3 patches; in your repository: git am {file}" in said
    git(repo, "checkout", "-q", "-b", "am")
    git(repo, "am", "-q", str(file))
    assert git(repo, "rev-parse", "am^{tree}") == git(repo, "rev-parse", "better^{tree}")
    assert git(repo, "log", "--format=%B", "am") == git(repo, "log", "--format=%B", "better")
    assert git(repo, "diff", "--name-only", "main", "am") == "agent/prompts/system.md"


def test_a_commit_tells_cause_evidence_and_effect(home: Home, tmp_path: Path) -> None:
    repo = tmp_path / "repo"

    assert home.inside("export", ":n1", "--branch", f"{repo}:one") == 0

    lines = git(repo, "log", "-1", "--format=%B", "one").splitlines()
    assert lines[0].startswith("p1: fixup! x")
    assert lines[1] == ""
    assert lines[2].startswith("Cause: From 0123")
    assert any(
        line.startswith("Evidence: steps 2 to 3 of rollout r7: diff --git") for line in lines
    )
    assert "Mini-batch: 0.333 before, 0.667 after (simulated)" in lines
    assert "Fixed: a-1, b␛[2J" in lines
    assert "Still failing: c" in lines
    assert "Dev: 0.250 before (n0), 0.350 after (n1) (simulated)" in lines


def test_no_byte_of_a_run_acts_in_a_message(home: Home, tmp_path: Path) -> None:
    repo, file = tmp_path / "repo", tmp_path / "p.mbox"

    assert home.inside("export", "--branch", f"{repo}:better") == 0
    assert home.inside("export", "--patch", file) == 0

    messages = git(repo, "log", "--format=%B", "better")
    assert violations(messages.encode()) == []
    assert violations(file.read_bytes()) == []
    assert not [
        line
        for line in messages.splitlines()
        if line.startswith(("diff", "---", "From", "Index", "Signed", "fixup!", "["))
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("export :n0 --patch {new}", "n0 is the seed, which you have; name a node with a patch"),
        ("export :n9 --patch {new}", "there is no node demo:n9; the nodes are: best, seed, n0,"),
        ("export :seed --patch {new}", "n0 is the seed, which you have; name a node with a patch"),
        ("export demo:n1 --node n2 --patch {new}", "name two nodes; give one"),
        ("export --patch {old}", "exists; name a new file"),
        ("export --to {new} --prefix agent", "--prefix goes with --patch and --branch"),
        ("export --patch {new} --prefix ../x", "'../x' is no path inside of a repository"),
        ("export --branch better", "'better' is no REPO:NAME, such as .:better-harness"),
        ("export --branch {new}:better", "is no git repository"),
        ("export --patch {new} --prefix a/.GIT/x", "is no path inside of a repository"),
        ("export --patch {new}/in/no/folder", "there is no folder"),
        ("export --branch {repo}:@", "cannot be a branch's name"),
        (f"export --branch {{repo}}:{'a' * 40}", "cannot be a branch's name"),
        ("export --branch {repo}:main", "has a branch 'main' already"),
        ("export --patch {new} --to {new}", "not allowed with argument"),
        ("export", "one of the arguments --to --patch --branch is required"),
    ],
)
def test_what_cannot_be_exported_is_said_in_a_sentence(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, told: str
) -> None:
    (tmp_path / "old").touch()
    names = {name: str(tmp_path / name) for name in ("new", "old", "repo")}

    assert home.inside(*words.format(**names).split()) == 2

    assert told in capsys.readouterr().err
    assert not (tmp_path / "new").exists()
    assert git(tmp_path / "repo", "branch", "--list") == "* main"
