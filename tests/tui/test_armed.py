"""Keys that decide something need a moment in which it was looked at."""

from saddle_tui.screens.armed import ARMED_S, Calm
from tests.tui.helms import Watch


def test_nothing_is_armed_while_there_is_nothing_to_decide() -> None:
    watch = Watch()
    calm = Calm(watch)
    watch.seconds = 100

    assert not calm.armed(None)


def test_it_is_armed_after_a_moment_on_the_screen() -> None:
    watch = Watch()
    calm = Calm(watch)
    calm.see("p1")
    assert not calm.armed("p1")

    watch.seconds += ARMED_S
    calm.see("p1")
    assert calm.armed("p1")


def test_another_patch_is_to_be_looked_at_anew() -> None:
    watch = Watch()
    calm = Calm(watch)
    calm.see("p1")
    watch.seconds += 10
    assert not calm.armed("p2")  # before it was even drawn
    calm.see("p2")

    assert not calm.armed("p2")


def test_whoever_types_while_it_appears_is_not_answering_it() -> None:
    watch = Watch()
    calm = Calm(watch)
    calm.see("p1")
    for _ in range(20):
        watch.seconds += 0.9 * ARMED_S
        calm.disturb()
        assert not calm.armed("p1")

    watch.seconds += ARMED_S
    calm.disturb()
    assert calm.armed("p1")
