"""Frames that hold no more than what differs: Textual begins each of their rows at its widget's first cell."""

from rich.console import RenderableType
from textual._compositor import ChopsUpdate
from textual.strip import Strip


def narrow(frame: RenderableType | None) -> RenderableType | None:
    """The frame with its strips cut to the cells that are to be painted; other kinds as they are."""
    if not isinstance(frame, ChopsUpdate):
        return frame
    chops: list[dict[int, Strip | None]] = [{} for _ in frame.chops]
    ends: list[list[int]] = [[] for _ in frame.chops]
    for row, first, end in frame.spans:
        for x, (begins, strip) in zip(frame.chop_ends[row], frame.chops[row].items(), strict=True):
            left, right = max(begins, first), min(x, end)
            if strip is not None and left < right:
                chops[row][left] = strip.crop(left - begins, right - begins)
                ends[row].append(right)
    return ChopsUpdate(chops, frame.spans, ends)
