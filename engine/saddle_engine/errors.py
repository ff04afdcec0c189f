"""Every error of saddle-tui.

    SaddleError
    ├── ConfigError         what the user gave cannot be used; nothing was spent (exit 2)
    ├── PatchRefused        a patch that must not become a commit; a value for the agent, not a crash
    ├── PathRefused         a path that leaves its tree, or is not a plain file
    ├── ModelError          a model cannot be used
    │   ├── TryRefused      one try of a call was turned away, and costs nothing
    │   ├── TryUnknown      one try of a call came to nothing and may have cost something
    │   └── OwnLimit        another try could pass a limit of whoever asks
    ├── SandboxError        a box could not be opened, used or closed
    │   └── BoxSpent        a box that died of what ran in it, not of its surroundings
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
    """A model cannot be used."""


class TryRefused(ModelError):
    """One try of a call was turned away before anything was charged.

    Args:
        kind: `rate_limited`, `overloaded`, `server_error`, `timeout`, `conflict`, `unreachable`; or
            `not_allowed`, `no_credit`, `no_such_model`, which another try cannot help.
        message: the provider's own words, short; hostile text.
        status: of HTTP; 0 when there was no answer.
        retry_after_s: what the provider asked for, if it did.
    """

    def __init__(
        self, kind: str, message: str, *, status: int = 0, retry_after_s: float | None = None
    ) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind
        self.status = status
        self.retry_after_s = retry_after_s

    @property
    def final(self) -> bool:
        """Whether another try would be refused as well, until somebody has done something."""
        return self.kind in {"not_allowed", "no_credit", "no_such_model"}


class TryUnknown(ModelError):
    """One try of a call ended without a whole reply; what it cost is not known.

    Args:
        kind: `read_timeout`, `cut_stream`, `incomplete_stream`, `error_in_stream`, `not_the_api`,
            `no_usage`.
        message: what happened, short; hostile text.
    """

    def __init__(self, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.kind = kind


class OwnLimit(ModelError):
    """What asks cannot pay for another try out of its own limits."""


class SandboxError(SaddleError):
    """A box could not be opened, used or closed."""


class BoxSpent(SandboxError):
    """A box died of what ran in it: no memory, processes or disk left within its own limits."""


class BenchmarkBroken(SaddleError):
    """A task cannot be prepared, or its verifier gave no verdict."""


class RolloutBroken(SaddleError):
    """Infrastructure spoilt a rollout; it is retried and never scored."""


class SeedUnfit(SaddleError):
    """The seed harness said `finish`, or could ask the model, in no rollout of its first evaluation."""


class SessionDiverged(SaddleError):
    """A session of one of our agents differs from its own recording."""


class LimitReached(SaddleError):
    """What was to be begun does not fit into a hard limit.

    Args:
        limit: its name.
        message: what does not fit, and what is left.
    """

    def __init__(self, limit: str, message: str) -> None:
        super().__init__(message)
        self.limit = limit


class JournalError(SaddleError):
    """Run state cannot be read or written."""


class RunLocked(SaddleError):
    """Another engine owns the run."""
