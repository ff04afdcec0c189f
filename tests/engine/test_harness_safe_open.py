"""Reading in a folder that others write."""

import os
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.errors import PathRefused
from saddle_engine.harness.safe_open import list_plain, read_plain

SECRET = b"outside"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "folder").mkdir(parents=True)
    (root / "folder" / "file").write_bytes(b"inside")
    (tmp_path / "secret").write_bytes(SECRET)
    (root / "link").symlink_to(tmp_path / "secret")
    (root / "near").symlink_to("folder/file")
    (root / "up").symlink_to("..")
    os.mkfifo(root / "pipe")
    (root / "large").write_bytes(b"x" * 1_001)
    return root


@pytest.mark.parametrize("path", ["folder/file", "./folder/file", "folder//file", "folder/./file"])
def test_plain_file_is_read(root: Path, path: str) -> None:
    assert read_plain(root, path, 1_000) == b"inside"


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("", "no path inside"),
        (".", "no path inside"),
        ("/etc/passwd", "no path inside"),
        ("../secret", "no path inside"),
        ("folder/../../secret", "no path inside"),
        ("folder\0/file", "no path inside"),
        ("\ud800", "no path inside"),
        ("link", "leads through a link"),
        ("near", "leads through a link"),
        ("up/secret", "leads through a link"),
        ("folder/file/x", "leads through a link, or through a file"),
        ("folder", "not a plain file"),
        ("pipe", "not a plain file"),
        ("missing", "does not exist"),
        ("large", "at most 1000"),
        ("x" * 300, "File name too long"),
    ],
)
def test_anything_else_is_refused(root: Path, path: str, reason: str) -> None:
    with pytest.raises(PathRefused, match=reason):
        read_plain(root, path, 1_000)


def test_list_has_plain_files_only(root: Path) -> None:
    (root / os.fsdecode(b"caf\xe9")).touch()

    assert list_plain(root) == ["folder/file", "large"]


def test_missing_root_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PathRefused, match="does not exist"):
        list_plain(tmp_path / "none")


def test_no_descriptor_is_left_open(root: Path) -> None:
    before = open_descriptors()

    for path in ("folder/file", "link", "up/secret", "pipe", "large", "folder"):
        with suppress(PathRefused):
            read_plain(root, path, 1_000)
    list_plain(root)

    assert open_descriptors() == before


def open_descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


@given(st.lists(st.sampled_from(["..", ".", "", "up", "link", "secret", "folder", "file", "/"])))
def test_no_path_reads_outside(tmp_path_factory: pytest.TempPathFactory, parts: list[str]) -> None:
    root = tmp_path_factory.mktemp("walk") / "root"
    root.mkdir()
    (root.parent / "secret").write_bytes(SECRET)
    (root / "up").symlink_to("..")
    (root / "link").symlink_to("../secret")

    with pytest.raises(PathRefused):
        read_plain(root, "/".join(parts), 1_000)


@pytest.mark.parametrize("part", ["folder", "folder/file"])
def test_swapping_a_part_for_a_link_never_leaks(root: Path, part: str) -> None:
    outside = root.parent / "outside"
    outside.mkdir()
    (outside / "file").write_bytes(SECRET)
    (root / "evil").symlink_to(outside if part == "folder" else outside / "file")
    place, evil, spare = root / part, root / "evil", root / "spare"

    def swap() -> None:
        place.rename(spare)
        evil.rename(place)
        place.rename(evil)
        spare.rename(place)

    read = while_swapping(swap, lambda: read_plain(root, "folder/file", 1_000))

    assert read == {b"inside"}


def while_swapping(swap: Callable[[], None], read: Callable[[], bytes]) -> set[bytes]:
    done = threading.Event()

    def keep_swapping() -> None:
        while not done.is_set():
            swap()

    swapper = threading.Thread(target=keep_swapping)
    swapper.start()
    found = set()
    try:
        for _ in range(4_000):
            with suppress(PathRefused):
                found.add(read())
    finally:
        done.set()
        swapper.join()
    return found
