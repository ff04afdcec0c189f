"""The picker of runs: which there are, what is told of each, and that none of it keeps anybody waiting."""

import argparse
import threading
import time
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.types.calls import CallId
from saddle_engine.types.model import Usage
from saddle_runs.folder import RunFolder, create_run
from saddle_tui import watch
from saddle_tui.commands import attach
from saddle_tui.hints import command
from saddle_tui.picking.facts import read_facts
from saddle_tui.picking.heads import heads
from saddle_tui.picking.lines import lines, told, window
from saddle_tui.picking.nothing import no_runs
from saddle_tui.picking.picking import Picking
from saddle_tui.reading import read_state
from saddle_tui.screens.picker import Picker
from saddle_tui.wanted import Wanted
from tests.tui.helms import at_helm, held
from tests.tui.hostile import HOSTILE, violations
from tests.tui.stories import DIGEST, Story, engine, write_run

DEADLINE_S = 1.0
"""Until a list of 2,000 runs stands on the screen."""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def _named(home: Path, name: str, story: Story, id_: str = "6g000000") -> RunFolder:
    """A run of its own name and beginning: the folder tells both."""
    folder = write_run(home, story)
    path = folder.path.with_name(f"{id_}-{name}")
    folder.path.rename(path)
    return RunFolder(path, id_, name)


def _picking(home: Path) -> Picking:
    picking = Picking(home)
    picking.settle()
    return picking


def _shown(picking: Picking, width: int = 128, rows: int = 20, here: str = "") -> list[str]:
    return [
        "".join(text for text, _ in line).rstrip() for line in lines(picking, here, width, rows)
    ]


def _paid() -> Story:
    story = Story().start(simulated=False).seed(0.5).grow(0.75, "n0")
    call = CallId("r1.1:0")
    return story.add(
        ev.CallReserved(
            call=call, tries=1, role="task", owner="r1", model="m", key="k", tokens=90, cost=4 * 10**9
        ),
        ev.CallSettled(
            call=call, tries=1, role="task", owner="r1", key="k", cost=3 * 10**9, usage=Usage(),
            outcome="complete", reply=DIGEST, status=200,
        ),
    )  # fmt: skip


def test_live_runs_come_first_and_a_patch_that_waits_is_marked(home: Path) -> None:
    over = Story().start().seed(0.5).grow(0.75, "n0").seal("n1").done()
    live = _named(home, "alive", held())
    _named(home, "over", over, "6g000001")

    with engine(live):
        picking = _picking(home)
        shown = _shown(picking)

    assert [row.head.folder.name for row in picking.rows()] == ["alive", "over"]
    assert shown[1].startswith("›⚑  alive")
    assert "1 held" in shown[1]
    assert "n1 0.750 +0.250" in shown[1]
    assert "now" in shown[1]
    assert shown[2].startswith(" ✓  over")
    assert "done" in shown[2]


def test_what_is_told_of_a_run_is_what_its_whole_journal_says(home: Path) -> None:
    folder = write_run(home, _paid())

    facts, state = read_facts(heads(home)[0]), read_state(folder)

    assert facts.status == "interrupted"
    assert facts.phase == state.phase
    assert facts.iteration == len(state.iterations)
    assert facts.best == "n1 0.750"
    assert facts.gain == pytest.approx(0.25)
    assert facts.spent == f"$3.00, {state.spent_rollouts} rollouts"
    assert facts.host == "host"


def test_a_run_that_cannot_be_opened_is_dim_and_says_why(home: Path) -> None:
    create_run(home, "broken", SystemClock()).database.write_bytes(b"no database at all" * 100)
    create_run(home, "unborn", SystemClock())
    picking = _picking(home)

    picking.type("unborn")
    assert "cannot be opened: it has not begun" in told(picking, "")
    picking.type("broken")
    assert "cannot be opened: opening" in told(picking, "")
    assert lines(picking, "", 100, 5)[1][-1][1] == "bold"


def test_a_run_whose_engine_left_because_nobody_came_says_so_and_how_it_goes_on(home: Path) -> None:
    reason = "idle: p1 waits for the operator, and nobody watched for 4 h"
    _named(home, "lonely", held().add(ev.EngineStopped(reason=reason)))
    picking = _picking(home)

    assert "idle" in _shown(picking)[1]
    assert "its engine left, for nobody came; E there resumes it" in told(picking, "")


def test_letters_filter_by_name_state_and_host(home: Path) -> None:
    for number, name in enumerate(("alpha", "beta")):
        _named(home, name, Story().start().seed(), f"6g00000{number}")
    picking = _picking(home)

    for typed, found in (
        ("alp", ["alpha"]),
        ("interr", ["beta", "alpha"]),
        ("beta host", ["beta"]),
    ):
        picking.type(typed)
        assert [row.head.folder.name for row in picking.rows()] == found
    picking.type("nothing like it")
    assert _shown(picking) == ["no run matches nothing like it; Backspace widens"]
    assert told(picking, "") == ""


