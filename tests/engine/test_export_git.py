"""A node goes to a user's repository as commits or as mails, and nothing else happens there."""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from saddle_engine.adapters.git import Git
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.adapters.patchseries import series
from saddle_engine.adapters.userrepo import UserRepo, Versions
from saddle_engine.errors import ConfigError, JournalError
from saddle_engine.harness.lineage import Step
from saddle_engine.harness.seed import read_seed
from saddle_engine.types.patch import DeleteFile, Edit, ReplaceText, WriteFile
from saddle_engine.types.taxonomy import SubType
from tests.engine.sample_harness import FILES, write
from tests.engine.user_git import git

NOW = 1_790_000_000.0
PATCHES: Sequence[tuple[SubType, Sequence[Edit]]] = [
    (SubType.RULE_MODIFICATION, [ReplaceText(path="prompts/system.md", old="nothing", new="all")]),
    (
        SubType.IMPLEMENTATION_FIX,
        [
            ReplaceText(path="tools/read.py", old="[:limit]", new="[: limit * 2]"),
            WriteFile(path="tools/bell.toml", text='bell = "\x1b[2J\a"\n'),
            WriteFile(path="tools/dos.toml", text="lines = 10\r\nmore = 1\r\n"),
        ],
    ),
    (
        SubType.IMPLEMENTATION_FIX,
        [
            DeleteFile(path="tools/bell.toml"),
            ReplaceText(path="tools/dos.toml", old="more = 1", new="more = 2"),
            WriteFile(path="tools/[a]*.toml", text="\r\n"),
        ],
    ),
]
TITLE = (
    "p1: say ü in a title that is longer than a line of a mail may be, so that it has to be folded"
)
BODY = "Cause: something\n  diff --git a/x b/x\n\nDev: 0.1 before"

OTHER = (
    "is not what the run began with: extra.py is not in the seed, main.py has other contents, run.sh "
    "has other rights; check out what the run began with, or take a series for `git am` (--patch FILE)"
)

Line = tuple[Path, list[Step], Versions]


@pytest.fixture
async def line(tmp_path: Path) -> Line:
    """A store with a seed and three patches in a row, and its seed's folder."""
    write(tmp_path / "seed")
    store = GitStore(tmp_path / "harness.git")
    seed = await store.import_seed(tmp_path / "seed")
    commits, steps = [seed.commit], []
    for number, (subtype, edits) in enumerate(PATCHES, start=1):
        before = commits[-1]
        patched = await store.apply([before], before, edits, subtype, None, "m")
        commits.append(patched.commit)
        title = TITLE if number == 1 else f"p{number}: change"
        steps.append(Step(before, patched.commit, title, BODY))
    return tmp_path, steps, {commit: await store.files(commit) for commit in commits}


