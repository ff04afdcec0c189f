"""A patch on top of others is what git's own cherry-pick makes of it, and nothing is written to the run's repository."""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from saddle_engine.adapters.gitpick import BOTH, ONE, Labels, Picked, PickStore
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.types.base import Commit
from saddle_engine.types.patch import DeleteFile, Edit, ReplaceText, WriteFile
from saddle_engine.types.taxonomy import SubType
from tests.engine.sample_harness import FILES, write
from tests.engine.test_export_git import snapshot
from tests.engine.user_git import git

LABELS = Labels("so far: p1", "what p2 was made on", "p2")
LINES = [f"- rule number {number}\n" for number in range(9)]
SEED = {**FILES, "prompts/a.md": "".join(LINES).encode(), "prompts/b.md": "".join(LINES).encode()}
RULES = SubType.RULE_MODIFICATION


class Made(NamedTuple):
    """A patch in the run's repository."""

    base: Commit
    commit: Commit


async def patched(store: GitStore, base: Commit, *edits: Edit, kind: SubType = RULES) -> Made:
    made = await store.apply([base], base, edits, kind, None, "m")
    return Made(base, made.commit)


async def put(
    work: Path, source: Path, seed: Commit, patches: Sequence[Made]
) -> tuple[PickStore, list[Picked]]:
    """The patches on top of each other, up to the first clash."""
    bench = PickStore(work / "bench.git", source)
    await bench.create()
    picked: list[Picked] = []
    for patch in patches:
        onto = picked[-1].commit if picked else seed
        picked.append(await bench.pick(onto, patch.base, patch.commit, LABELS))
        if picked[-1].clashes:
            break
    return bench, picked


CHANGES = st.tuples(
    st.sampled_from(["a", "b", "c"]),
    st.sampled_from(["replace", "insert", "drop", "write", "delete"]),
    st.integers(0, 8),
    st.integers(0, 2),
)
"""File, what happens to it, at which line, with which words."""


def _edited(files: dict[str, bytes], change: tuple[str, str, int, int]) -> Edit | None:
    name, what, line, word = change
    path, rule = f"prompts/{name}.md", LINES[line]
    text = files[path].decode() if path in files else None
    if what == "delete":
        return DeleteFile(path=path) if text is not None else None
    if text is None or what == "write":
        new = f"wholly new {word}\n{rule}"
        return WriteFile(path=path, text=new) if text != new else None
    if text.count(rule) != 1:
        return None
    new = {"replace": f"- other {word}\n", "insert": f"{rule}- more {word}\n", "drop": ""}[what]
    return ReplaceText(path=path, old=rule, new=new)


