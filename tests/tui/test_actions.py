"""The registry of what keys do: each has a key, a sentence, and a reason when it can do nothing."""

import re

import pytest

from saddle_engine import events as ev
from saddle_tui.actions import ACTIONS, REGISTRY, ROOM_IDS
from saddle_tui.actions.finding import action_of
from saddle_tui.keymap import KEYS, LEAVE_ANYWHERE
from saddle_tui.requests import Request
from saddle_tui.screens.contents import CONTENTS
from saddle_tui.screens.help import help_lines
from saddle_tui.screens.keybar import keybar
from saddle_tui.screens.rooms import ROOMS
from saddle_tui.seat import DRIVER, OBSERVER, Role
from saddle_tui.text.width import width_of
from saddle_tui.view import View
from tests.tui.helms import held
from tests.tui.hostile import HOSTILE
from tests.tui.stories import Story
from tests.tui.views import at_work, text_of, view_of

PANES = [(room.id, pane) for room in ROOMS.values() for pane in room.panes]


def test_every_action_has_a_key() -> None:
    assert KEYS.keys() >= ACTIONS.keys()
    assert all(KEYS.values())


@pytest.mark.parametrize(("room", "pane"), PANES)
def test_every_key_means_one_thing_in_a_pane(room: str, pane: str) -> None:
    for action in REGISTRY:
        for key in KEYS[action.id]:
            if not action.where or pane in action.where or room in action.where:
                found = action_of(key, room, pane)
                assert found is not None
                assert found is action or len(found.where) > len(action.where)


def test_every_screen_has_a_number_and_every_pane_is_on_one() -> None:
    assert tuple(ROOMS) == ROOM_IDS
    assert [KEYS[id_] for id_ in ROOM_IDS] == [(str(n),) for n in range(1, len(ROOM_IDS) + 1)]
    assert {pane for _, pane in PANES} == set(CONTENTS)


def test_no_key_is_one_that_terminals_and_editors_keep() -> None:
    for keys in KEYS.values():
        for key in keys:
            assert not re.match(r"ctrl\+[abqswjmihcz]$|ctrl\+left_sq|alt\+|f\d+$", key), key
    assert LEAVE_ANYWHERE == ("ctrl+c", "ctrl+q")


def test_every_action_that_steers_has_its_twin_on_the_command_line() -> None:
    for action in REGISTRY:
        assert action.steers == bool(action.verb), action.id


@pytest.mark.parametrize(
    ("id_", "view", "said"),
    [
        ("approve", view_of(at_work()), "no patch waits for you"),
        ("approve", view_of(held()), ""),
        ("veto", view_of(held()), ""),
        ("pause", view_of(at_work()), ""),
        (
            "pause",
            view_of(Story().start().seed().seal("n0")),
            "only a running search can be paused",
        ),
        (
            "pause",
            view_of(at_work().add(ev.RunPaused(by="rollouts", reason="the limit is reached"))),
            "the limit of rollouts is reached; raise it with b",
        ),
        ("phase", view_of(at_work()), ""),
        ("seal", view_of(Story().start()), "the seed is still being evaluated"),
        ("seal", view_of(at_work().add(ev.SealAsked(by="bob"))), "sealed already"),
        ("limit", view_of(at_work()), ""),
        ("stop", view_of(at_work()), ""),
        ("stop", view_of(at_work(), alive=False), "resume abcdefgh"),
        ("pause", view_of(Story().start().seed().seal("n0").done()), "the run is done"),
        ("detach", view_of(at_work(), alive=False), ""),
    ],
)
def test_what_cannot_be_done_now_says_why(id_: str, view: View, said: str) -> None:
    why = ACTIONS[id_].why_not(view)

    assert said in why
    assert bool(why) == bool(said)


def test_requests_carry_what_was_on_the_screen() -> None:
    view = view_of(held())
    expected = {"approve": "status", "veto": "status", "pause": "run", "phase": "phase"}

    for id_, what in expected.items():
        ask = ACTIONS[id_].ask
        assert ask is not None
        request = ask(view)
        assert isinstance(request, Request)
        assert what in request.expect


def test_a_patch_that_is_not_on_the_screen_is_not_judged() -> None:
    story = held()
    view = view_of(story)
    other = View(**{**view.__dict__, "selected": "p1"})

    assert "p2 waits, and p1 is on the screen; press 5" in ACTIONS["approve"].why_not(other)


@pytest.mark.parametrize("width", [56, 76, 116, 196])
@pytest.mark.parametrize("role", [DRIVER, OBSERVER, Role(HOSTILE, HOSTILE), Role()])
@pytest.mark.parametrize("where", CONTENTS)
def test_the_key_bar_fits_and_always_says_how_to_get_help_and_out(
    width: int, role: Role, where: str
) -> None:
    line = keybar(view_of(held()), role, where, width)
    shown_ = "".join(text for text, _ in line)

    assert width_of(shown_) <= width  # type: ignore[arg-type]
    assert "? help" in shown_
    assert "q detach" in shown_
    assert ("p pause" in shown_) == role.drives
    assert ("a approve" in shown_) == (role.drives and where == "patch")


@pytest.mark.parametrize("width", [52, 72, 92])
@pytest.mark.parametrize("role", [DRIVER, OBSERVER, Role(HOSTILE, HOSTILE)])
def test_the_help_lists_every_key_that_works(width: int, role: Role) -> None:
    shown_ = text_of(
        lambda view, width, rows: help_lines(view, role, width), view_of(held()), width
    )

    assert all(width_of(line) <= width for line in shown_)
    said = " ".join(" ".join(shown_).split())
    for action in REGISTRY:
        assert (action.help in said) == (not (role.observes and action.steers))
