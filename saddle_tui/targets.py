"""Where a harness is taken to: a folder, a mailbox of patches, or a branch of somebody's repository."""

import argparse
import asyncio
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.git import Git
from saddle_engine.adapters.patchseries import series
from saddle_engine.adapters.userrepo import UserRepo, Versions
from saddle_engine.errors import ConfigError
from saddle_engine.harness.export import write_export
from saddle_engine.harness.lineage import Step
from saddle_engine.harness.seed import SeedFile
from saddle_tui.new_file import check_new, new_file


@dataclass(frozen=True)
class Target:
    """One of the three; `prefix` is the harness's folder in a repository, None where it is to be found."""

    to: Path | None = None
    patch: Path | None = None
    branch: tuple[Path, str] | None = None
    prefix: str | None = None

    def check(self) -> None:
        """Refuse what cannot be written, before anything is worked out for it.

        Raises:
            ConfigError: a folder that is not empty, a file that exists, a prefix that says nothing.
        """
        if self.prefix is not None and self.to:
            raise ConfigError(
                "--prefix goes with --patch and --branch; --to takes a folder as it is"
            )
        if self.to and self.to.exists() and (not self.to.is_dir() or any(self.to.iterdir())):
            raise ConfigError(
                f"--to {self.to}: expected an empty or new folder, so that nothing is overwritten"
            )
        if self.patch:
            check_new(self.patch, "--patch")

    async def deliver(
        self, git: Git, steps: Sequence[Step], versions: Versions, result: str
    ) -> str:
        """Write it; returns where everything is, for people.

        Args:
            git: a repository that holds every version.
            steps: the oldest first; may be empty for a folder.
            versions: the files of every version that a step names, and of the result.
            result: the version to take.

        Raises:
            ConfigError: it cannot be written there; says why.
        """
        if self.to:
            await asyncio.to_thread(_write_folder, self.to, versions[result])
            return str(self.to)
        if self.patch:
            mails = await series(git, steps, versions, self.prefix or "", SystemClock().now())
            await asyncio.to_thread(_write_file, self.patch, mails)
            apply = f"git am {shlex.quote(str(self.patch.resolve()))}"
            return f"{self.patch}: {counted(steps)}; in your repository: {apply}"
        assert self.branch is not None
        repo, name = self.branch
        theirs = UserRepo(repo)
        now = SystemClock().now()
        found = await theirs.add_branch(name, steps, versions, self.prefix, now)
        below = f", in {found}" if found else ""
        return f"{theirs.top}: branch {name}{below}, {counted(steps)} on top of HEAD"


def add_targets(
    parser: argparse.ArgumentParser, title: str, *, required: bool = False
) -> argparse._ArgumentGroup:
    """The options that say where, as a group that may have more."""
    group = parser.add_argument_group(title)
    where = group.add_mutually_exclusive_group(required=required)
    where.add_argument("--to", type=Path, metavar="DIR", help="an empty or new folder")
    where.add_argument(
        "--patch", type=Path, metavar="FILE", help="a new file for `git am` or `git apply`"
    )
    where.add_argument(
        "--branch",
        type=branch_of,
        metavar="REPO:NAME",
        help="a new branch on top of HEAD of your repository, which is not touched otherwise",
    )
    group.add_argument(
        "--prefix",
        type=prefix_of,
        metavar="PATH",
        help="with --patch or --branch: where in the repository the harness is",
    )
    return group


def target_of(arguments: argparse.Namespace) -> Target | None:
    """What was said; None for nothing.

    Raises:
        ConfigError: it cannot be written to.
    """
    target = Target(arguments.to, arguments.patch, arguments.branch, arguments.prefix)
    target.check()
    return target if target.to or target.patch or target.branch else None


def branch_of(text: str) -> tuple[Path, str]:
    """A repository and the name of a branch; an argparse type."""
    repo, colon, name = text.rpartition(":")
    if not (repo and colon and name):
        raise argparse.ArgumentTypeError(f"{text!r} is no REPO:NAME, such as .:better-harness")
    return Path(repo), name


def prefix_of(text: str) -> str:
    """A folder as patches name it, with '/' at its end; empty for the top. An argparse type."""
    path = PurePosixPath(text)
    inside = not {"..", ".git"} & {part.casefold() for part in path.parts}
    if path.is_absolute() or not inside or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!r} is no path inside of a repository")
    return "" if path == PurePosixPath() else f"{path}/"


def counted(steps: Sequence[object]) -> str:
    """How many patches."""
    return "1 patch" if len(steps) == 1 else f"{len(steps)} patches"


def _write_folder(folder: Path, files: Mapping[str, SeedFile]) -> None:
    contents = {path: file.content for path, file in files.items()}
    write_export(folder, contents, {path for path, file in files.items() if file.executable})


def _write_file(file: Path, content: bytes) -> None:
    with new_file(file, "--patch") as opened:
        opened.write(content)
