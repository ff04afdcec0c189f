"""Which folders can become a harness."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from saddle_engine.errors import ConfigError
from saddle_engine.harness.seed import read_seed
from tests.engine.sample_harness import FILES, MANIFEST, write


def test_caches_and_what_git_keeps_are_left_out(tmp_path: Path) -> None:
    folder = write(tmp_path)
    left_out = {
        ".git/config": b"x",
        ".gitignore": b"x",
        ".github/workflows/ci.yml": b"x",
        "tools/__pycache__/read.pyc": b"x",
        "tools/old.pyc": b"x",
    }
    write(tmp_path, left_out)

    seed = read_seed(folder)

    assert {path: file.content for path, file in seed.items()} == FILES
    assert [path for path, file in seed.items() if file.executable] == ["run.sh"]


def link_file(folder: Path) -> None:
    (folder / "prompts/link.md").symlink_to("/etc/passwd")


def link_folder(folder: Path) -> None:
    (folder / "lib").symlink_to("/etc")


def link_manifest(folder: Path) -> None:
    (folder / "harness.toml").rename(folder / "other.toml")
    (folder / "harness.toml").symlink_to("other.toml")


def pipe(folder: Path) -> None:
    os.mkfifo(folder / "pipe")


def secret(folder: Path) -> None:
    (folder / ".env").write_text("KEY=1")


def large(folder: Path) -> None:
    (folder / "data.bin").write_bytes(b"x" * 1_000_001)


def many(folder: Path) -> None:
    for number in range(2_000):
        (folder / f"{number}.txt").touch()


def twins(folder: Path) -> None:
    (folder / "Main.py").touch()


def broken_name(folder: Path) -> None:
    (folder / "a\x1b[2J.md").touch()


def undecodable_name(folder: Path) -> None:
    (folder / os.fsdecode(b"caf\xe9.md")).touch()


def deep(folder: Path) -> None:
    (folder / "/".join("d" * 40)).mkdir(parents=True)


def bad_hooks(folder: Path) -> None:
    (folder / "middleware/hooks.json").write_text('[{"tool": "read"}]')


def no_manifest(folder: Path) -> None:
    (folder / "harness.toml").unlink()


def no_surface_file(folder: Path) -> None:
    (folder / "harness.toml").write_text(
        'name = "x"\nstart = ["x"]\n[[surface]]\nlayer = "prompt"\nfiles = ["promts/*"]\n'
    )


def covered_pipe(folder: Path) -> None:
    (folder / "harness.toml").write_bytes(MANIFEST.replace(b"middleware/*.py", b"*.py"))


def binary_manifest(folder: Path) -> None:
    (folder / "harness.toml").write_bytes(b"\x7fELF\0\xff")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (link_file, "'prompts/link.md' is a symbolic link"),
        (link_folder, "'lib' is a symbolic link"),
        (link_manifest, "leads through a link"),
        (pipe, "'pipe' is a special file"),
        (secret, "'.env' is read or run by other programs"),
        (large, "'data.bin' has 1000001 bytes"),
        (many, "more than 2000 files"),
        (twins, "differ in upper and lower case only"),
        (broken_name, "invisible character"),
        (undecodable_name, "invisible character"),
        (deep, "deeper than 32 folders"),
        (bad_hooks, "[0].when does not fit"),
        (no_manifest, "is not a harness: 'harness.toml' does not exist"),
        (no_surface_file, "no file of the harness matches"),
        (covered_pipe, "covers saddle_pipe.py, which no patch may change"),
        (binary_manifest, "is not a TOML file"),
    ],
)
def test_folder_that_cannot_be_kept_is_refused(
    tmp_path: Path, spoil: Callable[[Path], None], reason: str
) -> None:
    folder = write(tmp_path / "seed")
    spoil(folder)

    with pytest.raises(ConfigError) as refused:
        read_seed(folder)

    assert reason in str(refused.value)
    assert str(folder) in str(refused.value)
