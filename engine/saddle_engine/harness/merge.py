"""The outcome of a three-way merge."""

from saddle_engine.types.base import Commit, Tree, Value


class Merged(Value):
    """A merge commit; its parents are the two sides."""

    commit: Commit
    tree: Tree
    conflicts: tuple[str, ...] = ()
    """Paths that kept the text of the first side."""
