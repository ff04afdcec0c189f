"""The harnesses of a made-up run: a git repository with a commit for the seed and for every patch."""

import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from saddle_engine.types.base import Commit, Tree
from tests.synthetic.shape import Shape

MERGES = 0.12
"""The share of iterations that start from two parents."""
WHO = "made up <made-up@example.invalid> 1000000000 +0000"
MANIFEST = b'name = "made-up"\n'


@dataclass(frozen=True)
class Plan:
    """An iteration as it will go."""

    parents: tuple[int, ...]
    """Numbers of nodes, the main one first."""
    base: int
    """Number of the version that it starts from."""
    patched: int
    """Number of the version that its patch makes."""
    admitted: bool


@dataclass
class Lineage:
    """Who descends from whom; versions are counted from 0, the seed's."""

    plans: list[Plan] = field(default_factory=list)
    before: list[tuple[int, ...]] = field(default_factory=lambda: [()])
    """By version, the versions that it was made from."""
    nodes: list[int] = field(default_factory=lambda: [0])
    """By node, its version."""
    versions: list[tuple[Commit, Tree]] = field(default_factory=list)

    def draw(self, shape: Shape) -> None:
        """Plan all iterations; as many of them end with a node as the shape wants."""
        random = Random(f"lineage {shape.seed}")
        admitted = {*random.sample(range(shape.iterations), shape.nodes - 1)}
        for number in range(shape.iterations):
            parents = self._parents(random)
            base = self.nodes[parents[0]]
            if len(parents) > 1:
                base = self._make(*(self.nodes[parent] for parent in parents))
            patched = self._make(base)
            self.plans.append(Plan(parents, base, patched, number in admitted))
            if number in admitted:
                self.nodes.append(patched)

    def commit(self, repository: Path) -> None:
        """Make all versions, in a bare repository of their own."""
        subprocess.run(["git", "init", "--quiet", "--bare", str(repository)], check=True)
        stream = b"feature done\n" + b"".join(map(_commit, range(len(self.before)), self.before))
        asked = "".join(f"get-mark :{n + 1}\n" for n in range(len(self.before)))
        importing = ["fast-import", "--quiet", "--done"]
        commits = _git(repository, importing, stream + asked.encode() + b"done\n").split()
        wanted = "".join(f"{commit}^{{tree}}\n" for commit in commits).encode()
        trees = _git(repository, ["cat-file", "--batch-check=%(objectname)"], wanted).split()
        self.versions = [*zip(map(Commit, commits), map(Tree, trees), strict=True)]

    def _parents(self, random: Random) -> tuple[int, ...]:
        """Mostly among the newest nodes; sometimes two are joined."""
        newest = len(self.nodes) - 1
        first = max(0, newest - int(random.expovariate(0.3)))
        second = random.randint(0, newest)
        return (first, second) if random.random() < MERGES and second != first else (first,)

    def _make(self, *before: int) -> int:
        self.before.append(before)
        return len(self.before) - 1


def _commit(number: int, before: tuple[int, ...]) -> bytes:
    """Each version has a file more than the one that it was made from."""
    lines = [f"commit refs/heads/v{number}", f"mark :{number + 1}", f"committer {WHO}", "data 0"]
    lines += [f"{verb} :{each + 1}" for verb, each in zip(("from", "merge"), before, strict=False)]
    head = "\n".join(lines).encode() + b"\n"
    if not before:
        head += b"M 100644 inline harness.toml\n" + _data(MANIFEST)
    text = f"rule {number}: read on\n".encode()
    return head + f"M 100644 inline prompts/{number % 20}.md\n".encode() + _data(text)


def _data(content: bytes) -> bytes:
    return f"data {len(content)}\n".encode() + content + b"\n"


def _git(repository: Path, words: list[str], stdin: bytes) -> str:
    done = subprocess.run(
        ["git", "-C", str(repository), *words], input=stdin, check=True, capture_output=True
    )
    return done.stdout.decode()
