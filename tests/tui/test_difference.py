"""The first difference: where a patch first acts on a task, what else differs, and what is only chance."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.state import RunState
from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.wire import Door
from saddle_tui.lens import Lens
from saddle_tui.pairs import pairs
from saddle_tui.shelf import Shelf
from saddle_tui.tally import Tally
from saddle_tui.view import View
from saddle_tui.widgets import difference
from tests.tui.hostile import HOSTILE, violations
from tests.tui.recordings import Recording
from tests.tui.stories import Story
from tests.tui.views import TASKS, text_of, view_of

BEFORE, AFTER = [[RolloutId(f"r{n}") for n in numbers] for numbers in ((5, 6, 7), (8, 9, 10))]
PASSED, FAILED = Outcome.PASSED, Outcome.FAILED


def _story(
    before: Sequence[Outcome | None] = (FAILED, PASSED, PASSED),
    after: Sequence[Outcome | None] = (PASSED, FAILED, PASSED),
) -> Story:
    """A patch on three tasks; None is a rollout that is not finished."""
    story = Story().start().seed().iterate("n0")
    sides = ((Purpose.BEFORE, 901, before), (Purpose.AFTER, 501, after))
    for purpose, tree, outcomes in sides:
        if purpose is Purpose.AFTER:
            story.propose("n0")
        for id_, outcome in zip(story.begin_all(purpose, TASKS, tree), outcomes, strict=True):
            if outcome is not None:
                story.end(id_, outcome)
    return story


@dataclass
class Harness:
    """Records what a made-up harness does."""

    recording: Recording
    rollout: RolloutId
    prompt: str = "Be brief."
    told: list[Any] = field(default_factory=list)
    steps: int = 0

    def turn(self, call: str, result: str = "done", words: str = "") -> "Harness":
        """One model turn: it says something and calls `bash`, the environment answers."""
        self.steps += 1
        number = f"{self.rollout}-{self.steps}"
        block = {"type": "tool_use", "id": number, "name": "bash", "input": {"command": call}}
        reply = {"id": number, "content": [{"type": "text", "text": words or "I go on."}, block]}
        body = {"system": self.prompt, "messages": [*self.told]}
        self._exchange(Door.MODEL, body, reply)
        answer = {"exit_code": 0, "stdout": result, "stderr": ""}
        self._exchange(Door.EXEC, {"command": call}, answer, key=f"exec {call}")
        given = {"type": "tool_result", "tool_use_id": number, "content": result}
        self.told += [
            {"role": "assistant", "content": [block]},
            {"role": "user", "content": [given]},
        ]
        return self

    def remind(self, words: str) -> "Harness":
        """A hook says something with the next result."""
        self.told[-1]["content"].append({"type": "text", "text": words})
        return self

    def finish(self, output: str) -> "Harness":
        self._exchange(Door.FINISH, {"output": output}, {}, key=f"finish {output}")
        return self

    def _exchange(self, door: Door, request: Any, reply: Any, **more: Any) -> None:
        values = {"rollout": self.rollout, "step": self.steps, "key": self.rollout, **more}
        self.recording.exchange(door, request, reply, **values)


def _seen(recording: Recording, story: Story, **changes: Any) -> View:
    """The view once everything has been read."""
    view = replace(view_of(story), shelf=Shelf(recording), **changes)
    for event in story.events:
        if isinstance(event, ev.RolloutFinished):
            recording.add(event)
    difference.difference(view, 80, 200)
    view.shelf.settle()  # type: ignore[attr-defined]
    return view


def _lines(view: View, width: int = 80) -> list[str]:
    return [str(line) for line in text_of(difference.difference, view, width, 200)]


def _two(parent: list[str], child: list[str]) -> Recording:
    recording = Recording()
    for rollout, calls in ((BEFORE[0], parent), (AFTER[0], child)):
        harness = Harness(recording, rollout)
        for call in calls:
            harness.turn(call)
    return recording


def test_it_opens_where_the_two_do_something_else() -> None:
    view = _seen(_two(["ls", "cat a", "rm a"], ["ls", "cat a", "cp a b", "rm a"]), _story())

    lines = _lines(view)

    assert lines[0].split() == ["✗", "fail", "n0", "r5", "score", "0.00", "5", "steps"]
    assert lines[1].split() == ["✓", "pass", "p1", "r8", "score", "1.00", "5", "steps"]
    assert "= steps 1-2 equal: both do the same (l shows them)" in lines
    at = lines.index("── step 3 ──")
    assert '- call   bash {"command":"rm a"}' in lines[at:]
    assert '+ call   bash {"command":"cp a b"}' in lines[at:]
    assert '+ step 4  bash {"command":"rm a"}' in lines[at:]
    assert "on stamp-1" not in difference.title(view)
    assert difference.title(view) == (
        "First difference  n0 -> p1  train stamp-1  ✓ fixed  1/3  simulated"
    )


def test_where_there_is_room_the_sides_stand_beside_each_other() -> None:
    view = _seen(_two(["ls"], ["ls -la"]), _story())

    row = next(line for line in _lines(view, 120) if "bash" in line)

    left, right = row.split("│")
    assert left.split() == ["call", "bash", '{"command":"ls"}']
    assert right.split() == ["call", "bash", '{"command":"ls', '-la"}']


def test_the_words_that_differ_are_marked() -> None:
    view = _seen(_two(["grep one two"], ["grep one three"]), _story())

    marked = [
        text
        for line in difference.difference(view, 80, 200)
        for text, style in line
        if style.endswith("reverse")
    ]

    assert marked[:2] == ["two", "three"]


def test_a_changed_prompt_does_not_hide_where_the_behaviour_first_differs() -> None:
    recording = Recording()
    Harness(recording, BEFORE[0], "Be brief.\nStop early.").turn("ls").turn("rm a")
    Harness(recording, AFTER[0], "Be brief.\nRead on.").turn("ls").turn("cat a")

    lines = _lines(_seen(recording, _story()))

    assert "the prompt differs from the start" in lines
    assert "- prompt Stop early." in lines
    assert "+ prompt Read on." in lines
    assert "= step 1 equal: both do the same (l shows them)" in lines
    assert "── step 2 ──" in lines


def test_what_a_hook_tells_the_model_is_told_before_it_acts() -> None:
    recording = Recording()
    Harness(recording, BEFORE[0]).turn("ls").turn("cat a").turn("rm a")
    Harness(recording, AFTER[0]).turn("ls").remind("Read on!").turn("cat a").turn("cat b")

    lines = _lines(_seen(recording, _story()))

    assert "they part at step 3: to another request the model answers otherwise" in lines
    assert "from step 2 on the harness tells the model something else" in lines


def test_another_answer_to_the_same_request_is_chance() -> None:
    lines = _lines(_seen(_two(["ls", "rm a"], ["ls", "cat a"]), _story()), 200)

    assert (
        "they part at step 2: to the same request the model answers otherwise, which is chance"
        in lines
    )


def test_a_patch_that_changes_nothing_never_acts() -> None:
    view = _seen(_two(["ls", "rm a"], ["ls", "rm a"]), _story())

    assert "it never acts here: both do the same to the end, 2 steps" in _lines(view)
    shared = replace(view, lens=Lens(unfolded=frozenset({difference.OPEN})))
    assert '= step 2  bash {"command":"rm a"}' in _lines(shared)


def test_other_words_with_the_same_calls_are_no_difference_in_what_is_done() -> None:
    recording = Recording()
    Harness(recording, BEFORE[0]).turn("ls", words="I look.").finish("x")
    Harness(recording, AFTER[0]).turn("ls", words="Let me see.").finish("x")

    lines = _lines(_seen(recording, _story()))

    assert "from step 1 on the model says it in other words" in lines
    assert not any(line.startswith("── step") for line in lines)


def test_an_environment_that_answers_otherwise_is_told() -> None:
    recording = Recording()
    Harness(recording, BEFORE[0]).turn("date", "a").turn("rm a")
    Harness(recording, AFTER[0]).turn("date", "b").turn("rm b")

    assert "from step 1 on the environment answers the same request otherwise" in _lines(
        _seen(recording, _story())
    )


@pytest.mark.parametrize(
    ("outcomes", "said"),
    [
        ((PASSED, None), "r8 is not finished: its whole steps are compared"),
        ((PASSED, Outcome.BROKEN), "r8 broke: what it did says nothing about the harness"),
        ((Outcome.CANCELLED, PASSED), "r5 was cancelled: compared as far as it came"),
    ],
)
def test_a_side_without_a_score_is_told(
    outcomes: tuple[Outcome | None, Outcome | None], said: str
) -> None:
    story = _story((outcomes[0], PASSED, PASSED), (outcomes[1], PASSED, PASSED))
    lens = Lens(task=TASKS[0])

    assert said in _lines(_seen(_two(["ls"], ["ls", "rm"]), story, lens=lens))


def test_a_side_without_a_recording_is_told() -> None:
    recording = Recording()
    Harness(recording, BEFORE[0]).turn("ls")

    lines = _lines(_seen(recording, _story()))

    assert "r8 of p1 has no recording to compare" in lines


def test_a_recording_that_cannot_be_read_is_told() -> None:
    recording = _two(["ls"], ["ls"])
    recording.trouble = "blob 12 is damaged"

    assert _lines(_seen(recording, _story()))[-1] == "cannot be read: blob 12 is damaged"


def test_before_it_is_read_the_pane_says_so() -> None:
    view = replace(view_of(_story()), shelf=Shelf(_two(["ls"], ["ls"])))

    assert _lines(view)[-1] == "reading r5 and r8 ..."


def test_the_seed_has_no_parent_to_part_from() -> None:
    view = replace(view_of(_story()), selected="n0")

    assert _lines(view) == ["n0 is the seed: it has no parent; = compares two nodes"]


def test_two_compared_nodes_are_compared_on_what_both_have_run() -> None:
    story = Story().start().seed().grow(0.75, "n0").batch(Purpose.DEV, ["task-1", "new"], 1)
    tally, state = Tally(), RunState()
    for record in story.records():
        state.apply(record)
        tally.apply(record, state)
    view = replace(view_of(story), tally=tally, selected="n1", lens=Lens(against="n0"))

    assert [(pair.task, pair.before, pair.after) for pair in pairs(view)] == [
        ("task-1", "r2", "r5")
    ]
    assert difference.title(view).startswith("First difference  n0 -> n1  dev task-1")


def test_fixed_tasks_come_first_then_broken_ones() -> None:
    found = pairs(view_of(_story((PASSED, PASSED, FAILED), (PASSED, FAILED, PASSED))))

    assert [(pair.task, pair.bucket) for pair in found] == [
        ("trail-3", "fixed"),
        ("depot-2", "broke"),
        ("stamp-1", "still passes"),
    ]


def test_a_selected_rollout_shows_its_own_task() -> None:
    view = replace(view_of(_story()), selected="r7")

    assert "trail-3" in difference.title(view)


def test_without_a_patch_and_with_a_held_one_the_pane_says_what_it_waits_for() -> None:
    assert _lines(view_of(Story().start())) == [
        "no patch yet: there are two sides to compare once there is one"
    ]
    story = Story().start().seed().iterate("n0").batch(Purpose.BEFORE, TASKS, 901)
    story.propose("n0")
    assert _lines(view_of(story))[-1] == "p1 has not run this task"


@pytest.mark.parametrize("width", [10, 30, 99, 100, 160])
def test_hostile_words_act_on_nothing_and_stay_in_the_pane(width: int) -> None:
    text = HOSTILE.encode("utf-8", "replace").decode()
    view = _seen(_two([text], [text + "x"]), _story())

    for line in _lines(view, width):
        assert violations(line.encode("utf-8", "surrogateescape")) == []


def test_lanes_that_answer_in_another_order_do_the_same() -> None:
    recording = Recording()
    for rollout, lanes in ((BEFORE[0], "ab"), (AFTER[0], "ba")):
        harness = Harness(recording, rollout).turn("ls")
        for lane in lanes:
            harness._exchange(Door.READ, {"path": lane}, {"content": ""}, key=lane, lane=lane)

    assert "it never acts here: both do the same to the end, 1 step" in _lines(
        _seen(recording, _story())
    )


def test_what_is_equal_to_the_letter_is_not_read() -> None:
    recording = Recording()
    for rollout in (BEFORE[0], AFTER[0]):
        for number in range(300):
            said = {"content": [{"type": "text", "text": f"words {number}"}]}
            recording.exchange(Door.MODEL, {}, said, rollout=rollout, step=number, key=str(number))

    lines = _lines(_seen(recording, _story()))

    assert "it never acts here: both do the same to the end, 300 steps" in lines


def test_a_prompt_that_differs_in_many_lines_leaves_room_for_the_step() -> None:
    recording = Recording()
    for rollout, sign in ((BEFORE[0], "x"), (AFTER[0], "y")):
        prompt = "\n".join(f"{sign} {number}" for number in range(40))
        Harness(recording, rollout, prompt).turn(f"ls {sign}")

    lines = _lines(_seen(recording, _story()))

    assert "  …      34 more lines differ" in lines
    assert lines.index("── step 1 ──") < 20


def test_a_model_that_is_set_otherwise_is_no_chance() -> None:
    recording = Recording()
    for rollout, most in ((BEFORE[0], 100), (AFTER[0], 200)):
        said = {"content": [{"type": "text", "text": f"up to {most}"}]}
        body = {"max_tokens": most, "stream": most == 100}
        recording.exchange(Door.MODEL, body, said, rollout=rollout, key=rollout)

    lines = _lines(_seen(recording, _story()))

    assert lines[2:6] == [
        "they part at step 1: to another request the model answers otherwise",
        "what the model is set to differs from the start",
        "- set    max_tokens: 100",
        "+ set    max_tokens: 200",
    ]


@pytest.mark.parametrize(
    ("after", "said"),
    [
        (None, "no difference so far: both have done the same in 1 step"),
        (FAILED, "they do the same for 2 steps: then r8 ends and the other goes on"),
    ],
)
def test_a_side_that_is_still_behind_does_not_part(after: Outcome | None, said: str) -> None:
    story = _story((FAILED, PASSED, PASSED), (after, PASSED, PASSED))
    view = _seen(_two(["ls", "rm a", "ls"], ["ls", "rm a"]), story, lens=Lens(task=TASKS[0]))

    assert said in _lines(view)


def test_what_both_were_told_in_the_step_is_folded() -> None:
    recording = Recording()
    long = "\n".join(f"line {number}" for number in range(30))
    for rollout, call in ((BEFORE[0], "rm a"), (AFTER[0], "rm b")):
        Harness(recording, rollout).turn("ls", long).turn(call)
    view = _seen(recording, _story())

    assert "= 27 lines equal" in _lines(view)
    unfolded = replace(view, lens=Lens(unfolded=frozenset({difference.OPEN})))
    assert "         line 20" in _lines(unfolded)


def test_another_act_on_the_same_reply_is_the_work_of_the_harness() -> None:
    recording = Recording()
    for rollout, output in ((BEFORE[0], "stopped after 1 step"), (AFTER[0], "")):
        harness = Harness(recording, rollout).turn("ls")
        if output:
            harness.finish(output)
        else:
            harness.turn("rm a")

    lines = _lines(_seen(recording, _story()))

    assert "they part at step 1: to the same reply the harness does something else" in lines
