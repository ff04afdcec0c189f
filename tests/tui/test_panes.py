"""What the panes say, in every state a run can be in."""

import pytest

from saddle_engine import events as ev
from saddle_engine.types.base import RolloutId, SessionId
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_tui.text.safe import SafeText
from saddle_tui.text.width import width_of
from saddle_tui.view import View
from saddle_tui.widgets import dag, events, rollouts, scores
from saddle_tui.widgets.advice import advice
from saddle_tui.widgets.bar import bar
from saddle_tui.widgets.pane import Lines
from tests.tui.stories import DIGEST, Story, view_of

TASKS = ["stamp-1", "depot-2", "trail-3"]


def _text(lines: Lines, view: View, width: int = 80, rows: int = 24) -> list[SafeText]:
    return [
        SafeText("".join(text for text, _ in line).rstrip()) for line in lines(view, width, rows)
    ]


def _advice(view: View) -> str:
    return " ".join(line.strip() for line in _text(advice, view, 200))


def _at_work() -> Story:
    story = Story().start(limits={"rollouts": 400}).seed().grow(0.75, "n0")
    story.iterate("n1")
    story.batch(Purpose.BEFORE, TASKS, 1)
    patch = story.propose("n1")
    ids = story.plan(Purpose.AFTER, TASKS, 502)
    return story.begin(*ids[:2]).end(ids[0], Outcome.FAILED) if patch else story


def test_the_bar_says_where_the_run_stands() -> None:
    view = view_of(_at_work())

    assert _text(bar, view) == [
        "demo abcdefgh  ▶ running  CAPABILITY  it 2  policy paper  SIMULATED  NO SANDBOX",
        "p2 runs the same mini-batch: 1 of 3                      engine at work  0:00:41",
        "★ best n1 0.750  +0.250 over the seed's 0.500 on dev          rollouts 10 of 400",
    ]


@pytest.mark.parametrize("width", [56, 60, 76, 96, 196])
def test_simulated_and_no_sandbox_never_give_way(width: int) -> None:
    story = _at_work()
    story.events[0] = story.events[0].model_copy(update={"name": "a-very-long-name-" * 3})

    head, doing, score = _text(bar, view_of(story), width)

    assert head.endswith(" SIMULATED  NO SANDBOX")
    assert all(word in head for word in ("running", "CAPABILITY", "it 2"))
    assert "engine at work" in doing
    assert all(word in score for word in ("best n1 0.750", "+0.250", "rollouts 10 of 400"))
    assert all(width_of(line) <= width for line in (head, doing, score))


def test_a_real_run_in_a_sandbox_carries_no_marks() -> None:
    head = _text(bar, view_of(Story().start(sandbox="docker", simulated=False)))[0]

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
    view = view_of(_at_work(), alive=alive, silent_s=silent_s)

    assert said in _text(bar, view)[1]


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
    assert any(said in line for line in _text(bar, view_of(story)))


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

    assert said in _text(bar, view_of(story))[1]


def test_a_diagnosis_says_what_it_looks_at() -> None:
    view = view_of(_session("diagnosis"), live={"d1": "read_trace r7 4-9"})

    assert "diagnosis writes a patch: read_trace r7 4-9" in _text(bar, view)[1]


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (rollouts.rollouts, "no rollout yet: the seed runs on dev first"),
        (dag.dag, "no node yet: the seed runs on dev"),
        (scores.scores, "no score yet: the seed runs on dev"),
    ],
)
def test_an_empty_pane_says_what_it_waits_for(lines: Lines, said: str) -> None:
    assert _text(lines, view_of(Story().start())) == [said]


def test_an_empty_journal_is_waited_for() -> None:
    assert _text(events.events, view_of(Story())) == ["waiting for the first record"]
    assert _advice(view_of(Story())) == ""


def test_a_seed_without_patches_says_what_comes_next() -> None:
    assert _text(dag.dag, view_of(Story().start().seed())) == [
        "★ n0 0.500 seed",
        "no patch yet: the first mini-batch comes next",
    ]


def test_rollouts_at_work_come_first_then_the_newest_finished_ones() -> None:
    view = view_of(_at_work(), live={"r9": "I will look at\n  the tests first"})

    assert _text(rollouts.rollouts, view, 60, 4) == [
        "▶ run   r9    p2    depot-2          …ook at the tests first",
        "✗ fail  r8    p2    stamp-1          5 steps",
        "✓ pass  r7    n1    trail-3          5 steps",
        "✓ pass  r6    n1    depot-2          5 steps",
    ]
    assert rollouts.title(view) == "Rollouts  1 at work, 1 waiting"


@pytest.mark.parametrize("outcome", list(Outcome))
def test_no_outcome_is_told_by_colour_alone(outcome: Outcome) -> None:
    story = Story().start()
    (rollout,) = story.begin_all(Purpose.SEED_DEV, ["stamp-1"], 0)

    (line,) = _text(rollouts.rollouts, view_of(story.end(rollout, outcome)))

    words = {"passed": "pass", "failed": "fail", "timed_out": "time", "broken": "broke"}
    assert line.split()[1] == words.get(outcome, "stop")


def test_rollouts_that_a_dead_engine_left_are_not_shown_at_work() -> None:
    view = view_of(_at_work(), alive=False)

    assert _text(rollouts.rollouts, view)[0].startswith("· left  r9")
    assert rollouts.title(view) == "Rollouts  1 left open, 1 waiting"


