"""What becomes of the frames of a reply on their way: sent, held up, cut off."""

from dataclasses import dataclass

from tests.loopback.frames import Frame, event
from tests.loopback.modes import Fault, Mode
from tests.loopback.refused import PAGE


@dataclass(frozen=True)
class Silence:
    """Nothing is sent for a while."""

    seconds: float


@dataclass(frozen=True)
class Cut:
    """The connection ends here."""


Step = Frame | Silence | Cut

OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


def played(frames: list[Frame], fault: Fault | None) -> list[Step]:
    """The steps of sending a reply; a reply of a single frame is a JSON body."""
    if fault is None:
        return [*frames]
    first = frames[0].output
    match fault.mode:
        case Mode.SLOW:
            return [Silence(fault.seconds), *frames]
        case Mode.DROPPED:
            return [Cut()]
        case Mode.HTML:
            return [Frame(PAGE.encode(), frames[-1].output, "html")]
        case Mode.BROKEN_BODY:
            return [*frames[:-2], _half(frames[-1] if len(frames) == 1 else frames[-2])]
        case Mode.SHORT_BODY:
            return [*frames[:-1], _half(frames[-1]), Cut()]
        case Mode.STALLED:
            middle = _split(frames)
            return [*middle[0], Silence(fault.seconds), *middle[1]]
        case Mode.CUT_IN_TEXT:
            return [*_through(frames, "text_delta", 1), Cut()]
        case Mode.CUT_IN_TOOL:
            return [*_through(frames, "input_json_delta", 2), Cut()]
        case Mode.NO_MESSAGE_STOP:
            return [*_until_last_block_ends(frames)]
        case Mode.ERROR_FIRST:
            return [*frames[:1], event(OVERLOADED, first)]
        case Mode.ERROR_LATER:
            told = _through(frames, "text_delta", 1)
            return [*told, event(OVERLOADED, told[-1].output)]
        case _:
            return [*frames]


def _half(frame: Frame) -> Frame:
    return Frame(frame.data[: len(frame.data) // 2], frame.output, frame.kind)


def _split(frames: list[Frame]) -> tuple[list[Frame], list[Frame]]:
    if len(frames) > 1:
        return frames[: len(frames) // 2], frames[len(frames) // 2 :]
    body, middle = frames[0], len(frames[0].data) // 2
    return [_half(body)], [Frame(body.data[middle:], body.output, body.kind)]


def _through(frames: list[Frame], kind: str, times: int) -> list[Frame]:
    """All frames up to the n-th of a kind; half of a JSON body."""
    if len(frames) == 1:
        return [_half(frames[0])]
    places = [at for at, frame in enumerate(frames) if frame.kind == kind]
    return frames[: places[min(times, len(places)) - 1] + 1]


def _until_last_block_ends(frames: list[Frame]) -> list[Frame]:
    if len(frames) == 1:
        return [_half(frames[0])]
    ends = [at for at, frame in enumerate(frames) if frame.kind == "content_block_stop"]
    return frames[: ends[-1]] if ends else frames[:1]
