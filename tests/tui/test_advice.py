"""What an operator is told, and the command that goes on."""

from dataclasses import replace

import pytest

from saddle_engine import events as ev
from saddle_tui.notice import notices
from saddle_tui.view import Engine
from saddle_tui.widgets.bar import bar
from tests.tui.stories import Story
from tests.tui.views import advice_of, at_work, text_of, view_of


def _paused(by: str, reason: str) -> Story:
    return at_work().add(ev.RunPaused(by=by, reason=reason))


@pytest.mark.parametrize(
    ("story", "alive", "said"),
    [
        (at_work(), True, ""),
        (
            at_work(),
            False,
            "✗ interrupted: the engine has been gone for 0s; E resumes it, or type: {}resume abcdefgh",
        ),
        (
            at_work().add(
                ev.RunFailed(error="the docker daemon is gone"), ev.EngineStopped(reason="x")
            ),
            False,
            "✗ the docker daemon is gone; E resumes it, or type: {}resume abcdefgh",
        ),
        (
            _paused("rollouts", "the limit of 400 rollouts is reached"),
            True,
            "‖ the limit of 400 rollouts is reached; b raises it",
        ),
        (
            _paused("rollouts", "the limit of 400 rollouts is reached"),
            False,
            "‖ the limit of 400 rollouts is reached; E resumes it with a higher limit, or type: {}resume abcdefgh --limit rollouts=800",
        ),
        (
            _paused("operator", "paused by alice"),
            True,
            "‖ paused by the operator; p goes on",
        ),
        (
            _paused("provider", "the provider refuses the key"),
            True,
            "‖ the provider refuses the key; p goes on",
        ),
        (
            _paused("operator", "paused by alice"),
            False,
            "‖ paused by the operator; E resumes it, or type: {}resume abcdefgh",
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
def test_the_advice_names_the_key_or_command_that_goes_on(
    story: Story, alive: bool, said: str
) -> None:
    view = view_of(story, alive=alive)

    assert advice_of(view) == said.format("saddle-tui --home /home/me/.saddle ")


def test_a_held_patch_is_named_with_its_keys() -> None:
    story = Story().start().seed()
    story.iterate("n0")
    story.add(ev.ApprovalAsked(patch=story.propose("n0")))
    view = view_of(story)

    assert advice_of(view) == "⚑ p1 waits for you: 5 shows it, then a approves, v vetoes"
    assert "p1 waits for you" in text_of(bar, view)[1]


def test_a_silent_engine_is_told_with_its_log() -> None:
    view = view_of(at_work(), silent_s=42.0)

    assert advice_of(view).startswith("✗ the engine has been silent for 42 s; its log: /home/me/")


def test_the_last_words_of_an_engine_that_is_gone_stand_before_what_to_do() -> None:
    words, cause = "MemoryError: " + "no room " * 100, "killed with SIGKILL"
    view = replace(view_of(at_work(), alive=False), engine=Engine(False, 69.0, words, cause))

    said = advice_of(view)

    assert said.startswith(
        "✗ interrupted: the engine has been gone for 1m09s, killed with SIGKILL, its last words: MemoryError"
    )
    assert said.endswith(
        "…; E resumes it, or type: saddle-tui --home /home/me/.saddle resume abcdefgh"
    )
    left = replace(view, state=view_of(at_work().add(ev.EngineStopped(reason="x"))).state)
    assert "no engine is at work" in advice_of(left)


def test_an_engine_that_left_says_why_and_an_observer_gets_the_command_alone() -> None:
    idle = "idle: p1 waits for the operator, and nobody watched for 4 h"
    view = view_of(at_work().add(ev.EngineStopped(reason=idle)), alive=False)

    said = " ".join(str(text) for _, text in notices(view, steers=False))

    assert said.startswith(f"{idle}, so the engine left; resume with")
    assert said.endswith("; resume with: saddle-tui --home /home/me/.saddle resume abcdefgh")
