"""How large a made-up run is, and how its events are shared out."""

from dataclasses import dataclass

ADMITTED = 0.6
"""The share of iterations that end with a node."""
A_STEP = 4
"""Events of a model call and of the command that it leads to."""
A_ROLLOUT = 5
"""Events of a rollout without its steps."""
TESTED = 6
"""Times that the test runs: two nodes, three repeats."""
AN_ITERATION = 26
"""Events of an iteration without its rollouts."""


@dataclass(frozen=True)
class Shape:
    """What was asked for; what comes out is near it, since a run has its own arithmetic."""

    nodes: int = 20
    """Of the EvoDAG, the seed included; at least 1."""
    rollouts: int = 400
    events: int = 10_000
    hostile: bool = False
    """Foreign texts act on terminals."""
    cjk: bool = False
    """Foreign texts are wide."""
    seed: int = 0

    @property
    def iterations(self) -> int:
        """Turns of the search loop."""
        return max(round((self.nodes - 1) / ADMITTED), self.nodes - 1)

    @property
    def batch(self) -> int:
        """Tasks of a mini-batch."""
        return max(1, self.rollouts // (4 * max(self.iterations, 1)))

    @property
    def dev(self) -> int:
        """Tasks of the dev split."""
        rest = self.rollouts - 2 * self.batch * self.iterations
        return max(1, rest // (self.nodes + TESTED))

    @property
    def steps(self) -> int:
        """Model calls of a rollout."""
        rollouts = 2 * self.batch * self.iterations + self.dev * (self.nodes + TESTED)
        rest = self.events - AN_ITERATION * self.iterations - A_ROLLOUT * rollouts
        return max(1, round(rest / A_STEP / max(rollouts, 1)))
