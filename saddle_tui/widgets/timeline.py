"""The strip at the foot of a replay: how much happened when, what stands out, and where one is."""

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from saddle_tui.keymap import key_of
from saddle_tui.replaying.mark import MarkKind
from saddle_tui.replaying.player import shown
from saddle_tui.replaying.replay import Replay
from saddle_tui.text.glyphs import PAUSED, RUNNING, Sign
from saddle_tui.text.safe import clean
from saddle_tui.text.width import fit
from saddle_tui.view import View
from saddle_tui.widgets.painting import Line, Span, line_width
from saddle_tui.widgets.pane import spread
from saddle_tui.widgets.words import MUTED

SIGNS = {
    MarkKind.DECLINED: Sign("d", MUTED, "declined"),
    MarkKind.ADMITTED: Sign("A", "bold $text-success", "admitted"),
    MarkKind.STEERED: Sign("s", "$text-warning", "steered"),
    MarkKind.PAUSED: Sign("‖", "$text-warning", "paused"),
    MarkKind.VETOED: Sign("v", "bold $text-error", "vetoed"),
    MarkKind.PHASE: Sign("P", "bold $text-steering", "phase"),
    MarkKind.SEALED: Sign("S", "bold $text-accent", "sealed"),
    MarkKind.ERROR: Sign("!", "bold $text-error", "error"),
}
"""What hides another one in the same column stands behind it."""
BOOKMARK = Sign("B", "bold $text-primary", "bookmark")
LEVELS = [*map(clean, " ▁▂▃▄▅▆▇█")]
UNKNOWN = clean("·")
"""Not looked through yet."""
CURSOR, KNOB = clean("┃"), clean("●")
RAIL, LEFT, RIGHT = map(clean, "─├┤")
LEAST = 12
"""Cells of a track; fewer say nothing."""
TALL = 3
"""Rows from which marks have one of their own."""


class Strip:
    """Works out how much happened when only where that can have changed."""

    def __init__(self) -> None:
        self._known: tuple[object, list[int]] = (None, [])
        self._marked: tuple[object, list[Span | None]] = (None, [])

    def lines(self, view: View, width: int, rows: int) -> list[Line]:
        """As many as there is room for; none but in a replay."""
        replay = view.replay
        if replay is None or width < 1:
            return []
        return [_cut(line, width) for line in self._all(view, replay, width, rows)]

    def _all(self, view: View, replay: Replay, width: int, rows: int) -> list[Line]:
        if rows <= 1:
            return [self._one(view, replay, width)]
        head = _head(view, replay, width)
        if rows < TALL:
            return [head, self._track(replay, width, over=self._marks(replay, width))]
        rail = _rail(replay, width, self._marks(replay, width))
        found = [head, self._track(replay, width), rail]
        return found if rows == TALL else [*found, _legend(replay, width)]

    def seq_at(self, view: View, column: int, width: int, rows: int) -> int:
        """The record at a column of the strip of a replay."""
        replay = view.replay
        assert replay is not None
        left = self._before(view, replay, width) if rows <= 1 else 0
        cells = max(width - left, 1)
        edges = [0, *replay.timeline.edges(cells, replay.end)]
        cell = min(max(column - left, 0), cells - 1)
        return (edges[cell] + edges[cell + 1] + 1) // 2

    def _one(self, view: View, replay: Replay, width: int) -> Line:
        left = self._before(view, replay, width)
        if not left:
            return _head(view, replay, width)
        marks = self._marks(replay, width - left)
        return [*_short(view, replay), *self._track(replay, width - left, over=marks)]

    def _before(self, view: View, replay: Replay, width: int) -> int:
        """Cells before the track of a strip of one row; 0 where there is no room for a track."""
        cells = line_width(_short(view, replay))
        return cells if width - cells >= LEAST else 0

    def _track(self, replay: Replay, width: int, over: Sequence[Span | None] = ()) -> Line:
        """How much happened in each part of the run's time, and where one is; marks may stand over it."""
        here, counts = _column(replay, replay.seq, width), self._density(replay, width)
        most = max(counts, default=0)
        cells: list[Span] = []
        for column in range(width):
            mark = over[column] if over else None
            if column == here:
                cells.append((CURSOR, "bold $text-accent"))
            elif mark is not None:
                cells.append(mark)
            elif column >= len(counts):
                cells.append((UNKNOWN, MUTED))
            else:
                style = "$text-primary" if column < here else MUTED
                cells.append((LEVELS[_level(counts[column], most)], style))
        return _joined(cells)

    def _density(self, replay: Replay, width: int) -> list[int]:
        """Records by column, of what has been looked through."""
        timeline = replay.timeline
        key = timeline.seq, replay.end, width
        if key != self._known[0]:
            known = _column(replay, timeline.seq, width) + 1 if timeline.seq else 0
            self._known = key, timeline.density(width, replay.end)[:known]
        return self._known[1]

    def _marks(self, replay: Replay, width: int) -> list[Span | None]:
        """By column; worked out anew only when something is new."""
        key = replay.timeline.seq, replay.end, replay.kind, replay.bookmarks, width
        if key != self._marked[0]:
            self._marked = key, _marks(replay, width)
        return self._marked[1]


