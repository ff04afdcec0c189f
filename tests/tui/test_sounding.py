"""How far behind a terminal is at the other end of SSH: asked after frames, told by its answers."""

import threading

from saddle_tui.term.sounding import ASK, LOST_S, Sounding, far


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _known() -> tuple[Sounding, Clock]:
    """A terminal that has answered at once."""
    clock = Clock()
    sounding = Sounding(clock)
    assert sounding.question() == ASK
    sounding.hear()
    return sounding, clock


def test_one_question_is_on_its_way_at_a_time() -> None:
    sounding, _ = _known()

    assert [sounding.question() for _ in range(3)] == [ASK, "", ""]
    sounding.hear()
    assert sounding.question() == ASK


def test_a_terminal_is_as_far_behind_as_the_question_is_old() -> None:
    sounding, clock = _known()
    sounding.question()
    clock.now += 2.5

    assert sounding.behind_s == 2.5
    sounding.hear()
    assert sounding.behind_s == 0.0


def test_a_line_is_free_for_keys_as_long_as_a_frame_took() -> None:
    sounding, clock = _known()
    sounding.question()
    clock.now += 2.0
    assert not sounding.free
    sounding.hear()
    clock.now += 1.5
    assert not sounding.free
    clock.now += 1.0
    assert sounding.free


def test_a_terminal_that_never_answers_is_asked_once_and_taken_for_fast() -> None:
    clock = Clock()
    sounding = Sounding(clock)
    assert sounding.question() == ASK
    clock.now += 1000.0

    assert sounding.question() == ""
    assert sounding.behind_s == 0.0
    assert sounding.free
    sounding.wait()  # for nothing


def test_an_answer_that_is_lost_is_not_waited_for_for_ever() -> None:
    sounding, clock = _known()
    sounding.question()
    clock.now += LOST_S + 1

    assert sounding.behind_s == 0.0
    assert sounding.free
    assert sounding.question() == ASK


def test_leaving_waits_for_an_answer_that_would_be_typed_into_the_shell() -> None:
    sounding, _ = _known()
    sounding.question()
    answer = threading.Timer(0.1, sounding.hear)
    answer.start()
    sounding.wait()

    assert not answer.is_alive()


def test_only_a_terminal_behind_ssh_and_nothing_else_is_asked() -> None:
    assert far({"SSH_CONNECTION": "::1 1 ::1 2"})
    assert not far({"SSH_CONNECTION": "::1 1 ::1 2", "TMUX": "/tmp/t,1,0"})
    assert not far({"TERM": "xterm"})