def test_where_there_are_no_runs_it_says_what_to_try(home: Path) -> None:
    said = "\n".join(_shown(_picking(home)))

    assert str(home) in said
    for words in ("replay --example", "demo", "doctor", "run"):
        assert command(home, words) in said


def test_attach_without_runs_says_the_same(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    parser = argparse.ArgumentParser()
    attach.add(parser)
    given = parser.parse_args([])
    given.home = home

    assert attach.run(given) == 2
    assert capsys.readouterr().err.splitlines() == no_runs(home)


def test_hostile_words_stay_words(home: Path) -> None:
    hostile = HOSTILE.encode("utf-8", "replace").decode()
    story = Story(hostile).start().seed().add(ev.RunFailed(error=hostile[:500]))
    write_run(home, story)
    picking = _picking(home)
    picking.type("")

    said = "\n".join(_shown(picking))

    assert violations(said.encode("utf-8", "surrogateescape")) == []


def test_two_thousand_runs_are_listed_at_once_and_read_as_far_as_they_are_seen(home: Path) -> None:
    first = write_run(home, Story().start().seed())
    for number in range(2000):
        (first.path.parent / f"6g{number:06d}-many").mkdir()
    picking = Picking(home)

    started = time.process_time()
    picking.refresh([])
    picking._reader.wait()
    picking.refresh([])
    listed = time.process_time() - started
    shown = _shown(picking, rows=20)

    assert len(picking.rows()) == 2001
    assert len(shown) == 20
    assert listed < DEADLINE_S
    assert len(window(picking, 19)) == 19


@pytest.mark.parametrize("width", [20, 56, 76, 110, 128])
def test_lines_keep_to_their_window(home: Path, width: int) -> None:
    write_run(home, held())
    picking = _picking(home)

    for rows in (1, 2, 9):
        shown = _shown(picking, width, rows)
        assert len(shown) <= max(rows, 2)
        assert all(len(line) <= width for line in shown)


async def test_enter_goes_to_the_chosen_run_and_escape_stays(home: Path) -> None:
    other = _named(home, "other", Story().start().seed())
    here = write_run(home, held())
    async with at_helm(here) as helm:
        await helm.press("r")
        await helm.see("other")
        await helm.press("escape")
        assert helm.app.screen is helm.app.main

        await helm.press("r")
        await helm.type("other")
        await helm.see(f"Enter shows other ({other.id})")
        await helm.press("enter")
        await helm.until(lambda: helm.app.wanted is not None)

        assert helm.app.wanted is not None
        assert helm.app.wanted.folder == other


async def test_the_run_on_the_screen_is_marked_and_enter_goes_back_to_it(home: Path) -> None:
    here = write_run(home, held())
    async with at_helm(here) as helm:
        await helm.press("r")
        await helm.see("is on the screen")
        await helm.press("enter")

        assert not isinstance(helm.app.screen, Picker)
        assert helm.app.wanted is None


async def test_letters_in_the_picker_steer_nothing(home: Path) -> None:
    async with at_helm(write_run(home, held())) as helm:
        await helm.press("r")
        await helm.until(lambda: isinstance(helm.app.screen, Picker))
        await helm.type("aavpXq")

        assert isinstance(helm.app.screen, Picker)
        assert list(helm.inbox.pending()) == []


async def test_a_run_that_was_left_leaves_no_thread_behind(home: Path) -> None:
    before = set(threading.enumerate())
    async with at_helm(write_run(home, held())) as helm:
        await helm.press("2", "j", "7", "r")
        await helm.see("is on the screen")
        await helm.press("escape")
        helm.follower.view().others.run("nowhere")
        helm.follower.pull()
    helm.follower.close()

    for thread in set(threading.enumerate()) - before:
        if thread.name.startswith("trace"):
            thread.join(DEADLINE_S * 10)
            assert not thread.is_alive()


def test_the_chosen_run_is_shown_after_the_one_that_is_left(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = RunFolder(home / "a", "a", "a"), RunFolder(home / "b", "b", "b")
    shown = []

    def show(wanted: Wanted, *_: object) -> tuple[int, Wanted | None]:
        shown.append(wanted.folder)
        return (0, Wanted(second)) if wanted.folder == first else (3, None)

    monkeypatch.setattr(watch, "check_terminal", lambda environ: None)
    monkeypatch.setattr(watch, "_watch", show)

    assert watch.attach(first) == 3
    assert shown == [first, second]