def _head(view: View, replay: Replay, width: int) -> Line:
    """The state, the place, and what comes next."""
    left = [(0, _state(replay)), *_place(view, replay)]
    if replay.known < 1.0:
        left.append((2, (clean(f"  looked through {int(replay.known * 100)} %"), "bold")))
    if replay.following:
        left.append((1, (clean("  ● LIVE END"), "bold $text-success")))
    elif replay.growing:
        left.append((3, (clean("  still being written"), "bold")))
    elif replay.over:
        left.append((1, (clean("  the end"), "bold")))
    for text in _next(replay):
        line = spread([*left, (5, (clean(f"  {text}"), MUTED))], [], width)
        if line_width(line) <= width and any(text in said for said, _ in line):
            return line
    return spread(left, [], width)


def _short(view: View, replay: Replay) -> Line:
    """The same in front of a track."""
    seq = f" {replay.seq:,}/{replay.end:,} "
    more = f"{replay.known:.0%} " if replay.known < 1.0 else "● LIVE " if replay.following else ""
    return [
        _state(replay),
        (clean(f" {clock(replay.passed_s)}"), ""),
        (clean(f"{seq}{more}"), MUTED),
    ]


def _state(replay: Replay) -> Span:
    sign = RUNNING if replay.playing else PAUSED
    what = "playing" if replay.playing else "paused"
    return clean(f"{sign.glyph} {what} x{shown(replay.speed)}"), sign.style


def _place(view: View, replay: Replay) -> list[tuple[int, Span]]:
    return [
        (1, (clean(f"  {clock(replay.passed_s)}"), "bold")),
        (3, (clean(f" / {clock(replay.length_s)}"), MUTED)),
        (1, (clean(f"  seq {replay.seq:,}"), "bold")),
        (3, (clean(f" / {replay.end:,}"), MUTED)),
        (4, (clean(f"  it {len(view.state.iterations)}"), "bold")),
    ]


def _next(replay: Replay) -> tuple[str, ...]:
    """What the next mark is and how far it is, in full and in short."""
    mark = replay.next_mark
    what = "mark" if replay.kind is None else f"{SIGNS[replay.kind].word}"
    if mark is None:
        return (f"no {what} after this",) if replay.known == 1.0 else ()
    sign = SIGNS[mark.kind]
    about = f" {mark.about}" if mark.about else ""
    far = clock(max(mark.at - replay.at, 0.0))
    return f"next {sign.glyph} {sign.word}{about} in {far}", f"{sign.glyph}{about} +{far}"


def _rail(replay: Replay, width: int, marks: Sequence[Span | None]) -> Line:
    """All marks on a line between the run's two ends, and the cursor among them."""
    if width < LEAST:
        return []
    here = _column(replay, replay.seq, width)
    cells: list[Span] = [(RAIL, MUTED)] * width
    cells[0], cells[-1] = (LEFT, MUTED), (RIGHT, MUTED)
    for column, mark in enumerate(marks):
        if mark is not None:
            cells[column] = mark
    glyph, style = cells[here]
    marked = glyph not in {RAIL, LEFT, RIGHT}
    cells[here] = (glyph, f"{style} reverse") if marked else (KNOB, "bold $text-accent")
    return _joined(cells)


def _marks(replay: Replay, width: int) -> list[Span | None]:
    """By column, the mark that matters most there; those of the chosen kind before all others."""
    shown: list[Span | None] = [None] * width
    for kind in sorted(SIGNS, key=lambda kind: kind is replay.kind):
        style = SIGNS[kind].style if replay.kind in {None, kind} else MUTED
        for column, there in enumerate(replay.timeline.marked(kind, width, replay.end)):
            if there:
                shown[column] = clean(SIGNS[kind].glyph), style
    for bookmark in replay.bookmarks:
        shown[_column(replay, bookmark.seq, width)] = clean(BOOKMARK.glyph), BOOKMARK.style
    return shown


def _legend(replay: Replay, width: int) -> Line:
    """What the letters stand for, of the kinds that there are."""
    counts = Counter(mark.kind for mark in replay.timeline.marks)
    left: list[tuple[int, Span]] = [(0, (clean(""), ""))]
    for rank, (kind, sign) in enumerate([*SIGNS.items()][::-1], 1):
        if counts[kind]:
            chosen = "underline" if kind is replay.kind else ""
            left.append((rank, (clean(sign.glyph), f"{sign.style} {chosen}".strip())))
            left.append((rank, (clean(f" {sign.word} {counts[kind]}  "), chosen or MUTED)))
    if replay.bookmarks:
        left.append((0, (clean(BOOKMARK.glyph), BOOKMARK.style)))
        left.append((0, (clean(f" {BOOKMARK.word}  "), MUTED)))
    which = "all" if replay.kind is None else SIGNS[replay.kind].word
    goes = f"{key_of('mark_on')} goes to: {which}"
    return spread(left, [(clean(goes), MUTED)] if width >= len(goes) + LEAST else [], width)


def _cut(line: Line, width: int) -> Line:
    """A line for so little room that nothing whole fits into it."""
    if line_width(line) <= width:
        return line
    return [(fit("".join(text for text, _ in line), width), "")]


def _column(replay: Replay, seq: int, width: int) -> int:
    """Where a record is on a track."""
    return replay.timeline.column(seq, width, replay.end)


def _level(count: int, most: int) -> int:
    """Of nine; the lowest is for nothing at all."""
    return 0 if not count else max(round(count / most * (len(LEVELS) - 1)), 1)


def _joined(cells: Sequence[Span]) -> Line:
    """Neighbours of one style are one span."""
    return [
        (clean("".join(text for text, _ in group)), style)
        for style, group in groupby(cells, key=lambda cell: cell[1])
    ]


def clock(seconds: float) -> str:
    """Seconds as people write them: `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