@pytest.mark.parametrize("width", [20, 34, 46, 60, 120])
@pytest.mark.parametrize(
    "lines", [rollouts.rollouts, dag.dag, events.events, scores.scores, advice]
)
def test_no_line_leaves_its_pane(lines: Lines, width: int) -> None:
    view = view_of(_at_work(), live={"r9": "界" * 200})

    assert all(cells <= width for cells in _widths(lines, view, width))


def _widths(lines: Lines, view: View, width: int) -> list[int]:
    return [sum(width_of(text) for text, _ in line) for line in lines(view, width, 30)]


def test_the_newest_event_is_at_the_bottom_and_long_ones_are_wrapped() -> None:
    story = Story().start().seed().grow(0.75, "n0").learn("long files are cut at their end, always")

    assert _text(events.events, view_of(story), 40, 5) == [
        " 0:20   node n1 admitted, dev 0.750",
        "          (simulated)",
        " 0:21   iteration 1: admitted",
        " 0:22   lesson (good): long files are",
        "          cut at their end, always",
    ]


def test_scores_set_the_seed_against_the_best() -> None:
    story = Story().start().seed(0.5).grow(0.75, "n0").seal("n1").test("n0", 0.4).test("n1", 0.6)

    assert _text(scores.scores, view_of(story), 40, 5) == [
        "     node  dev      test",
        "seed n0    0.500    0.400 ± 0.020",
        "best n1    0.750    0.600 ± 0.020",
        "gain       +0.250   +0.200",
    ]
    assert scores.title(view_of(story)) == "Scores  simulated"


def test_scores_grow_a_chart_where_there_is_room() -> None:
    story = Story().start().seed(0.5).grow(0.75, "n0").decline("n1").grow(1.0, "n1")

    assert _text(scores.scores, view_of(story), 26, 9)[5:] == [
        "1.000┤               ╭────",
        "     ┤     ╭─────────╯",
        "0.500┤─────╯",
        "      0               it 3",
    ]


def _paused(by: str, reason: str) -> Story:
    return _at_work().add(ev.RunPaused(by=by, reason=reason))


@pytest.mark.parametrize(
    ("story", "alive", "said"),
    [
        (_at_work(), True, ""),
        (
            _at_work(),
            False,
            "✗ interrupted: no engine is at work; resume with: {}resume abcdefgh",
        ),
        (
            _at_work().add(
                ev.RunFailed(error="the docker daemon is gone"), ev.EngineStopped(reason="x")
            ),
            False,
            "✗ the docker daemon is gone; resume with: {}resume abcdefgh",
        ),
        (
            _paused("rollouts", "the limit of 400 rollouts is reached"),
            True,
            "‖ the limit of 400 rollouts is reached; raise the limit with: {}steer abcdefgh limit rollouts 800",
        ),
        (
            _paused("rollouts", "the limit of 400 rollouts is reached"),
            False,
            "‖ the limit of 400 rollouts is reached; raise the limit with: {}resume abcdefgh --limit rollouts=800",
        ),
        (
            _paused("operator", "paused by alice"),
            True,
            "‖ paused by the operator; go on with: {}steer abcdefgh resume",
        ),
        (
            _paused("operator", "paused by alice"),
            False,
            "‖ paused by the operator; go on with: {}resume abcdefgh",
        ),
        (
            Story()
            .start()
            .seed()
            .grow(0.75, "n0")
            .seal("n1")
            .test("n0", 0.4)
            .test("n1", 0.6)
            .done(),
            False,
            "✓ done: test 0.400 ± 0.020 -> 0.600 ± 0.020, seed to n1, +0.200 (simulated); take n1 with: {}export abcdefgh --to DIR",
        ),
        (
            Story()
            .start()
            .seed()
            .grow(0.75, "n0")
            .seal("n1")
            .test("n0", 0.4)
            .test("n1", 0.3)
            .done(),
            False,
            "✓ done: test 0.400 ± 0.020 -> 0.300 ± 0.020, seed to n1, -0.100 (simulated), no gain; see: {}show abcdefgh",
        ),
        (
            Story().start().seed().decline("n0").seal("n0").test("n0", 0.4).done(),
            False,
            "✓ done: no patch beat the seed, test 0.400 ± 0.020 (simulated)",
        ),
    ],
)
def test_the_advice_names_the_command_that_goes_on(story: Story, alive: bool, said: str) -> None:
    view = view_of(story, alive=alive)

    assert _advice(view) == said.format("saddle-tui --home /home/me/.saddle ")


def test_a_held_patch_is_named_with_both_commands() -> None:
    story = Story().start().seed()
    story.iterate("n0")
    story.add(ev.ApprovalAsked(patch=story.propose("n0")))
    view = view_of(story)

    assert _advice(view) == (
        "⚑ p1 held: saddle-tui --home /home/me/.saddle steer abcdefgh approve p1 | veto p1 --reason ..."
    )
    assert "p1 waits for you" in _text(bar, view)[1]


def test_a_silent_engine_is_told_with_its_log() -> None:
    view = view_of(_at_work(), silent_s=42.0)

    assert _advice(view).startswith("✗ the engine has been silent for 42 s; its log: /home/me/")


def test_what_is_known_of_rollouts_agrees_with_the_state() -> None:
    view = view_of(_at_work())
    state, recent = view.state, view.recent

    assert set(recent.open) == {id_ for id_, each in state.rollouts.items() if each.open}
    assert recent.waiting == {id_ for id_, each in state.rollouts.items() if each.tries == 0}
    assert list(recent.finished) == [RolloutId(f"r{number}") for number in range(1, 9)]
