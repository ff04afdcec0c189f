"""The registry of what keys do: each has a key, a sentence, and a reason when it can do nothing."""

import re

import pytest

from saddle_engine import events as ev
from saddle_tui.actions import ACTIONS, REGISTRY, ROOM_IDS, Action, actions
from saddle_tui.actions.linting import WITHOUT_KEY, complaints
from saddle_tui.cli import _parser
from saddle_tui.keymap import DEFAULTS, KEYS
from saddle_tui.requests import Request
from saddle_tui.screens.contents import CONTENTS
from saddle_tui.screens.help import help_lines
from saddle_tui.screens.keybar import keybar
from saddle_tui.screens.rooms import ROOMS
from saddle_tui.seat import DRIVER, OBSERVER, Role
from saddle_tui.steer.words import read
from saddle_tui.text.width import width_of
from saddle_tui.view import View
from tests.tui.helms import held
from tests.tui.hostile import HOSTILE
from tests.tui.stories import Story
from tests.tui.views import at_work, text_of, view_of

PANES = [(room.id, pane) for room in ROOMS.values() for pane in room.panes]


def test_every_action_has_a_key_or_a_reason_why_it_has_none() -> None:
    for action in REGISTRY:
        assert bool(KEYS.get(action.id)) != (action.id in WITHOUT_KEY), action.id


def test_every_action_is_there_once_with_a_sentence_in_the_help() -> None:
    assert len(ACTIONS) == len(REGISTRY)
    for action in REGISTRY:
        assert action.title
        assert action.help[-1:] not in ("", "."), action.id
        assert (action.do_with is not None) == bool(action.takes), action.id


def test_every_screen_has_a_number_and_every_pane_is_on_one() -> None:
    assert tuple(ROOMS) == ROOM_IDS
    assert [KEYS[id_] for id_ in ROOM_IDS] == [(str(n),) for n in range(1, len(ROOM_IDS) + 1)]
    assert {pane for _, pane in PANES} == set(CONTENTS)


def test_the_keys_are_without_a_complaint() -> None:
    """None is one that terminals and editors keep, and none stands for two actions in one place."""
    assert complaints(DEFAULTS) == []


@pytest.mark.parametrize("key", [*"absjmihqwc", "left_square_bracket"])
def test_kept_keys_are_complained_about(key: str) -> None:
    assert complaints({"help": (f"ctrl+{key}",)})


@pytest.mark.parametrize("key", ["f1", "f10", "f11", "alt+x", "ctrl+alt+x", "ctrl+z"])
def test_further_kept_keys_are_complained_about(key: str) -> None:
    assert complaints({"help": (key,)})


def test_two_actions_on_one_key_are_complained_about_where_they_meet() -> None:
    assert complaints({"pause": ("f5",), "help": ("f5",)}) == [
        "F5 is pause and help everywhere; it does pause"
    ]


def test_every_action_that_steers_has_its_twin_on_the_command_line() -> None:
    for action in REGISTRY:
        assert action.steers == bool(action.verb), action.id


WORDS = {
    "RUN": "demo", "PATCH|HINT": "p1", "PATCH": "p1", "NODE": "n1", "ROLLOUT": "r1", "TEXT": "why",
    "PHASE": "steering", "NAME VALUE": "rollouts 500", "NAME": "demo",
}  # fmt: skip


@pytest.mark.parametrize(
    "action", [each for each in REGISTRY if each.steers], ids=lambda each: each.id
)
def test_the_twin_is_understood_on_the_command_line(action: Action) -> None:
    typed = re.sub(r" \[.*?\]", "", action.verb.split(" | ")[0])
    for word, value in WORDS.items():
        typed = typed.replace(word, value)
    arguments = _parser().parse_args(typed.split())
    if arguments.command == "steer":
        assert read(arguments.words[1:], arguments.reason)[0] == typed.split()[2]


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

    assert "p2 waits: press 5" in ACTIONS["approve"].why_not(other)


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
    assert ("a approve" in shown_) == (role.drives and where in ("patch", "patches"))


def test_the_key_bar_of_a_driver_does_not_offer_to_take_over() -> None:
    for view in (view_of(held()), view_of(Story().start().seed().seal("n0").done())):
        said = "".join(text for text, _ in keybar(view, DRIVER, "rollouts", 196))
        assert "take over" not in said
        assert "1 Live  2 EvoDAG" in said
    said = "".join(text for text, _ in keybar(view, Role("bob drives", "OBSERVER"), "dag", 76))
    assert "t take over" in said


@pytest.mark.parametrize("where", ["rollouts", "trace", "dag", "patch", "difference"])
def test_the_key_bar_leads_to_the_other_screens_in_a_small_window_too(where: str) -> None:
    said = "".join(text for text, _ in keybar(view_of(held()), DRIVER, where, 78))

    assert "1-8 screens" in said


@pytest.mark.parametrize("where", ["rollouts", "patch"])
def test_the_first_difference_is_offered_at_80_columns(where: str) -> None:
    story = Story().start().seed().grow(0.75, "n0")
    said = "".join(text for text, _ in keybar(view_of(story), DRIVER, where, 78))

    assert "d first difference" in said
    assert "1-8 screens" in said


def test_the_help_begins_with_the_screens_and_what_matters_here() -> None:
    lines = help_lines(view_of(held()), DRIVER, ("patches", "patch"), 72)
    said = ["".join(text for text, _ in line) for line in lines]

    assert "1 Live  2 EvoDAG  3 Rollouts  4 Diagnosis  5 Patches  6 Scores  7 Log" in said[:4]
    here = said.index("Here: Patches, patch")
    assert said[here + 1].split()[0] == "a"
    assert said.index("Screens") > here
    assert any(line.startswith("Only in: EvoDAG") for line in said)


def test_in_the_help_a_blank_stands_between_the_keys_and_what_they_do() -> None:
    lines = help_lines(view_of(held()), DRIVER, ("patches", "patch"), 72)

    heads = [line[0][0] for line in lines if len(line) == 2]
    assert any("Ctrl-Q" in head for head in heads)
    assert all(head.endswith(" ") for head in heads)


@pytest.mark.parametrize("width", [26, 52, 72, 92])
@pytest.mark.parametrize("role", [DRIVER, OBSERVER, Role(HOSTILE, HOSTILE)])
def test_the_help_lists_every_key_that_works(width: int, role: Role) -> None:
    shown_ = text_of(
        lambda view, width, rows: help_lines(view, role, ("live", "rollouts"), width),
        view_of(held()),
        width,
    )

    assert all(width_of(line) <= width for line in shown_)
    said = " ".join(" ".join(shown_).split())
    for action in actions(replay=False):
        assert (action.help in said) == (not (role.observes and action.steers))
