"""Where two rollouts of the same task part: what they share, the step that differs, and what follows."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from saddle_engine.errors import JournalError
from saddle_engine.events import Record, RequestAnswered, RolloutFinished
from saddle_tui.text.safe import SafeText, clean
from saddle_tui.trace import doing, prompts
from saddle_tui.trace.reader import Recordings
from saddle_tui.trace.steps import Step, steps
from saddle_tui.trace.texts import Texts
from saddle_tui.trace.twins import Twin, twins

MOST_RECORDS = 20_000
"""Of one rollout."""
FIELD = 4_000
"""Characters of one field of a step."""
AFTERWARDS = 12
"""Steps that are told of what each did next."""
VERIFIED = 600
"""Bytes of what the verifier said."""


@dataclass
class Seen:
    """What was seen of two recordings up to the step that differs."""

    shared: list[SafeText] = field(default_factory=list)
    """A line for each step in which both did the same."""
    prompt: tuple[Twin, ...] = ()
    """Lines of prompt, tools and settings that only one side has."""
    unlike: tuple[str, ...] = ()
    """Which of them differ: `the prompt`, `the set of tools`."""
    unlike_from: int = 0
    """The first step in which they do; 1 is the start."""
    told: int | None = None
    """The first step in which the harness told the model something else."""
    came: int | None = None
    """The first step in which the environment answered the same request otherwise."""
    worded: int | None = None
    """The first step in which the model said other words."""
    replied: bool = False
    """In the step that differs it is the model that does something else, not what is made of its reply."""


@dataclass(frozen=True)
class Parting:
    """What there is to see of a pair of rollouts."""

    seen: Seen = field(default_factory=Seen)
    step: int | None = None
    """The first step whose acts differ; None where there is none."""
    twins: tuple[Twin, ...] = ()
    """That step on both sides."""
    afterwards: tuple[tuple[SafeText, ...], tuple[SafeText, ...]] = ((), ())
    """A line for each step after it, by side."""
    left_out: tuple[int, int] = (0, 0)
    """Steps beyond these."""
    verified: tuple[tuple[SafeText, ...], tuple[SafeText, ...]] = ((), ())
    """What the verifier said at the end, by side."""
    over: tuple[bool, bool] = (False, False)
    """The side has no such step."""
    empty: tuple[bool, bool] = (False, False)
    """The side has no recording."""
    trouble: SafeText | None = None
    """Why it cannot be read."""


def part(before: str, after: str, source: Recordings) -> Parting:
    """Compare the recordings of two rollouts, the last try of each."""
    try:
        sides = [source.records(each, limit=MOST_RECORDS) for each in (before, after)]
        return _part(sides[0], sides[1], Texts(source, FIELD, timed=False))
    except JournalError as error:
        return Parting(trouble=clean(f"cannot be read: {error}"))


def _part(before: Sequence[Record], after: Sequence[Record], texts: Texts) -> Parting:
    left, right = steps(before), steps(after)
    walk = _Walk(texts)
    at = walk.first(left, right)
    two = (left[at] if at < len(left) else None, right[at] if at < len(right) else None)
    step = next((each.number for each in two if each is not None), None)
    rest = left[at + 1 :], right[at + 1 :]
    return Parting(
        seen=walk.seen,
        step=step,
        twins=twins(*(each.lines(texts) if each else [] for each in two)),
        afterwards=(_gists(rest[0], texts), _gists(rest[1], texts)),
        left_out=(max(len(rest[0]) - AFTERWARDS, 0), max(len(rest[1]) - AFTERWARDS, 0)),
        verified=(_verified(before, texts), _verified(after, texts)),
        over=(two[0] is None, two[1] is None),
        empty=(not left, not right),
    )


@dataclass
class _Walk:
    """Goes through both recordings step by step for as long as both do the same."""

    texts: Texts
    seen: Seen = field(default_factory=Seen)

    def first(self, left: Sequence[Step], right: Sequence[Step]) -> int:
        """Index of the first step whose acts differ; that of the end where one side ends there."""
        for at, (one, other) in enumerate(zip(left, right, strict=False)):
            if not one.repeats(other):
                self._look(one, other)
                if one.did(self.texts) != other.did(self.texts):
                    self.seen.replied = _replied(one, other, self.texts)
                    return at
                self._look_around(one, other)
            if one.asked:
                self.seen.shared.append(clean(f"step {one.number}  {one.gist(self.texts)}"))
        return min(len(left), len(right))

    def _look(self, one: Step, other: Step) -> None:
        """What the model was told, and what it said to that."""
        texts, asked, too = self.texts, one.asked, other.asked
        if asked is None or too is None:
            return
        if not self.seen.unlike and (pieces := prompts.unlike(asked, too, texts)):
            self.seen.unlike = tuple(prompts.NAMES[piece] for piece in pieces)
            self.seen.unlike_from = one.number
            self.seen.prompt = prompts.changes(asked, too, texts)
        if self.seen.told is None and doing.told(asked, texts) != doing.told(too, texts):
            self.seen.told = one.number
        if self.seen.worded is None and doing.said(asked, texts) != doing.said(too, texts):
            self.seen.worded = one.number

    def _look_around(self, one: Step, other: Step) -> None:
        """What the environment answered to the same requests."""
        if self.seen.came is not None:
            return
        both = zip(_acts(one), _acts(other), strict=False)
        if not all(doing.came(each, too, self.texts) for each, too in both):
            self.seen.came = one.number


def _replied(one: Step, other: Step, texts: Texts) -> bool:
    asked, too = one.asked, other.asked
    return bool(asked and too and doing.did(asked, texts) != doing.did(too, texts))


def _acts(step: Step) -> list[RequestAnswered]:
    return sorted((each for each in step.events if each.door.is_env), key=lambda each: each.lane)


def _gists(rest: Sequence[Step], texts: Texts) -> tuple[SafeText, ...]:
    shown = rest[:AFTERWARDS]
    return tuple(clean(f"step {each.number}  {each.gist(texts)}") for each in shown)


def _verified(records: Sequence[Record], texts: Texts) -> tuple[SafeText, ...]:
    return tuple(_last_words(records, texts))


def _last_words(records: Sequence[Record], texts: Texts) -> Iterator[SafeText]:
    ends = (each.event for each in reversed(records) if isinstance(each.event, RolloutFinished))
    end = next(ends, None)
    if end is not None and end.detail:
        lines = texts.text(end.detail, VERIFIED).strip().splitlines()
        yield from (clean(line) for line in lines if line.strip())
