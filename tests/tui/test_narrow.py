"""A frame holds the cells that differ and no others."""

from rich.segment import Segment
from textual._compositor import ChopsUpdate
from textual.strip import Strip

from saddle_tui.term.narrow import narrow


def _row(*texts: str) -> Strip:
    return Strip([Segment(text) for text in texts])


def test_rows_are_cut_to_their_spans_on_both_sides() -> None:
    chops: list[dict[int, Strip | None]] = [
        {0: _row("left ", "side"), 9: _row("the right side")},
        {0: _row("nothing of this"), 15: None},
        {0: _row("界界界界")},
    ]
    spans = [(0, 5, 12), (0, 19, 23), (2, 2, 6)]

    frame = narrow(ChopsUpdate(chops, spans, [[9, 23], [15, 20], [8]]))

    assert isinstance(frame, ChopsUpdate)
    assert frame.spans == spans
    found = [{x: strip.text for x, strip in row.items() if strip} for row in frame.chops]
    assert found == [{5: "side", 9: "the", 19: "side"}, {}, {2: "界界"}]
    assert frame.chop_ends == [[9, 12, 23], [], [6]]


def test_other_frames_stay_as_they_are() -> None:
    assert narrow(None) is None
    assert narrow("text") == "text"
