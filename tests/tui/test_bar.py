"""What the bar says, in every state a run can be in."""

from dataclasses import replace

import pytest

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import SessionId
from saddle_engine.types.calls import CallId
from saddle_engine.types.rollout import Purpose
from saddle_tui.text.width import width_of
from saddle_tui.widgets.bar import bar
from tests.tui.moments import moments
from tests.tui.stories import DIGEST, Story
from tests.tui.views import TASKS, at_work, text_of, view_of


def test_the_bar_says_where_the_run_stands() -> None:
    view = view_of(at_work())

    assert text_of(bar, view) == [
        "demo abcdefgh  ▶ running  CAPABILITY  it 2  policy paper  SIMULATED  NO SANDBOX",
        "p2 runs the same mini-batch: 1 of 3                      engine at work  0:00:41",
        "★ best n1 0.750  +0.250 over the seed's 0.500 on dev          rollouts 10 of 400",
    ]


@pytest.mark.parametrize("width", [56, 60, 76, 96, 196])
def test_simulated_and_no_sandbox_never_give_way(width: int) -> None:
    story = at_work()
    story.events[0] = story.events[0].model_copy(update={"name": "a-very-long-name-" * 3})

    head, doing, score = text_of(bar, view_of(story), width)

    assert head.endswith(" SIMULATED  NO SANDBOX")
    assert all(word in head for word in ("running", "CAPABILITY", "it 2"))
    assert "engine at work" in doing
    assert all(word in score for word in ("best n1 0.750", "+0.250", "rollouts 10 of 400"))
    assert all(width_of(line) <= width for line in (head, doing, score))


def test_a_slow_line_is_told_beside_the_name_of_the_run() -> None:
    view = view_of(at_work())
    view = replace(view, lens=replace(view.lens, terminal=("SLOW LINK: 47 frames skipped",)))

    narrow, wide = text_of(bar, view, 76)[0], text_of(bar, view, 116)[0]

    assert narrow.startswith("demo")
    assert " SLOW LINK  SIMULATED " in narrow
    assert wide.startswith("demo abcdefgh")
    assert " SLOW LINK: 47 frames skipped  SIMULATED " in wide


def test_a_real_run_in_a_sandbox_carries_no_marks() -> None:
    head = text_of(bar, view_of(Story().start(sandbox="docker", simulated=False)))[0]

    assert "SIMULATED" not in head
    assert "SANDBOX" not in head


@pytest.mark.parametrize(
    ("alive", "silent_s", "said"),
    [
        (True, 0.4, "engine at work"),
        (True, 12.3, "engine silent 12 s"),
        (False, 12.3, "engine gone"),
    ],
)
def test_the_bar_says_how_the_engine_is(alive: bool, silent_s: float, said: str) -> None:
    view = view_of(at_work(), alive=alive, silent_s=silent_s)

    assert said in text_of(bar, view)[1]


def _session(agent: str) -> Story:
    story = Story().start().seed()
    story.iterate("n0")
    session = SessionId("d1")
    return story.add(
        ev.SessionStarted.model_validate(
            {"session": "d1", "agent": agent, "iteration": 1, "prompt": DIGEST}
        ),
        ev.ToolCalled(
            session=session,
            tries=1,
            index=0,
            tool="grep",
            arguments=DIGEST,
            summary="",
            result=DIGEST,
        ),
        ev.FileRead(session=session, tries=1, path="prompts/system.md"),
    )


@pytest.mark.parametrize(
    ("story", "said"),
    [
        (Story(), "waiting for the first record"),
        (_session("evolution"), "evolution picks a parent, tool call 1"),
        (_session("diagnosis"), "diagnosis writes a patch, tool call 1"),
        (_session("reflection"), "reflection judges it, tool call 1"),
    ],
)
def test_the_bar_says_what_is_being_done(story: Story, said: str) -> None:
    assert any(said in line for line in text_of(bar, view_of(story)))


@pytest.mark.parametrize(
    ("purpose", "said"),
    [
        (Purpose.SEED_DEV, "the seed runs on dev: 0 of 3"),
        (Purpose.BEFORE, "n0 runs the mini-batch: 0 of 3"),
        (Purpose.AFTER, "n0 runs the same mini-batch: 0 of 3"),
        (Purpose.DEV, "dev gate of n0: 0 of 3"),
        (Purpose.TEST, "seed and best run the test: 0 of 3"),
    ],
)
def test_the_bar_says_what_a_batch_is_for(purpose: Purpose, said: str) -> None:
    story = Story().start().seed()
    story.iterate("n0")
    story.plan(purpose, TASKS, 0)

    assert said in text_of(bar, view_of(story))[1]


def test_a_diagnosis_says_what_it_looks_at() -> None:
    view = view_of(_session("diagnosis"), live={"d1": "read_trace r7 4-9"})

    assert "diagnosis writes a patch: read_trace r7 4-9" in text_of(bar, view)[1]


def test_what_an_agent_says_over_several_lines_stands_on_one() -> None:
    view = view_of(_session("reflection"), live={"d1": "Where do\nthe two part?\n"})

    assert "reflection judges it: Where do the two part?  " in text_of(bar, view)[1]


def test_a_run_that_is_still_being_read_is_not_said_to_stand_anyhow() -> None:
    view = replace(view_of(at_work(), alive=False), behind=True)

    head, doing, _ = text_of(bar, view)

    assert "interrupted" not in head
    assert doing.startswith("reading the journal: record")


def test_a_wait_for_the_provider_is_told_before_all_else() -> None:
    view = dict(moments("rate limited"))["provider is waited for"]

    (said,) = text_of(bar, view, 80)[1:2]

    assert said.startswith("waits for the provider, 12 s: rate limited  ")
    assert said.endswith("engine at work  0:00:08")


def test_words_of_a_model_are_not_taken_for_a_wait() -> None:
    view = dict(moments("x"))["provider is waited for"]
    speaking = replace(view, state=_reserved(view.state))

    assert "waits" not in text_of(bar, speaking, 80)[1]


def _reserved(state: RunState) -> RunState:
    """The try that was refused is made again: whatever comes now are the model's words."""
    again = ev.CallReserved(
        call=CallId("r1.1:0"),
        tries=2,
        role="task",
        owner="r1",
        model="m",
        key="k",
        tokens=9,
        cost=9,
    )
    state.apply(ev.Record(seq=state.seq + 1, at=state.at, event=again))
    return state


def test_money_is_in_the_bar_once_there_is_any() -> None:
    view = dict(moments("x"))["seed runs"]

    assert text_of(bar, view)[2].endswith(" $0.00 of $20.00   rollouts 2 of 400")
