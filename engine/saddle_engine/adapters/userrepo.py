"""A new branch in a user's own repository, and nothing else there.

Its work tree, index, HEAD and configuration are not touched; none of its hooks, filters or monitors
runs, because no git command here reads a work tree and the adapter is deaf to what could run.
"""

import asyncio
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from uuid import uuid4

from saddle_engine.adapters.git import Git
from saddle_engine.adapters.gittext import render_branch
from saddle_engine.adapters.userplace import Place, parse_tree, places, sentence
from saddle_engine.errors import ConfigError, JournalError
from saddle_engine.harness.lineage import Step, changed
from saddle_engine.harness.seed import SeedFile, read_seed

NO_NAME = re.compile(r"-.*|HEAD|@|[0-9a-f]{40}|[0-9a-f]{64}", re.DOTALL)
"""Of a branch: git takes these for something else."""
INSTEAD = "or take a series for `git am` (--patch FILE)"
Versions = Mapping[str, Mapping[str, SeedFile]]


class UserRepo:
    """A repository that is somebody else's."""

    def __init__(self, folder: Path) -> None:
        """Find the repository of a folder.

        Raises:
            ConfigError: there is none.
        """
        self.top = folder.absolute()
        for above in (self.top, *self.top.parents):
            if (above / ".git").exists():  # a folder, or a file in a worktree or submodule
                self.top = above
                self._git = Git(above / ".git")
                return
        if not (self.top / "objects").is_dir():
            raise ConfigError(f"{folder} is no git repository; expected a folder with .git in it")
        self._git = Git(self.top)

    async def add_branch(
        self, name: str, steps: Sequence[Step], versions: Versions, prefix: str | None, now: float
    ) -> str:
        """Make a branch on top of HEAD with one commit a step; returns the harness's folder there.

        Args:
            name: of the branch, which must not exist.
            steps: the oldest first; the first one begins with the seed.
            versions: the files of every version that a step names.
            prefix: where the harness is, as in `Place`; found by its files when None.
            now: the date of the commits, in seconds since 1970.

        Raises:
            ConfigError: in one sentence: no such name can be made, or HEAD does not have the seed.
            JournalError: git failed.
        """
        await self._check_name(name)
        head = await self._head()
        place = await self._place(head, versions[steps[0].before], prefix)
        commits = [
            (
                f"{step.title}\n\n{step.body}\n",
                {
                    place.prefix + path: file
                    for path, file in changed(versions[step.before], versions[step.after]).items()
                },
            )
            for step in steps
        ]
        await self._write(name, head, commits, now)
        return place.prefix

    async def _check_name(self, name: str) -> None:
        branch = f"refs/heads/{name}"
        code, _ = await self._git.run("check-ref-format", branch, accept=(0, 1))
        if code or NO_NAME.fullmatch(name):
            raise ConfigError(f"{name!r} cannot be a branch's name; take another one")
        code, _ = await self._git.run("show-ref", "--verify", "--quiet", branch, accept=(0, 1))
        if not code:
            raise ConfigError(f"{self.top} has a branch {name!r} already; take another name")

    async def _head(self) -> str:
        told = ("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
        code, output = await self._git.run(*told, accept=(0, 1))
        if code:
            raise ConfigError(f"{self.top} has no commit yet; commit the harness first, {INSTEAD}")
        return output.decode().strip()

    async def _place(self, head: str, seed: Mapping[str, SeedFile], prefix: str | None) -> Place:
        _, output = await self._git.run("ls-tree", "-r", "-z", "--full-tree", head)
        tree = parse_tree(output)
        _, named = await self._git.run("rev-parse", "--show-object-format")
        algorithm = named.decode().strip()
        found = places(tree, seed, algorithm, prefix)
        match [place for place in found if not place.differences]:
            case [place]:
                return place
            case []:
                raise ConfigError(await asyncio.to_thread(self._why_not, found, seed))
            case several:
                folders = " and ".join(place.prefix or "its top" for place in several[:3])
                raise ConfigError(
                    f"HEAD of {self.top} has the seed in {folders}; say which with --prefix"
                )

    def _why_not(self, found: Sequence[Place], seed: Mapping[str, SeedFile]) -> str:
        if not found:
            return (
                f"HEAD of {self.top} has no harness.toml; name the right repository, commit to this one"
                f" what `export --node seed --to DIR` gives you, {INSTEAD}"
            )
        nearest = found[0]
        told = f"HEAD of {self.top} is not what the run began with: {sentence(nearest.differences)}"
        if _files(self.top / nearest.prefix) == seed:
            return f"{told}; the work tree is, so commit it first, {INSTEAD}"
        return f"{told}; check out what the run began with, {INSTEAD}"

    async def _write(
        self,
        name: str,
        head: str,
        commits: Sequence[tuple[str, Mapping[str, SeedFile | None]]],
        now: float,
    ) -> None:
        """All commits under a reference of ours, which then becomes the branch in one step."""
        ours = f"refs/saddle/{uuid4().hex}"
        stream = render_branch(ours, head, commits, now)
        try:
            _, output = await self._git.run("fast-import", "--quiet", "--done", stdin=stream)
            last = output.decode().strip()
            told = f"create refs/heads/{name} {last}\ndelete {ours} {last}\n"
            await self._git.run("update-ref", "--stdin", stdin=told.encode())
        except BaseException as error:
            await self._git.run("update-ref", "-d", ours, accept=range(256))
            if isinstance(error, JournalError):
                raise ConfigError(
                    f"the branch {name!r} cannot be made in {self.top}: {error}"
                ) from error
            raise


def _files(folder: Path) -> Mapping[str, SeedFile] | None:
    """What a run that begins with this folder would begin with."""
    try:
        return read_seed(folder)
    except ConfigError:
        return None
