"""Calling an operator: once, and never through a shell."""

import json
import os
import sys
import threading
import time
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_tui.summons import summons
from saddle_tui.taste import Notify
from saddle_tui.term.beckoning import Beckoning, Notifier
from saddle_tui.text.safe import SafeText, clean
from tests.tui.hostile import HOSTILE
from tests.tui.stories import Story
from tests.tui.views import view_of

DEADLINE_S = 30.0


class Calls(Notifier):
    """Notes what is told."""

    def __init__(self) -> None:
        super().__init__(Notify(), lambda _: None)
        self.told: list[tuple[str, str]] = []

    def tell(self, run: str, words: str) -> None:
        self.told.append((run, words))


class Called:
    """An operator's desk."""

    def __init__(self) -> None:
        self.rings, self.titles, self.notifier = 0, list[str](), Calls()
        self.beckoning = Beckoning(self._ring, self.titles.append, self.notifier)

    def _ring(self) -> None:
        self.rings += 1

    def see(self, *waits: str) -> None:
        self.beckoning.see("demo", [clean(each) for each in waits])


def test_what_begins_to_wait_calls_once() -> None:
    called = Called()

    called.see()
    called.see("p7 waits")
    called.see("p7 waits")
    called.see()

    assert called.rings == 1
    assert called.notifier.told == [("demo", "p7 waits")]
    assert called.titles == ["demo", "⚑ demo: p7 waits", "demo"]


def test_what_waited_before_one_came_is_in_the_title_and_calls_nobody() -> None:
    called = Called()

    called.see("p7 waits")
    called.see("p7 waits", "p8 waits")

    assert called.titles == ["⚑ demo: p7 waits"]
    assert called.notifier.told == [("demo", "p8 waits")]


def test_a_title_that_another_program_has_changed_is_set_again() -> None:
    called = Called()
    called.see()

    called.beckoning.forget()
    called.see()

    assert called.titles == ["demo", "demo"]


def _held() -> Story:
    story = Story().start(limits={"rollouts": 400}).seed()
    story.iterate("n0")
    return story.add(ev.ApprovalAsked(patch=story.propose("n0")))


def _says(story: Story, *, alive: bool = True) -> list[SafeText]:
    return summons(view_of(story, alive=alive))


def test_it_is_told_what_a_run_waits_for() -> None:
    begun = Story().start(limits={"rollouts": 400}).seed()

    assert _says(begun) == []
    assert _says(_held()) == ["p1 waits"]
    assert _says(Story().start(limits={"usd": 1.0}).add(ev.RunPaused(by="usd", reason="x"))) == [
        "limit usd reached"
    ]
    assert _says(Story().start().add(ev.RunPaused(by="provider", reason="no credit"))) == [
        "paused: no credit"
    ]


def test_what_an_operator_did_calls_nobody() -> None:
    assert _says(Story().start().add(ev.RunPaused(by="operator", reason="lunch"))) == []


def test_an_engine_that_is_gone_is_told_unless_it_was_told_to_go() -> None:
    died = Story().start().seed()
    left = Story().start().seed().add(ev.EngineStopped(reason="stop"))

    assert _says(died, alive=False) == ["the engine is gone"]
    assert _says(left, alive=False) == []


def test_nothing_in_a_summons_acts() -> None:
    story = Story().start(limits={}).add(ev.RunPaused(by="provider", reason=HOSTILE))

    (said,) = _says(story)

    assert said.isprintable()


def _wait(holds: object) -> None:
    until = time.monotonic() + DEADLINE_S
    while not holds() and time.monotonic() < until:  # type: ignore[operator]
        threading.Event().wait(0.01)
    assert holds()  # type: ignore[operator]


def _told_to(path: Path, *, then: str = "") -> tuple[str, ...]:
    program = (
        "import json, os, sys;"
        f"f = open({str(path)!r}, 'a');"
        "told = [sys.argv[1:], os.environ['SADDLE_RUN'], os.environ['SADDLE_WAITS'], sys.stdin.read()];"
        f"f.write(json.dumps(told) + chr(10)); f.close(); {then}"
    )
    return (sys.executable, "-c", program)


def test_a_program_is_told_as_words_and_not_through_a_shell(tmp_path: Path) -> None:
    path, wrong = tmp_path / "told", list[str]()
    notifier = Notifier(Notify(command=_told_to(path)), wrong.append)
    words = "p7 waits; $(touch /tmp/x) `id` && 'x'"

    notifier.tell("demo", words)

    _wait(lambda: path.exists() and path.read_text().endswith("\n"))
    assert json.loads(path.read_text()) == [[f"demo: {words}"], "demo", words, ""]
    assert wrong == []


def test_one_program_runs_at_a_time_and_the_newest_sentence_waits_for_it(tmp_path: Path) -> None:
    path, gate = tmp_path / "told", tmp_path / "gate"
    os.mkfifo(gate)
    notifier = Notifier(
        Notify(command=_told_to(path, then=f"open({str(gate)!r}).read()")), lambda _: None
    )

    notifier.tell("demo", "one")
    _wait(path.exists)
    for words in ("two", "three", "four"):
        notifier.tell("demo", words)
    gate.write_text("go on")
    _wait(lambda: len(path.read_text().splitlines()) == 2)
    gate.write_text("go on")

    assert [json.loads(line)[2] for line in path.read_text().splitlines()] == ["one", "four"]


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (("/no/such/program",), "cannot be started"),
        ((sys.executable, "-c", "raise SystemExit(3)"), "ended with 3"),
        ((sys.executable, "-c", "import time; time.sleep(600)"), "did not end within 0.2 s"),
    ],
)
def test_a_program_that_fails_is_told_once(command: tuple[str, ...], why: str) -> None:
    wrong = list[str]()
    notifier = Notifier(Notify(command=command, timeout_s=0.2), wrong.append)

    notifier.tell("demo", "one")
    _wait(lambda: wrong)
    notifier.tell("demo", "two")
    _wait(lambda: notifier._thread is None)

    assert len(wrong) == 1
    assert why in wrong[0]
