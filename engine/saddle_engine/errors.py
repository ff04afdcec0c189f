"""Every error of saddle-tui.

    SaddleError
    ├── ConfigError         what the user gave cannot be used; nothing was spent (exit 2)
    ├── PatchRefused        a patch that must not become a commit; a value for the agent, not a crash
    ├── PathRefused         a path that leaves its tree, or is not a plain file
    ├── ModelError          the provider did not answer usefully
    ├── SandboxError        a box could not be opened, used or closed
    ├── BenchmarkBroken     a task cannot be prepared or its verifier gave no verdict
    ├── RolloutBroken       a rollout that infrastructure spoilt: retried, never a score
    ├── SeedUnfit           the seed harness never came to an end by itself: there is nothing to improve
    ├── SessionDiverged     a session differs from its own recording: it begins again, as another try
    ├── LimitReached        a batch does not fit into a hard limit
    ├── JournalError        run state cannot be read or written
    └── RunLocked           another engine owns the run

A message says what was being done, with which value, what was expected and what to do.
A failed task is none of these: it is a `RolloutResult`.
"""


class SaddleError(Exception):
    """The root: anything saddle-tui raises on purpose."""


class ConfigError(SaddleError):
    """What the user gave cannot be used."""


class PatchRefused(SaddleError):
    """A patch that must not become a commit."""


class PathRefused(SaddleError):
    """A path that leaves its tree, or names no plain file."""


class ModelError(SaddleError):
    """The provider did not answer usefully."""


class SandboxError(SaddleError):
    """A box could not be opened, used or closed."""


class BenchmarkBroken(SaddleError):
    """A task cannot be prepared, or its verifier gave no verdict."""


class RolloutBroken(SaddleError):
    """Infrastructure spoilt a rollout; it is retried and never scored."""


class SeedUnfit(SaddleError):
    """The seed harness said `finish` in no rollout of its first evaluation."""


class SessionDiverged(SaddleError):
    """A session of one of our agents differs from its own recording."""


class LimitReached(SaddleError):
    """A batch does not fit into a hard limit."""


class JournalError(SaddleError):
    """Run state cannot be read or written."""


class RunLocked(SaddleError):
    """Another engine owns the run."""
