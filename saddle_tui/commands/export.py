"""`saddle-tui export RUN:NODE --to DIR | --patch FILE | --branch REPO:NAME`."""

import argparse
import asyncio
import shlex
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.git import Git
from saddle_engine.adapters.gitstore import GitStore
from saddle_engine.adapters.patchseries import series
from saddle_engine.adapters.userrepo import UserRepo
from saddle_engine.dag import Node
from saddle_engine.errors import ConfigError
from saddle_engine.harness.lineage import Step
from saddle_engine.harness.seed import SeedFile
from saddle_engine.state import RunState
from saddle_runs.folder import RunFolder
from saddle_runs.stores import repository
from saddle_tui.commands.run_argument import add_run, run_of
from saddle_tui.lineage import steps_to
from saddle_tui.nodes import BEST, node_named
from saddle_tui.reading import begun, open_viewer
from saddle_tui.text.safe import clean


def add(parser: argparse.ArgumentParser) -> None:
    add_run(
        parser,
        metavar="RUN[:NODE]",
        help="name, id, unique prefix or path (default: the newest), and a node (default: the best)",
    )
    parser.add_argument(
        "--node", metavar="N", help="which node: n3, best or seed; the same as RUN:N"
    )
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--to", type=Path, metavar="DIR", help="an empty or new folder")
    where.add_argument(
        "--patch", type=Path, metavar="FILE", help="a new file for `git am` or `git apply`"
    )
    where.add_argument(
        "--branch",
        type=_branch,
        metavar="REPO:NAME",
        help="a new branch on top of HEAD of your repository, which is not touched otherwise",
    )
    parser.add_argument(
        "--prefix",
        type=_prefix,
        metavar="PATH",
        help="with --patch or --branch: where in the repository the harness is",
    )


def run(arguments: argparse.Namespace) -> int:
    arguments.run, node = _split(arguments.run or "")
    if node and arguments.node and node != arguments.node:
        raise ConfigError(
            f"{arguments.run}:{node} and --node {arguments.node} name two nodes; give one"
        )
    if arguments.prefix is not None and arguments.to:
        raise ConfigError("--prefix goes with --patch and --branch; --to takes a folder as it is")
    folder = run_of(arguments)
    state, steps, chosen = _read(folder, arguments.node or node, lineage=not arguments.to)
    store = repository(folder)
    if arguments.to:
        written = _write_folder(store, chosen, arguments.to)
    elif arguments.patch:
        written = _write_patch(store, steps, arguments.prefix or "", arguments.patch)
    else:
        written = asyncio.run(_make_branch(store, steps, arguments.prefix, *arguments.branch))
    mark = ", simulated" if state.run and state.run.simulated else ""
    print(clean(f"{chosen.id} (dev {chosen.dev:.3f}{mark}) is in {written}"))
    return 0


def _read(folder: RunFolder, node: str, *, lineage: bool) -> tuple[RunState, list[Step], Node]:
    with open_viewer(folder) as viewer:
        state = begun(folder, viewer)
        chosen = node_named(state, node or BEST, node and f"{folder.name}:{node}")
        return state, steps_to(state, chosen, viewer.blob) if lineage else [], chosen


def _write_folder(store: Path, node: Node, to: Path) -> str:
    if to.exists() and (not to.is_dir() or any(to.iterdir())):
        raise ConfigError(
            f"--to {to}: expected an empty or new folder, so that nothing is overwritten"
        )
    asyncio.run(GitStore(store).export(node.commit, to))
    return str(to)


def _write_patch(store: Path, steps: Sequence[Step], prefix: str, file: Path) -> str:
    mailbox = asyncio.run(_mailbox(store, steps, prefix))
    try:
        with file.open("xb") as opened:
            opened.write(mailbox)
    except FileExistsError:
        raise ConfigError(f"--patch {file} exists; name a new file") from None
    apply = f"git am {shlex.quote(str(file.resolve()))}"
    return f"{file}: {_patches(steps)}; in your repository: {apply}"


async def _mailbox(store: Path, steps: Sequence[Step], prefix: str) -> bytes:
    versions = await _versions(store, steps)
    return await series(Git(store), steps, versions, prefix, SystemClock().now())


async def _make_branch(
    store: Path, steps: Sequence[Step], prefix: str | None, repo: Path, name: str
) -> str:
    versions = await _versions(store, steps)
    theirs = UserRepo(repo)
    found = await theirs.add_branch(name, steps, versions, prefix, SystemClock().now())
    below = f", in {found}" if found else ""
    return f"{theirs.top}: branch {name}{below}, {_patches(steps)} on top of HEAD"


async def _versions(store: Path, steps: Sequence[Step]) -> dict[str, dict[str, SeedFile]]:
    kept = GitStore(store)
    commits = dict.fromkeys([steps[0].before, *(step.after for step in steps)])
    return {commit: await kept.files(commit) for commit in commits}


def _split(text: str) -> tuple[str | None, str]:
    """A run and a node of it; a path may have colons in its folders."""
    name, colon, node = text.rpartition(":")
    if not colon or "/" in node:
        return text or None, ""
    return name or None, node


def _patches(steps: Sequence[Step]) -> str:
    return "1 patch" if len(steps) == 1 else f"{len(steps)} patches"


def _branch(text: str) -> tuple[Path, str]:
    """A repository and the name of a branch; an argparse type."""
    repo, colon, name = text.rpartition(":")
    if not (repo and colon and name):
        raise argparse.ArgumentTypeError(f"{text!r} is no REPO:NAME, such as .:better-harness")
    return Path(repo), name


def _prefix(text: str) -> str:
    """A folder as patches name it, with '/' at its end; empty for the top. An argparse type."""
    path = PurePosixPath(text)
    if path.is_absolute() or ".." in path.parts or not text.isprintable():
        raise argparse.ArgumentTypeError(f"{text!r} is no path inside of a repository")
    return "" if path == PurePosixPath() else f"{path}/"
