"""What every harness store promises."""

import asyncio
import stat
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.errors import ConfigError, PatchRefused
from saddle_engine.ports import HarnessStore
from saddle_engine.types.base import Commit
from saddle_engine.types.patch import DeleteFile, Edit, Patched, ReplaceText, WriteFile
from saddle_engine.types.taxonomy import PatchClass, SubType
from tests.engine.sample_harness import FILES, write

PROMPT = "prompts/system.md"
TOOL = "tools/read.py"
LINES = "".join(f"rule {number}\n" for number in range(30))


@pytest.fixture
def store(tmp_path: Path) -> HarnessStore:
    return GitStore(tmp_path / "harness.git")


@pytest.fixture
async def seed(store: HarnessStore, tmp_path: Path) -> Patched:
    files = {**FILES, "prompts/long.md": LINES.encode()}
    return await store.import_seed(write(tmp_path / "seed", files))


async def patch(
    store: HarnessStore, base: Patched, *edits: Edit, subtype: SubType = SubType.RULE_MODIFICATION
) -> Patched:
    return await store.apply([base.commit], base.commit, edits, subtype, None, "a patch")


def rule(number: int, text: str) -> ReplaceText:
    return ReplaceText(path="prompts/long.md", old=f"rule {number}\n", new=text)


async def files_of(store: HarnessStore, version: Commit, folder: Path) -> dict[str, bytes]:
    await store.export(version, folder)
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {
        file.relative_to(folder).as_posix(): file.read_bytes()
        for file in folder.rglob("*")
        if file.is_file()
    }


async def test_export_gives_back_the_seed(
    store: HarnessStore, seed: Patched, tmp_path: Path
) -> None:
    exported = await files_of(store, seed.commit, tmp_path / "out")

    assert exported == {**FILES, "prompts/long.md": LINES.encode()}
    assert seed.diff == ""


async def test_tree_and_commit_export_the_same(
    store: HarnessStore, seed: Patched, tmp_path: Path
) -> None:
    await store.export(seed.tree, tmp_path / "tree")

    assert (tmp_path / "tree" / "main.py").read_bytes() == FILES["main.py"]


