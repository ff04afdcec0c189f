"""Where in a user's repository a harness lives: told by comparing every file of it."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from saddle_engine.adapters.gittext import EXECUTABLE, PLAIN
from saddle_engine.harness.manifest import MANIFEST
from saddle_engine.harness.reconcile import Kept
from saddle_engine.harness.seed import SKIPPED, SeedFile

SHOWN = 3


class Place(NamedTuple):
    """A folder that could be the harness's."""

    prefix: str
    """Empty for the top folder, else with '/' as its last letter."""
    differences: tuple[str, ...]
    """A few words for each file that is not as in the seed; empty where all are."""


def parse_tree(output: bytes) -> dict[str, Kept]:
    """Everything in `ls-tree -r -z`, links and submodules too."""
    entries = output.decode(errors="surrogateescape").split("\0")[:-1]
    parts = (entry.partition("\t") for entry in entries)
    return {path: Kept(*facts.split(" ")[::2]) for facts, _, path in parts}


def places(
    head: Mapping[str, Kept],
    seed: Mapping[str, SeedFile],
    algorithm: str,
    prefix: str | None = None,
) -> list[Place]:
    """Every folder with a manifest in it, the most alike first; or the one that is named.

    Args:
        head: every path of the repository.
        seed: the files of the harness.
        algorithm: what the repository names its objects by: `sha1` or `sha256`.
        prefix: as in `Place`.
    """
    wanted = {path: _kept(file, algorithm) for path, file in seed.items()}
    if prefix is not None:
        return [_compare(head, wanted, prefix)]
    found = [path.removesuffix(MANIFEST) for path in head if f"/{path}".endswith(f"/{MANIFEST}")]
    compared = [_compare(head, wanted, folder) for folder in found if folder.isprintable()]
    return sorted(compared, key=lambda place: (len(place.differences), place.prefix))


def sentence(differences: Iterable[str]) -> str:
    """The first few, and how many more."""
    all_ = list(differences)
    more = f", and {len(all_) - SHOWN} more" if len(all_) > SHOWN else ""
    return ", ".join(all_[:SHOWN]) + more


def _compare(head: Mapping[str, Kept], wanted: Mapping[str, Kept], prefix: str) -> Place:
    """How the files below a prefix differ; what is left out of a seed does not count."""
    below = {
        path.removeprefix(prefix): kept for path, kept in head.items() if path.startswith(prefix)
    }
    there = {path: kept for path, kept in below.items() if not _left_out(path)}
    paths = sorted(there.keys() | wanted.keys())
    pairs = ((path, there.get(path), wanted.get(path)) for path in paths)
    return Place(
        prefix, tuple(_told(prefix + path, *pair) for path, *pair in pairs if pair[0] != pair[1])
    )


def _told(path: str, there: Kept | None, wanted: Kept | None) -> str:
    if there is None:
        return f"{path} is missing"
    if wanted is None:
        return f"{path} is not in the seed"
    return f"{path} has other {'contents' if there.mode == wanted.mode else 'rights'}"


def _left_out(path: str) -> bool:
    return path.endswith(".pyc") or not SKIPPED.isdisjoint(path.split("/"))


def _kept(file: SeedFile, algorithm: str) -> Kept:
    """As git would keep it."""
    digest = hashlib.new(algorithm, b"blob %d\0" % len(file.content) + file.content)
    return Kept(EXECUTABLE if file.executable else PLAIN, digest.hexdigest())
