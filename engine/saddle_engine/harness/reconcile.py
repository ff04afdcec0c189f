"""What to keep where a three-way merge is not clean: always the text of the first side."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from saddle_engine.errors import PatchRefused
from saddle_engine.harness import names
from saddle_engine.harness.observed import observe
from saddle_engine.harness.surfaces import Surface


class Kept(NamedTuple):
    """A file of a version: its mode and the name of its content."""

    mode: str
    blob: str


Listing = Mapping[str, Kept]


def reconcile(
    ours: Listing, theirs: Listing, merged: Listing, unclean: AbstractSet[str]
) -> tuple[dict[str, Kept], tuple[str, ...]]:
    """The files of a merge, and the paths that kept the first side.

    Args:
        ours: the first side; its modes stay.
        theirs: the second side.
        merged: what the merge made of them.
        unclean: paths in `merged` that must not be used as they are.
    """
    invented = merged.keys() - ours.keys() - theirs.keys()  # `a~theirs`, beside a folder `a`
    conflicts = {*unclean - invented, *(path.rpartition("~")[0] for path in invented)}
    files = {path: kept for path, kept in merged.items() if path not in invented | conflicts}
    files |= {path: ours[path] for path in conflicts & ours.keys()}
    for path in files.keys() & ours.keys():
        files[path] = files[path]._replace(mode=ours[path].mode)
    for path in _in_the_way(files, ours):
        conflicts.add(path)
        del files[path]
    return dict(sorted(files.items())), tuple(sorted(conflicts))


def spoiled(surfaces: Sequence[Surface], joined: Mapping[str, bytes]) -> dict[str, str]:
    """Files made of lines of both sides that no patch could have written, and why: they do not parse."""
    found = ((path, _refusal(surfaces, path, content)) for path, content in joined.items())
    return {path: why for path, why in found if why}


def _refusal(surfaces: Sequence[Surface], path: str, content: bytes) -> str:
    try:
        observe(surfaces, {}, {path: content})
    except PatchRefused as why:
        return str(why)
    return ""


def _in_the_way(files: Listing, ours: Listing) -> list[str]:
    if names.collision(files) is None:
        return []
    kept = [path for path in files if path in ours]
    dropped = []
    for path in sorted(files.keys() - ours.keys()):
        if names.collision([*kept, path]):
            dropped.append(path)
        else:
            kept.append(path)
    return dropped
