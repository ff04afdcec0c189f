"""What only the git adapter can get wrong: other people's configuration, links, processes."""

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from saddle_engine.adapters.git import Git
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.errors import ConfigError, JournalError
from saddle_engine.types.base import Commit, Tree
from saddle_engine.types.patch import Patched, ReplaceText
from saddle_engine.types.taxonomy import SubType
from tests.engine.sample_harness import write

EDIT = ReplaceText(path="prompts/system.md", old="nothing", new="all")
OTHER = ReplaceText(path="tools/read.py", old="limit=10", new="limit=99")


def git(repository: Path, *arguments: str, stdin: str = "") -> str:
    environment = {"PATH": os.environ["PATH"], "GIT_DIR": str(repository)}
    ran = subprocess.run(
        ["git", *arguments],
        env=environment,
        input=stdin,
        capture_output=True,
        text=True,
        check=True,
    )
    return ran.stdout.strip()


async def use_everything(store: GitStore, seed: Patched, folder: Path) -> None:
    edits: Sequence[tuple[ReplaceText, SubType]] = [
        (EDIT, SubType.RULE_MODIFICATION),
        (OTHER, SubType.IMPLEMENTATION_FIX),
    ]
    one, two = [
        await store.apply([seed.commit], seed.commit, [edit], subtype, None, "m")
        for edit, subtype in edits
    ]
    merged = await store.merge(one.commit, two.commit)
    await store.diff(seed.commit, merged.commit)
    await store.export(merged.tree, folder)


async def test_planted_programs_do_not_run(tmp_path: Path) -> None:
    repository, marker = tmp_path / "harness.git", tmp_path / "ran"
    store = GitStore(repository)
    seed = await store.import_seed(write(tmp_path / "seed"))
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\necho $0 >> {marker}\n")
    program.chmod(0o755)
    (repository / "hooks").mkdir()
    for hook in ("reference-transaction", "post-commit", "pre-commit", "post-index-change"):
        (repository / "hooks" / hook).symlink_to(program)
    git(repository, "config", "core.hooksPath", str(repository / "hooks"))
    for key in ("core.fsmonitor", "diff.external", "core.pager", "core.sshCommand", "gpg.program"):
        git(repository, "config", key, str(program))

    await use_everything(store, seed, tmp_path / "out")

    assert not marker.exists()


async def test_planted_hook_would_run_without_our_settings(tmp_path: Path) -> None:
    repository, marker = tmp_path / "harness.git", tmp_path / "ran"
    seed = await GitStore(repository).import_seed(write(tmp_path / "seed"))
    hook = repository / "hooks" / "reference-transaction"
    hook.parent.mkdir()
    hook.write_text(f"#!/bin/sh\ntouch {marker}\n")
    hook.chmod(0o755)

    git(repository, "update-ref", "refs/heads/x", seed.commit)

    assert marker.exists()


async def test_settings_of_the_user_have_no_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = GitStore(tmp_path / "plain.git")
    folder = write(tmp_path / "seed")
    seed = await plain.import_seed(folder)
    home = tmp_path / "home"
    home.mkdir()
    (home / ".gitconfig").write_text("[core]\n autocrlf = true\n[user]\n name = Someone Else\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere.git"))
    monkeypatch.setenv("GIT_AUTHOR_DATE", "2001-01-01T00:00:00Z")

    assert await GitStore(tmp_path / "user.git").import_seed(folder) == seed


async def test_every_commit_survives_pruning(tmp_path: Path) -> None:
    repository = tmp_path / "harness.git"
    store = GitStore(repository)
    seed = await store.import_seed(write(tmp_path / "seed"))
    kind = SubType.RULE_MODIFICATION
    patched = await store.apply([seed.commit], seed.commit, [EDIT], kind, None, "m")
    merged = await store.merge(patched.commit, seed.commit)

    git(repository, "gc", "--prune=now", "--quiet")

    for commit in (seed.commit, patched.commit, merged.commit):
        assert git(repository, "cat-file", "-t", commit) == "commit"
    assert git(repository, "fsck", "--strict", "--unreachable") == ""
    assert git(repository, "rev-list", "--parents", "-1", merged.commit).split() == [
        merged.commit,
        patched.commit,
        seed.commit,
    ]