def commit(repo: Path, files: Mapping[str, bytes] = FILES, below: str = "", *init: str) -> Path:
    """A repository of the user with the sample harness in a folder of it."""
    repo.mkdir()
    git(repo, "init", "-q", "-b", "main", *init)
    write(repo / below, files)
    if below:
        (repo / "README").write_text("mine\n")
    (repo / below / ".gitignore").write_text("*.pyc\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "first")
    return repo


def snapshot(repo: Path) -> dict[str, tuple[bytes, int]]:
    """Every file of the repository but objects: contents and time."""
    files = (path for path in repo.rglob("*") if path.is_file())
    return {
        str(path.relative_to(repo)): (path.read_bytes(), path.stat().st_mtime_ns)
        for path in files
        if "objects" not in path.parts
    }


def holds(repo: Path, branch: str, below: str, line: Line) -> None:
    """A branch has the last version of the line where the harness is, and the rest as on main."""
    git(repo, "checkout", "-q", branch)
    assert read_seed(repo / below) == line[2][line[1][-1].after]
    assert (repo / below / ".gitignore").read_text() == "*.pyc\n"
    assert not below or (repo / "README").read_text() == "mine\n"
    assert os.access(repo / below / "run.sh", os.X_OK)
    assert len(git(repo, "rev-list", f"main..{branch}").split()) == len(line[1])


async def mails(line: Line, prefix: str) -> bytes:
    return await series(Git(line[0] / "harness.git"), line[1], line[2], prefix, NOW)


@pytest.mark.parametrize("below", ["", "agents/my one/"])
@pytest.mark.parametrize("format_", ["sha1", "sha256"])
async def test_a_branch_holds_the_node_and_nothing_else_is_touched(
    line: Line, below: str, format_: str
) -> None:
    repo = commit(line[0] / "repo", FILES, below, f"--object-format={format_}")
    before = snapshot(repo)

    found = await UserRepo(repo).add_branch("better/one", line[1], line[2], None, NOW)

    after = snapshot(repo)
    new = {path for path in after if before.get(path) != after[path]}
    assert found == below
    assert new == {".git/refs/heads/better/one", ".git/logs/refs/heads/better/one"}
    assert before.keys() <= after.keys()
    assert git(repo, "for-each-ref", "--format=%(refname)").split() == [
        "refs/heads/better/one",
        "refs/heads/main",
    ]
    assert git(repo, "log", "-1", "--format=%B", "better/one~2") == f"{TITLE}\n\n{BODY}"
    assert git(repo, "status", "--porcelain") == ""
    git(repo, "fsck", "--strict")
    holds(repo, "better/one", below, line)


@pytest.mark.parametrize("below", ["", "agents/my one/"])
async def test_mails_are_taken_by_git_am_and_git_apply(line: Line, below: str) -> None:
    repo = commit(line[0] / "repo", FILES, below)
    file = line[0] / "p.mbox"
    file.write_bytes(await mails(line, below))

    git(repo, "checkout", "-q", "-b", "am")
    git(repo, "am", "-q", str(file))

    holds(repo, "am", below, line)
    assert git(repo, "log", "-1", "--format=%B", "am~2") == f"{TITLE}\n\n{BODY}"
    git(repo, "checkout", "-q", "main")
    file.write_bytes(await mails((line[0], line[1][:2], line[2]), below))
    git(repo, "apply", str(file))
    assert read_seed(repo / below) == line[2][line[1][1].after]


async def test_mails_hold_no_control_byte_whatever_the_files_hold(line: Line) -> None:
    text = (await mails(line, "")).decode()

    assert [letter for letter in text if letter < " " and letter not in "\t\n"] == []
    assert "GIT binary patch" in text
    assert "+Verify all." in text


async def test_nothing_that_the_repository_plants_is_run(line: Line) -> None:
    repo, marker = commit(line[0] / "repo"), line[0] / "ran"
    program = line[0] / "program"
    program.write_text(f"#!/bin/sh\necho $0 >> {marker}\ncat\n")
    program.chmod(0o755)
    hooks = repo / ".git" / "hooks"
    hooks.mkdir(exist_ok=True)
    for hook in ("reference-transaction", "post-commit", "pre-commit", "post-index-change",
                 "post-checkout", "pre-auto-gc", "post-rewrite"):  # fmt: skip
        (hooks / hook).symlink_to(program)
    for key in ("core.fsmonitor", "diff.external", "core.pager", "core.sshCommand", "gpg.program",
                "filter.x.clean", "filter.x.smudge", "filter.x.process", "diff.x.textconv",
                "core.editor", "core.alternateRefsCommand", "credential.helper"):  # fmt: skip
        git(repo, "config", key, str(program))
    for key in ("commit.gpgSign", "filter.x.required", "core.logAllRefUpdates"):
        git(repo, "config", key, "true")
    (repo / ".git" / "info").mkdir(exist_ok=True)
    (repo / ".git" / "info" / "attributes").write_text("* filter=x diff=x\n")
    before = snapshot(repo)

    await UserRepo(repo).add_branch("better", line[1], line[2], None, NOW)

    assert not marker.exists()
    after = snapshot(repo)
    assert {path for path in after if before.get(path) != after[path]} == {
        ".git/refs/heads/better",
        ".git/logs/refs/heads/better",
    }
    git(repo, "update-ref", "refs/heads/by-hand", "HEAD")
    assert "reference-transaction" in marker.read_text(), "the hook would have run"


async def test_what_a_partial_clone_lacks_is_not_fetched(line: Line) -> None:
    repo, marker = commit(line[0] / "repo"), line[0] / "ran"
    git(repo, "config", "uploadpack.allowFilter", "true")
    part = line[0] / "part"
    git(repo, "clone", "-q", "--no-checkout", "--filter=tree:0", f"file://{repo}", str(part))
    git(part, "config", "remote.origin.url", f"ext::sh -c touch% {marker}")
    git(part, "config", "protocol.ext.allow", "always")

    with pytest.raises(JournalError, match="'ext' not allowed"):
        await UserRepo(part).add_branch("better", line[1], line[2], None, NOW)

    assert not marker.exists()
    git(part, "ls-tree", "-r", "HEAD", code=128)
    assert marker.exists(), "the program would have run"


async def test_a_worktree_and_a_bare_repository_will_do(line: Line) -> None:
    repo = commit(line[0] / "repo", FILES, "a/")
    git(repo, "worktree", "add", "-q", str(line[0] / "tree"), "-b", "other")
    git(repo, "clone", "-q", "--bare", str(repo), str(line[0] / "bare.git"))

    below = line[0] / "tree" / "a" / "tools"  # a folder of the work tree, as for git itself
    await UserRepo(below).add_branch("one", line[1], line[2], None, NOW)
    await UserRepo(line[0] / "bare.git").add_branch("two", line[1], line[2], "a/", NOW)

    assert git(repo, "rev-parse", "one^{tree}") == git(
        line[0] / "bare.git", "rev-parse", "two^{tree}"
    )
    holds(repo, "one", "a/", line)


def _edit(repo: Path) -> None:
    (repo / "main.py").write_text("import other\n")


def _commit_edit(repo: Path) -> None:
    _edit(repo)
    (repo / "extra.py").write_text("")
    (repo / "run.sh").chmod(0o644)
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "second")