@settings(max_examples=12, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), CHANGES), min_size=2, max_size=5), st.randoms())
def test_patches_in_any_order_come_to_what_cherry_pick_makes_of_them(
    wanted: list[tuple[int, tuple[str, str, int, int]]], random: object
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(_as_cherry_pick(Path(folder), wanted, random))


async def _as_cherry_pick(
    work: Path, wanted: list[tuple[int, tuple[str, str, int, int]]], random: object
) -> None:
    store = GitStore(work / "run.git")
    seed = (await store.import_seed(write(work / "seed", SEED))).commit
    made: list[Made] = []
    for which, change in wanted:
        base = [seed, *(each.commit for each in made)][which % (len(made) + 1)]
        files = {path: file.content for path, file in (await store.files(base)).items()}
        if (edit := _edited(files, change)) is not None:
            made.append(await patched(store, base, edit))
    random.shuffle(made)  # type: ignore[attr-defined]

    bench, picked = await put(work, work / "run.git", seed, made)
    event(f"{len(made)} patches, {'a clash' if picked and picked[-1].clashes else 'none'}")

    git(work, "clone", "-q", "--no-checkout", "run.git", "clone")
    clone = work / "clone"
    git(clone, "fetch", "-q", "origin", "refs/saddle/*:refs/saddle/*")
    git(clone, "checkout", "-q", seed)
    for patch, ours in zip(made, picked, strict=False):
        told = ("cherry-pick", "--no-commit", patch.commit)
        git(clone, "-c", "merge.renames=false", *told, code=1 if ours.clashes else 0)
        if ours.clashes:
            unmerged = git(clone, "diff", "--name-only", "--diff-filter=U").splitlines()
            assert sorted(unmerged) == [clash.path for clash in ours.clashes]
            return
        assert git(clone, "write-tree") == await bench.tree(ours.commit)
        git(clone, "commit", "-q", "--allow-empty", "-m", "m")


@pytest.fixture
async def run(tmp_path: Path) -> tuple[GitStore, Commit]:
    store = GitStore(tmp_path / "run.git")
    return store, (await store.import_seed(write(tmp_path / "seed", SEED))).commit


async def test_the_repository_of_the_run_is_only_read(
    run: tuple[GitStore, Commit], tmp_path: Path
) -> None:
    store, seed = run
    first = await patched(store, seed, ReplaceText(path="prompts/a.md", old=LINES[0], new="x\n"))
    second = await patched(store, seed, ReplaceText(path="prompts/a.md", old=LINES[5], new="y\n"))
    source = tmp_path / "run.git"
    before, objects = snapshot(source), sorted(source.rglob("*"))

    bench, picked = await put(tmp_path, source, seed, [first, second])
    both = await bench.files(picked[-1].commit)

    assert both["prompts/a.md"].content == b"x\n" + "".join(LINES[1:5]).encode() + b"y\n" + (
        "".join(LINES[6:]).encode()
    )
    assert both["run.sh"].executable
    assert snapshot(source) == before
    assert sorted(source.rglob("*")) == objects


async def test_a_repository_may_lie_anywhere(tmp_path: Path) -> None:
    odd = tmp_path / '#"o\\d: d\n\u00fc\udcff'
    odd.mkdir()
    store = GitStore(odd / "run.git")
    seed = (await store.import_seed(write(tmp_path / "seed", SEED))).commit
    patch = await patched(store, seed, ReplaceText(path="prompts/a.md", old=LINES[0], new="x\n"))

    bench, (picked,) = await put(tmp_path, odd / "run.git", seed, [patch])

    assert (await bench.files(picked.commit))["prompts/a.md"].content.startswith(b"x\n")


async def test_a_change_that_is_there_already_makes_no_version(
    run: tuple[GitStore, Commit], tmp_path: Path
) -> None:
    store, seed = run
    edit = ReplaceText(path="prompts/a.md", old=LINES[0], new="x\n")
    first = await patched(store, seed, edit)
    other = await patched(store, seed, ReplaceText(path="prompts/b.md", old=LINES[0], new="x\n"))
    again = await patched(store, other.commit, edit)

    _, picked = await put(tmp_path, tmp_path / "run.git", seed, [first, again])

    assert picked[1] == Picked(picked[0].commit, ())


async def test_a_clash_shows_all_three_texts_under_names_for_people(
    run: tuple[GitStore, Commit], tmp_path: Path
) -> None:
    store, seed = run
    first = await patched(store, seed, ReplaceText(path="prompts/a.md", old=LINES[0], new="x\n"))
    second = await patched(store, seed, ReplaceText(path="prompts/a.md", old=LINES[0], new="y\n"))

    _, picked = await put(tmp_path, tmp_path / "run.git", seed, [first, second])

    (clash,) = picked[1].clashes
    assert (clash.path, clash.why) == ("prompts/a.md", BOTH)
    assert clash.text.decode() == (
        f"<<<<<<< so far: p1\nx\n||||||| what p2 was made on\n{LINES[0]}=======\ny\n>>>>>>> p2\n"
        + "".join(LINES[1:])
    )
    assert picked[1].commit == picked[0].commit
    _, again = await put(tmp_path / "2", tmp_path / "run.git", seed, [first, second])
    assert again[1].clashes[0].key == clash.key
    _, turned = await put(tmp_path / "3", tmp_path / "run.git", seed, [second, first])
    assert turned[1].clashes[0].key != clash.key


async def test_a_path_may_be_spelled_as_it_likes(
    run: tuple[GitStore, Commit], tmp_path: Path
) -> None:
    store, seed = run
    path = "prompts/[a]* 'ü' \"q\" :(top).md"
    base = (await patched(store, seed, WriteFile(path=path, text="one\n"))).commit
    first = await patched(store, base, WriteFile(path=path, text="two\n"))
    second = await patched(store, base, WriteFile(path=path, text="three\n"))

    bench, picked = await put(tmp_path, tmp_path / "run.git", base, [first, second])

    (clash,) = picked[1].clashes
    assert (clash.path, clash.sides) == (path, (b"one\n", b"two\n", b"three\n"))
    after = await bench.changed(picked[1].commit, {path: b"four\n"}, picked[1].commit)
    assert (await bench.files(after))[path].content == b"four\n"
    gone = await bench.changed(after, {path: None})
    assert path not in await bench.files(gone)


async def test_a_file_that_one_side_removes_is_shown_whole(
    run: tuple[GitStore, Commit], tmp_path: Path
) -> None:
    store, seed = run
    gone = await patched(store, seed, DeleteFile(path="prompts/a.md"))
    kept = await patched(store, seed, ReplaceText(path="prompts/a.md", old=LINES[0], new="x\n"))

    _, picked = await put(tmp_path, tmp_path / "run.git", seed, [gone, kept])

    (clash,) = picked[1].clashes
    assert (clash.why, clash.sides.ours) == (ONE, None)
    text = "x\n" + "".join(LINES[1:])
    assert clash.text.decode() == f"<<<<<<< so far: p1\n=======\n{text}>>>>>>> p2\n"


async def test_joined_lines_that_are_no_python_clash(
    run: tuple[GitStore, Commit], tmp_path: Path
) -> None:
    store, seed = run
    comments = [f"# {number}" for number in range(9)]
    lines = ["A = 1", *comments, "B = 2"]

    async def tool(base: Commit, kind: SubType, **changes: str) -> Made:
        text = "".join(f"{changes.get(f'at{place}', line)}\n" for place, line in enumerate(lines))
        return await patched(store, base, WriteFile(path="tools/x.py", text=text), kind=kind)

    base = (await tool(seed, SubType.NEW_TOOL)).commit
    first = await tool(base, SubType.IMPLEMENTATION_FIX, at0='A = """', at8='"""')
    second = await tool(base, SubType.IMPLEMENTATION_FIX, at4='D = """x"""')

    _, picked = await put(tmp_path, tmp_path / "run.git", base, [first, second])

    (clash,) = picked[1].clashes
    assert clash.path == "tools/x.py"
    assert "is not valid Python at line" in clash.why
    assert b"<<<<" not in clash.text