@pytest.mark.parametrize(
    "name",
    [b'a"\ndeleteall\n', b"a\nb", b"\xff", b"-rf", b".gitmodules", b"a\\b", b"\x1b[2J"],
)
async def test_a_name_that_no_harness_may_have_is_refused_whoever_made_the_repository(
    tmp_path: Path, name: bytes
) -> None:
    store = GitStore(tmp_path / "harness.git")
    seed = await store.import_seed(write(tmp_path / "seed"))
    blob = git(tmp_path / "harness.git", "hash-object", "-w", "--stdin", stdin="x")
    listed = b"100644 blob %s\t%s\0" % (blob.encode(), name)
    _, tree = await Git(tmp_path / "harness.git").run("mktree", "-z", stdin=listed)

    with pytest.raises(JournalError):
        await store.files(Tree(tree.decode().strip()))
    assert await store.files(seed.commit)


async def test_a_repository_without_an_end_to_its_files_does_not_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Thirty folders in each other, each with both of its entries the same: a billion paths in a few objects."""
    repository = tmp_path / "harness.git"
    git_ = Git(repository)
    await git_.create()
    blob = git(repository, "hash-object", "-w", "--stdin", stdin="x")
    tree, entry = "", f"100644 blob {blob}"
    for _ in range(30):
        tree = git(repository, "mktree", stdin=f"{entry}\ta\n{entry}\tb\n")
        entry = f"040000 tree {tree}"
    monkeypatch.setattr("saddle_engine.adapters.git.LARGEST", 5_000_000)

    with pytest.raises(JournalError, match="git ls-tree has more to say than 5000000 bytes"):
        await GitStore(repository).files(Tree(tree))


@pytest.mark.parametrize("mode", ["120000", "160000"])
async def test_tree_with_a_link_is_not_exported(tmp_path: Path, mode: str) -> None:
    repository = tmp_path / "harness.git"
    store = GitStore(repository)
    seed = await store.import_seed(write(tmp_path / "seed"))
    if mode == "120000":
        target = git(repository, "hash-object", "-w", "--stdin", stdin="/etc/passwd")
        entry = f"120000 blob {target}\tprompts.md"
    else:
        entry = f"160000 commit {seed.commit}\tsub"
    tree = Tree(git(repository, "mktree", stdin=entry + "\n"))

    with pytest.raises(JournalError, match="plain files only"):
        await store.export(tree, tmp_path / "out")

    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("version", ["HEAD", "--output=/tmp/x", "refs/heads/main", "", "0" * 39])
async def test_only_an_id_names_a_version(tmp_path: Path, version: str) -> None:
    store = GitStore(tmp_path / "harness.git")
    seed = await store.import_seed(write(tmp_path / "seed"))

    with pytest.raises(JournalError, match="40 hex digits"):
        await store.export(Commit(version), tmp_path / "out")
    with pytest.raises(JournalError, match="40 hex digits"):
        await store.diff(seed.commit, Commit(version))
    with pytest.raises(JournalError, match="40 hex digits"):
        await store.merge(seed.commit, Commit(version))


async def test_unknown_version_is_an_error_in_words(tmp_path: Path) -> None:
    store = GitStore(tmp_path / "harness.git")
    await store.import_seed(write(tmp_path / "seed"))

    with pytest.raises(JournalError, match="git ls-tree in"):
        await store.export(Commit("0" * 40), tmp_path / "out")


async def test_missing_git_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(ConfigError, match=r"git is not on PATH; expected git 2\.39"):
        await GitStore(tmp_path / "harness.git").import_seed(write(tmp_path / "seed"))


async def test_too_old_git_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = tmp_path / "bin" / "git"
    old.parent.mkdir()
    old.write_text("#!/bin/sh\necho git version 2.34.1\n")
    old.chmod(0o755)
    monkeypatch.setenv("PATH", f"{old.parent}:{os.environ['PATH']}")

    with pytest.raises(ConfigError, match=r"git 2\.34 is too old"):
        await Git(tmp_path / "harness.git").create()


async def test_hanging_git_is_ended_with_its_children(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = tmp_path / "bin" / "git"
    slow.parent.mkdir()
    slow.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/pid\nsleep 60\n")
    slow.chmod(0o755)
    monkeypatch.setenv("PATH", f"{slow.parent}:{os.environ['PATH']}")

    with pytest.raises(JournalError, match=r"git version took longer than 1 s"):
        await Git(tmp_path / "harness.git", deadline_s=1).create()

    group = int((tmp_path / "pid").read_text())
    assert not alive(group)


def alive(group: int) -> bool:
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if fields[2] == str(group) and fields[0] != "Z":
            return True
    return False


async def test_repository_is_private(tmp_path: Path) -> None:
    repository = tmp_path / "harness.git"

    await GitStore(repository).import_seed(write(tmp_path / "seed"))

    assert repository.stat().st_mode & 0o077 == 0