async def test_export_is_readable_for_every_user(
    store: HarnessStore, seed: Patched, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    out.mkdir(mode=0o700)

    await store.export(seed.commit, out)

    modes = {path: stat.S_IMODE(path.lstat().st_mode) for path in [out, *out.rglob("*")]}
    executable = {path for path in modes if path.is_dir() or path.name == "run.sh"}
    assert modes == {path: 0o755 if path in executable else 0o644 for path in modes}


async def test_export_into_a_folder_with_files_is_refused(
    store: HarnessStore, seed: Patched, tmp_path: Path
) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine").write_text("keep me")

    with pytest.raises(ConfigError, match="expected a new or empty folder"):
        await store.export(seed.commit, tmp_path / "out")

    assert [path.name for path in (tmp_path / "out").iterdir()] == ["mine"]


async def test_patch_is_a_new_version_with_a_diff(
    store: HarnessStore, seed: Patched, tmp_path: Path
) -> None:
    patched = await patch(store, seed, ReplaceText(path=PROMPT, old="nothing", new="all"))

    exported = await files_of(store, patched.commit, tmp_path / "out")
    assert exported[PROMPT] == FILES[PROMPT].replace(b"nothing", b"all")
    assert "-Verify nothing.\n+Verify all.\n" in patched.diff
    assert await store.diff(seed.commit, patched.commit) == patched.diff


async def test_refused_patch_says_why(store: HarnessStore, seed: Patched) -> None:
    with pytest.raises(PatchRefused, match=r"main\.py' is outside of every surface"):
        await patch(store, seed, WriteFile(path="main.py", text="x"))
    with pytest.raises(PatchRefused, match="not allowed in this phase"):
        await store.apply(
            [seed.commit],
            seed.commit,
            [rule(3, "x\n")],
            SubType.RULE_MODIFICATION,
            PatchClass.CAPABILITY,
            "",
        )


async def test_equal_inputs_give_the_equal_commit(tmp_path: Path) -> None:
    first, second = GitStore(tmp_path / "1.git"), GitStore(tmp_path / "2.git")
    folder = write(tmp_path / "seed")
    edit = ReplaceText(path=PROMPT, old="nothing", new="all")

    seeds = [await first.import_seed(folder), await second.import_seed(folder)]
    patches = [await patch(first, seeds[0], edit), await patch(second, seeds[1], edit)]
    again = await patch(first, seeds[0], edit)

    assert seeds[0] == seeds[1]
    assert patches[0] == patches[1] == again


async def test_same_patch_asked_for_at_once_is_one_version(
    store: HarnessStore, seed: Patched
) -> None:
    found: list[Patched] = []

    async def apply() -> None:
        found.append(await patch(store, seed, rule(3, "three\n")))

    async with asyncio.TaskGroup() as group:
        for _ in range(6):
            group.create_task(apply())

    assert len({patched.commit for patched in found}) == 1


async def test_other_message_or_parents_give_another_commit_of_the_same_tree(
    store: HarnessStore, seed: Patched
) -> None:
    one = await patch(store, seed, rule(3, "three\n"))
    kind = SubType.RULE_MODIFICATION

    told = await store.apply(
        [seed.commit], seed.commit, [rule(3, "three\n")], kind, None, "another"
    )
    both = await store.apply(
        [seed.commit, one.commit], seed.commit, [rule(3, "three\n")], kind, None, "a patch"
    )

    assert len({one.commit, told.commit, both.commit}) == 3
    assert {one.tree, told.tree, both.tree} == {one.tree}


async def test_mode_stays_when_the_text_changes(store: HarnessStore, tmp_path: Path) -> None:
    folder = write(tmp_path / "seed")
    (folder / TOOL).chmod(0o755)
    seed = await store.import_seed(folder)

    edit = ReplaceText(path=TOOL, old="limit=10", new="limit=99")
    patched = await patch(store, seed, edit, subtype=SubType.IMPLEMENTATION_FIX)

    await store.export(patched.commit, tmp_path / "out")
    assert stat.S_IMODE((tmp_path / "out" / TOOL).stat().st_mode) == 0o755
    assert "mode" not in patched.diff


async def test_merge_of_disjoint_edits_has_both(
    store: HarnessStore, seed: Patched, tmp_path: Path
) -> None:
    ours = await patch(store, seed, rule(3, "three\n"))
    theirs = await patch(store, seed, rule(23, "twenty-three\n"))
    new = WriteFile(path="tools/grep.py", text="x = 1\n")
    theirs = await patch(store, theirs, new, subtype=SubType.NEW_TOOL)

    merged = await store.merge(ours.commit, theirs.commit)

    exported = await files_of(store, merged.commit, tmp_path / "out")
    wanted = LINES.replace("rule 3\n", "three\n").replace("rule 23\n", "twenty-three\n")
    assert merged.conflicts == ()
    assert exported["prompts/long.md"].decode() == wanted
    assert exported["tools/grep.py"] == b"x = 1\n"


async def test_conflict_keeps_the_first_side_and_is_named(
    store: HarnessStore, seed: Patched, tmp_path: Path
) -> None:
    ours = await patch(store, seed, rule(3, "ours\n"))
    theirs = await patch(store, seed, rule(3, "theirs\n"), rule(23, "also theirs\n"))

    merged = await store.merge(ours.commit, theirs.commit)

    exported = await files_of(store, merged.commit, tmp_path / "out")
    assert merged.conflicts == ("prompts/long.md",)
    assert exported["prompts/long.md"].decode() == LINES.replace("rule 3\n", "ours\n")


@pytest.mark.parametrize("ours_deletes", [True, False])
async def test_deleted_against_changed_keeps_the_first_side(
    store: HarnessStore, seed: Patched, tmp_path: Path, ours_deletes: bool
) -> None:
    deleted = await patch(store, seed, DeleteFile(path="prompts/long.md"))
    changed = await patch(store, seed, rule(3, "three\n"))
    ours, theirs = (deleted, changed) if ours_deletes else (changed, deleted)

    merged = await store.merge(ours.commit, theirs.commit)

    assert merged.conflicts == ("prompts/long.md",)
    assert merged.tree == ours.tree
    assert await files_of(store, merged.commit, tmp_path / "out")


async def test_file_against_folder_keeps_the_first_side(store: HarnessStore, seed: Patched) -> None:
    file = await patch(store, seed, WriteFile(path="tools/x", text="a\n"), subtype=SubType.NEW_TOOL)
    folder = await patch(
        store, seed, WriteFile(path="tools/x/y.py", text="b = 1\n"), subtype=SubType.NEW_TOOL
    )

    assert (await store.merge(file.commit, folder.commit)).tree == file.tree
    assert (await store.merge(folder.commit, file.commit)).tree == folder.tree
    assert (await store.merge(folder.commit, file.commit)).conflicts == ("tools/x",)


async def test_case_twins_of_two_sides_are_a_conflict(store: HarnessStore, seed: Patched) -> None:
    ours = await patch(
        store, seed, WriteFile(path="tools/grep.py", text="a = 1\n"), subtype=SubType.NEW_TOOL
    )
    theirs = await patch(
        store, seed, WriteFile(path="tools/Grep.py", text="b = 1\n"), subtype=SubType.NEW_TOOL
    )

    merged = await store.merge(ours.commit, theirs.commit)

    assert merged.conflicts == ("tools/Grep.py",)
    assert merged.tree == ours.tree


async def test_joined_lines_that_do_not_parse_are_a_conflict(
    store: HarnessStore, tmp_path: Path
) -> None:
    items = "".join(f"    a{number},\n" for number in range(20))
    source = f"x = (\n{items})\n"
    folder = write(tmp_path / "seed", {**FILES, "tools/long.py": source.encode()})
    seed = await store.import_seed(folder)
    ours = await patch(
        store,
        seed,
        ReplaceText(path="tools/long.py", old="x = (\n", new="x = [\n"),
        ReplaceText(path="tools/long.py", old="a19,\n)", new="a19,\n]"),
        subtype=SubType.IMPLEMENTATION_FIX,
    )
    theirs = await patch(
        store,
        seed,
        ReplaceText(path="tools/long.py", old=" a9,\n", new=" a9) + (\n"),
        subtype=SubType.IMPLEMENTATION_FIX,
    )

    merged = await store.merge(ours.commit, theirs.commit)

    assert merged.conflicts == ("tools/long.py",)
    assert merged.tree == ours.tree


async def test_merge_finds_the_common_ancestor_of_grandchildren(
    store: HarnessStore, seed: Patched, tmp_path: Path
) -> None:
    middle = await patch(store, seed, rule(10, "ten\n"))
    ours = await patch(store, await patch(store, middle, rule(3, "three\n")), rule(5, "five\n"))
    theirs = await patch(store, middle, rule(23, "twenty-three\n"))

    merged = await store.merge(ours.commit, theirs.commit)
    child = await store.apply(
        [ours.commit, theirs.commit],
        merged.commit,
        [rule(29, "last\n")],
        SubType.RULE_MODIFICATION,
        None,
        "composed",
    )
    again = await store.merge(child.commit, theirs.commit)

    assert merged.conflicts == ()
    assert again.conflicts == ()
    assert again.tree == child.tree


async def test_merge_with_itself_changes_nothing(store: HarnessStore, seed: Patched) -> None:
    merged = await store.merge(seed.commit, seed.commit)

    assert merged.tree == seed.tree


async def test_folder_that_is_no_harness_is_refused(store: HarnessStore, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is not a harness"):
        await store.import_seed(tmp_path)


def difference(old: dict[str, str], new: dict[str, str]) -> list[Edit]:
    gone: list[Edit] = [DeleteFile(path=path) for path in old if path not in new]
    return gone + [WriteFile(path=path, text=text) for path, text in new.items()]


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
paths = st.sampled_from(["prompts/a.md", "prompts/b.md", "prompts/ü.md", 'prompts/"q" x.md'])
prompts = st.dictionaries(paths, texts, max_size=4)


@settings(max_examples=15, deadline=None)
@given(prompts, prompts)
def test_patch_and_its_inverse_give_back_the_harness(
    tmp_path_factory: pytest.TempPathFactory, old: dict[str, str], new: dict[str, str]
) -> None:
    if old == new:
        return
    folder = tmp_path_factory.mktemp("store")

    trees = asyncio.run(there_and_back(folder, old, new))

    assert trees[0] == trees[2] != trees[1]


async def there_and_back(folder: Path, old: dict[str, str], new: dict[str, str]) -> Sequence[str]:
    files = {**FILES, **{path: text.encode() for path, text in old.items()}}
    store = GitStore(folder / "harness.git")
    seed = await store.import_seed(write(folder / "seed", files))
    there = await patch(store, seed, *difference(old, new))
    back = await patch(store, there, *difference(new, old))
    return seed.tree, there.tree, back.tree