def _undo_in_the_work_tree(repo: Path) -> None:
    _commit_edit(repo)
    (repo / "extra.py").unlink()
    write(repo)


@pytest.mark.parametrize(
    ("change", "name", "prefix", "told"),
    [
        (_edit, "main", None, "has a branch 'main' already; take another name"),
        (_edit, "main/one", None, "the branch 'main/one' cannot be made"),
        (_edit, "a..b", None, "'a..b' cannot be a branch's name"),
        (_edit, "-d", None, "'-d' cannot be a branch's name"),
        (_edit, "HEAD", None, "'HEAD' cannot be a branch's name"),
        (_edit, "x\ncreate refs/heads/y HEAD", None, "cannot be a branch's name"),
        (_edit, "better", "nowhere/", "nowhere/harness.toml is missing"),
        (
            _commit_edit,
            "better",
            None,
            OTHER,
        ),
        (_undo_in_the_work_tree, "better", None, "the work tree is, so commit it first"),
    ],
)  # fmt: skip
async def test_what_does_not_fit_is_refused_in_a_sentence_and_leaves_nothing(
    line: Line, change: object, name: str, prefix: str | None, told: str
) -> None:
    repo = commit(line[0] / "repo")
    assert callable(change)
    change(repo)
    before = snapshot(repo)

    with pytest.raises(ConfigError) as refused:
        await UserRepo(repo).add_branch(name, line[1], line[2], prefix, NOW)

    assert told in str(refused.value)
    assert "\n" not in str(refused.value)
    assert snapshot(repo) == before


async def test_changes_that_are_not_committed_do_not_matter_where_head_has_the_seed(
    line: Line,
) -> None:
    repo = commit(line[0] / "repo")
    _edit(repo)

    await UserRepo(repo).add_branch("better", line[1], line[2], None, NOW)

    assert git(repo, "status", "--porcelain").split() == ["M", "main.py"]
    git(repo, "stash", "-q")
    holds(repo, "better", "", line)


async def test_of_two_places_the_user_names_one(line: Line) -> None:
    repo = commit(line[0] / "repo", FILES, "a/")
    write(repo / "copy")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "second")
    theirs = UserRepo(repo)

    with pytest.raises(ConfigError, match="has the seed in a/ and copy/; say which with --prefix"):
        await theirs.add_branch("better", line[1], line[2], None, NOW)

    assert await theirs.add_branch("better", line[1], line[2], "copy/", NOW) == "copy/"


async def test_no_repository_and_no_commit_are_told_apart(line: Line, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is no git repository"):
        UserRepo(tmp_path / "seed")
    (tmp_path / "empty").mkdir()
    git(tmp_path / "empty", "init", "-q")

    with pytest.raises(ConfigError, match="has no commit yet"):
        await UserRepo(tmp_path / "empty").add_branch("x", line[1], line[2], None, NOW)
