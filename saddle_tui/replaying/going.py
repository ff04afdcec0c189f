"""Steps of a replay: to the next record, iteration or mark, or the one before. Each says why it cannot."""

from saddle_engine import events as ev
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.replaying.mark import MarkKind

QUIET = frozenset({ev.CallReserved, ev.CallSettled, ev.BatchPlanned, ev.HarnessesPacked})
"""Records that change hardly a letter on the screen; only the log shows them."""
PAGE = 64


def step(follower: ReplayFollower, by: int, *, every: bool = False) -> str:
    """To the next record that shows, or with -1 the one before; to `every` one where all are listed."""
    follower.play(False)
    seq, end = follower.state.seq, follower.end_seq
    found = _next(follower, seq, every) if by > 0 else _before(follower, seq, every)
    if found == seq:
        return "this is the last record" if seq >= end else "this is the first record"
    follower.seek(found)
    return ""


def _next(follower: ReplayFollower, seq: int, every: bool) -> int:
    while records := follower.past.onward(seq, PAGE):
        for record in records:
            if every or type(record.event) not in QUIET:
                return record.seq
        seq = records[-1].seq
    return max(seq, 1)


def _before(follower: ReplayFollower, seq: int, every: bool) -> int:
    while seq > 1:
        after = max(seq - 1 - PAGE, 0)
        for record in reversed(follower.past.onward(after, seq - 1 - after)):
            if every or type(record.event) not in QUIET:
                return record.seq
        seq = after + 1
    return 1


def iteration(follower: ReplayFollower, by: int) -> str:
    """To where the next iteration begins; with -1 to where this one begins, then the one before it."""
    follower.play(False)
    found = follower.index.timeline.iteration(follower.state.seq, by)
    if found is None and by < 0 and follower.state.seq > 1:
        found = 1
    return _seek(
        follower, found, "no iteration begins after this" if by > 0 else "this is the start"
    )


def mark(follower: ReplayFollower, by: int) -> str:
    """To the next mark of the chosen kind, or with -1 the one before; bookmarks are marks of every kind."""
    follower.play(False)
    here = follower.state.seq
    found = follower.index.timeline.mark(here, by, follower.kind)
    places = [found.seq] if found else []
    if follower.kind is None:
        places += [each.seq for each in follower.bookmarks.all if (each.seq - here) * by > 0]
    nearest = min(places, key=lambda seq: abs(seq - here), default=None)
    what = "mark" if follower.kind is None else f"mark of the kind {follower.kind}"
    return _seek(follower, nearest, f"no {what} {'after' if by > 0 else 'before'} this")


def kinds(follower: ReplayFollower) -> list[MarkKind]:
    """Of the marks that there are so far, in the order of their table."""
    there = {each.kind for each in follower.index.timeline.marks}
    return [kind for kind in MarkKind if kind in there]


def next_kind(follower: ReplayFollower) -> MarkKind | None:
    """The kind after the chosen one; after the last all of them."""
    known = [None, *kinds(follower)]
    at = known.index(follower.kind) if follower.kind in known else 0
    return known[(at + 1) % len(known)]


def _seek(follower: ReplayFollower, seq: int | None, why_not: str) -> str:
    timeline = follower.index.timeline
    if seq is None:
        share = timeline.seq / max(follower.end_seq, 1)
        so_far = f"; {share:.0%} of the run has been looked through"
        return why_not + (so_far if timeline.seq < follower.end_seq else "")
    follower.seek(seq)
    return ""
