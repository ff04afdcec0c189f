"""What a report says of a run: its numbers, and nothing that they do not hold."""

import json
from pathlib import Path
from typing import Any

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import JournalError
from saddle_engine.types.base import RolloutId
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_engine.types.steering import Buckets
from saddle_tui import cli
from saddle_tui.reporting.document import Document
from saddle_tui.reporting.facts.line import fitted
from saddle_tui.reporting.html import page
from saddle_tui.reporting.markdown import markdown
from tests.tui.reports import reported, scored_story, steered_story
from tests.tui.stories import Story, write_run
from tests.tui.test_evaluation import ORDERS, evaluation


def text_of(document: Document) -> str:
    return markdown(document).replace("\\", "").replace("`", "")


def test_a_tested_run_begins_with_what_the_test_says(tmp_path: Path) -> None:
    facts, document = reported(tmp_path, scored_story(test=True))

    dev, test = facts.standings
    assert (dev.split, test.split) == ("dev", "test")
    assert [(row.passed, row.attempts) for row in test.rows] == [(3, 8), (5, 8)]
    assert test.fixed == ("test-task-3", "test-task-4")
    said = text_of(document)
    assert "On test the best harness (n1) passes 62.5% of attempts, the seed 37.5%" in said
    assert (
        "No difference is shown: chance alone explains this as well (sign test, p = 0.500)" in said
    )
    assert "winner's curse" not in said


def test_without_a_test_the_best_dev_score_is_said_to_flatter(tmp_path: Path) -> None:
    story = scored_story(test=False)
    for _ in range(3):
        story.grow(0.6, "n0")

    said = text_of(reported(tmp_path, story)[1])

    assert "There is no test yet" in said
    assert "winner's curse" in said
    assert "Dev has ranked 5 nodes" in said


def test_dev_scores_that_chose_the_best_node_are_no_evidence_for_it(tmp_path: Path) -> None:
    facts, document = reported(tmp_path, scored_story(test=True))

    assert [each.chose for each in facts.standings] == [True, False]
    said = text_of(document)
    row = next(line for line in said.splitlines() if line.startswith("| dev | +"))
    assert row.endswith("| - | these scores chose the best node, so they flatter it |")
    assert said.index("**test Pass@1**") < said.index("**dev Pass@1**")


def test_a_seed_that_no_node_beats_is_called_the_best_and_not_the_only_one(tmp_path: Path) -> None:
    story = Story().start().seed(0.9).grow(0.5, "n0").grow(0.6, "n0")

    facts, document = reported(tmp_path, story)

    assert facts.changes == ()
    said = text_of(document)
    assert "The seed is the best harness there is: none of 2 admitted nodes scores as high" in said
    assert "Only" not in said


def test_only_the_best_node_of_the_evodag_has_a_star(tmp_path: Path) -> None:
    facts, document = reported(tmp_path, Story().start().seed(0.5).grow(0.6, "n0"))

    assert facts.head.best_node == "n1"
    said = text_of(document)
    assert "| n1 ★ | n0 |" in said
    assert "| n0 | seed |" in said


def test_a_reason_that_ends_a_sentence_has_one_full_stop(tmp_path: Path) -> None:
    story = Story().start().seed()
    story.iterate("n0")
    patch = story.propose("n0")
    story.add(ev.PatchVetoed(patch=patch, by="ann", reason="It gained nothing before."))

    said = text_of(reported(tmp_path, story)[1])

    assert "It gained nothing before." in said
    assert "before.." not in said


def test_repeats_of_a_graded_test_are_shares_that_passed_in_the_order_of_attempts(
    tmp_path: Path,
) -> None:
    story = scored_story(test=False).seal("n1")
    story.add(ev.BatchPlanned(batch="test", purpose=Purpose.TEST, iteration=1, rollouts=4))
    trees = [each.tree for each in story.events if isinstance(each, ev.NodeAdmitted)]
    orders = [(2, trees[1], 0.6), (1, trees[1], 1.0), (1, trees[0], 0.4), (2, trees[0], 0.4)]
    for number, (attempt, tree, score) in enumerate(orders, 100):
        id_ = RolloutId(f"r{number}")
        planned: dict[str, Any] = {"tree": tree, "task": "test-1", "split": Split.TEST}
        outcome = Outcome.PASSED if score == 1.0 else Outcome.FAILED
        story.add(
            ev.RolloutPlanned(batch="test", rollout=id_, attempt=attempt, **planned),
            ev.RolloutStarted(rollout=id_, tries=1),
            ev.RolloutFinished(rollout=id_, outcome=outcome, score=score, steps=1, seconds=1, tokens=1),
        )  # fmt: skip

    facts, _ = reported(tmp_path, story.test("n0", 0.4).test("n1", 0.8).done())

    seed, best = facts.standings[-1].rows
    assert (best.share, best.repeats, best.score) == (0.5, (1.0, 0.0), 0.8)
    assert (seed.share, seed.repeats, seed.score) == (0.0, (0.0, 0.0), 0.4)


def test_the_interval_of_a_graded_dev_mean_holds_that_mean(tmp_path: Path) -> None:
    story = Story().start()
    tasks = [f"dev-{number}" for number in range(8)]
    for rollout in story.begin_all(Purpose.SEED_DEV, tasks, 0):
        story.end(rollout, Outcome.FAILED)

    facts, _ = reported(tmp_path, story.admit(None, (), 0.9))

    (seed,) = facts.curve.nodes
    assert seed.passed == 0
    assert seed.interval.low < 0.9 < seed.interval.high


def test_what_changed_from_the_seed_to_the_best_is_listed_with_why_and_where(
    tmp_path: Path,
) -> None:
    diff = "diff --git a/p.md b/p.md\n--- a/p.md\n+++ b/p.md\n@@ -1,1 +1,2 @@\n-old\n+new\n+more\n"
    story = Story().start().seed()
    proposal = {
        "title": "Ask twice", "layer": "prompt", "subtype": "rule_addition", "patch_class": "steering",
        "causes": ["one answer is not checked"], "evidence": [], "rejected": [], "expected_flips": [], "risk": "",
        "edits": [{"op": "delete", "path": "p.md"}],
    }  # fmt: skip
    for dev, title in ((0.6, "Ask twice"), (0.4, "Lost"), (0.7, "Look on")):
        story.iterate("n0" if dev < 0.7 else "n1")
        patch = story.propose(
            "n0", title=title, diff=story.keep(diff), proposal=story.keep(json.dumps(proposal))
        )
        story.check(patch).admit(patch, ("n0" if dev < 0.7 else "n1",), dev).finish("admitted")

    facts, document = reported(tmp_path, story)

    assert [(each.title, each.before, each.after) for each in facts.changes] == [
        ("Ask twice", 0.5, 0.6),
        ("Look on", 0.6, 0.7),
    ]
    assert facts.changes[0].files == (("p.md", 2, 1),)
    assert facts.changes[0].cause == "one answer is not checked"
    assert "n3 is the seed and 2 patches: Ask twice; Look on." in text_of(document)


def test_what_a_joined_node_has_of_its_second_parent_is_marked(tmp_path: Path) -> None:
    story = Story().start().seed().grow(0.6, "n0").grow(0.55, "n0").grow(0.9, "n1", "n2")

    facts, document = reported(tmp_path, story.grow(0.1, "n3"))

    assert [(each.node, each.apart) for each in facts.changes] == [
        ("n1", False),
        ("n2", True),
        ("n3", False),
    ]
    assert "not all of it need be there" in text_of(document)


def test_every_simulated_report_says_so(tmp_path: Path) -> None:
    _, document = reported(tmp_path, scored_story(test=True))

    assert "**SIMULATED**" in markdown(document)
    assert '<li class="mark">SIMULATED</li>' in page(document)


def test_a_report_of_real_models_says_nothing_of_simulation(tmp_path: Path) -> None:
    story = scored_story(test=True)
    story.events[0] = story.events[0].model_copy(update={"simulated": False})

    document = reported(tmp_path, story)[1]

    assert "simulated" not in text_of(document).lower()
    assert "simulated" not in page(document).lower()


@pytest.mark.parametrize(
    ("more", "status"),
    [
        ((), "interrupted"),
        ((ev.RunPaused(by="usd", reason="the limit is reached"),), "paused"),
        ((ev.RunFailed(error="the disk is full"),), "failed"),
        ((ev.RunAborted(by="ann", reason="enough"),), "aborted"),
    ],
)
def test_a_run_that_is_not_done_is_reported_so_far(
    tmp_path: Path, more: tuple[ev.AnyEvent, ...], status: str
) -> None:
    story = Story().start().seed().grow(0.75, "n0").add(*more)

    facts, document = reported(tmp_path, story)

    assert facts.head.status == document.status == status
    said = text_of(document)
    assert ("so far" in said) == (status != "aborted")
    for event in more:
        assert getattr(event, "reason", getattr(event, "error", "")) in said


def test_a_run_that_has_only_begun_has_a_short_report(tmp_path: Path) -> None:
    _, document = reported(tmp_path, Story().start())

    assert [section.id for section in document.sections] == ["summary", "limits", "origin", "empty"]
    assert "There is no score yet" in text_of(document)


@pytest.mark.parametrize("done", [0, 1, 5, len(ORDERS)])
def test_an_evaluation_is_reported_without_what_only_a_search_has(
    tmp_path: Path, done: int
) -> None:
    facts, document = reported(tmp_path, evaluation(done))

    assert facts.head.kind == "eval"
    assert "EvoDAG" not in text_of(document)
    if done == len(ORDERS):
        (standing,) = facts.standings
        assert [(row.role, row.passed, row.attempts) for row in standing.rows] == [
            ("old", 3, 6),
            ("new", 5, 6),
        ]
        assert "On dev new passes 83.3% of attempts, old 50.0%" in text_of(document)


def test_the_report_and_show_agree(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_run(tmp_path, steered_story().iterate("n1"))  # one that is under way
    told = []
    for command in ("report", "show"):
        assert cli.main(["--home", str(tmp_path), command, "--json"]) == 0
        told.append(json.loads(capsys.readouterr().out))
    report, show = told

    assert report["head"]["best_node"] == show["best"]["node"]
    assert report["patches"] == show["patches"]
    assert report["head"]["iterations"] == show["iterations"]
    assert [each["dev"] for each in report["curve"]["nodes"]] == [
        each["dev"] for each in show["nodes"]
    ]
    assert report["head"]["rollouts"] == show["spent"]["rollouts"]
    assert {each["role"]: each["tokens"] for each in report["spending"]["roles"]} == show["spent"][
        "tokens"
    ]


def test_what_steering_was_worth_is_told_with_its_numbers(tmp_path: Path) -> None:
    facts, document = reported(tmp_path, steered_story())

    (veto,) = facts.steering.vetoes
    assert veto.kept_out == pytest.approx(-0.34)
    said = text_of(document)
    assert "1 of 1 measured vetoes kept out a patch that would not have helped" in said
    assert "look at the dates" in said
    assert "+0.33" in said


def test_small_counts_stand_beside_every_share(tmp_path: Path) -> None:
    _, document = reported(tmp_path, scored_story(test=True))

    said = text_of(document)
    assert "| new tool | 1 of 1 | 100% | 21 to 100% | 83% |" in said
    assert "mostly noise" in said


def test_what_classes_fixed_and_broke_is_counted_over_all_their_mini_batches(
    tmp_path: Path,
) -> None:
    story = Story().start().seed().iterate("n0")
    for patch in (story.propose("n0"), story.propose("n0")):
        buckets = Buckets(
            fixed=("a",), regressed=("b",), still_failing=("c", "d"), still_passing=("e",)
        )
        story.add(
            ev.MiniBatchChecked(
                patch=patch, iteration=1, before=0.4, after=0.4, verdict="not_better", buckets=buckets
            )
        )  # fmt: skip

    facts, document = reported(tmp_path, story)

    (rates,) = facts.mix.rates
    assert (rates.fixed, rates.failing, rates.regressed, rates.passing) == (2, 6, 2, 4)
    assert "| capability | 2 | 2 of 6 (33%) | 55% | 2 of 4 (50%) | 8% |" in text_of(document)


def test_a_slope_that_may_be_none_is_called_noise() -> None:
    flat = fitted([(1, 5.0, 1), (2, 9.0, 1), (3, 4.0, 1), (4, 8.0, 1), (5, 5.0, 1)])
    steep = fitted([(at, 2.0 * at + 0.1 * (at % 2), 1) for at in range(1, 9)])

    assert flat is not None
    assert flat.noise
    assert steep is not None
    assert not steep.noise
    assert steep.low < 2.0 < steep.high
    assert fitted([(1, 1.0, 1), (2, 2.0, 1)]) is None
    assert fitted([(1, 1.0, 1), (1, 2.0, 1), (1, 3.0, 1)]) is None


def test_the_line_of_a_known_example_has_its_known_interval() -> None:
    # y = x with residuals -1, 2, -1 at x = 1, 2, 3: slope 1, s^2 = 6, error sqrt(6 / 2), t(1) = 12.706
    found = fitted([(1, 0.0, 5), (2, 4.0, 5), (3, 2.0, 5)])

    assert found is not None
    assert found.slope == pytest.approx(1.0)
    assert found.high - found.slope == pytest.approx(12.706 * 3**0.5, rel=1e-3)


def test_a_mean_of_many_bends_a_line_more_than_one_of_few() -> None:
    # the same as with a point for each of the tasks that were counted
    found = fitted([(1, 0.0, 2), (2, 50.0, 1), (3, 0.0, 1), (4, 100.0, 1)])

    assert found is not None
    one_by_one = [(1, 0.0, 1), (1, 0.0, 1), (2, 50.0, 1), (3, 0.0, 1), (4, 100.0, 1)]
    plain = fitted([(float(x), y, float(w)) for x, y, w in one_by_one])
    assert plain is not None
    assert found.slope == pytest.approx(plain.slope)
    assert found.start == pytest.approx(plain.start)
    assert found.high - found.low > plain.high - plain.low


def test_secrets_and_places_of_a_configuration_are_not_told(tmp_path: Path) -> None:
    config = {
        "model": {"task": {"key_env": "MY_KEY", "key_file": "/home/ann/key.txt", "base_url": "https://ann:pw@host/x"}},
        "benchmark": {"path": "/home/ann/tasks", "api_token": "t0p", "password": "pw"},
        "limits": {"tokens": 5},
    }  # fmt: skip
    story = Story()
    story.start(config=story.keep(json.dumps(config)))

    facts, document = reported(tmp_path, story)

    told = dict(facts.origin.config)
    assert told["model.task.key_env"] == "MY_KEY"
    assert told["limits.tokens"] == "5"
    for made in (markdown(document), page(document)):
        for secret in ("/home/ann", "key.txt", "t0p", "ann:pw", "pw@"):
            assert secret not in made


def test_a_page_of_many_large_patches_stays_below_5_mb_and_says_what_is_left_out(
    tmp_path: Path,
) -> None:
    story = Story().start().seed()
    line = '"' * 390
    for number in range(150):
        lines = "\n".join(f"+{line}" for _ in range(300))
        diff = f"diff --git a/f b/f\n--- /dev/null\n+++ b/f\n@@ -0,0 +1,300 @@\n{lines}\n"
        story.iterate("n0")
        patch = story.propose("n0", proposal=story.keep("{}"), diff=story.keep(f"{diff}{number}"))
        story.check(patch, better=False).finish("declined")

    _, document = reported(tmp_path, story)

    made = page(document)
    assert len(made.encode()) < 5_000_000
    assert "of 150 have a part of their own below" in made
    assert "140 more lines of this diff are left out" in made
    assert made.count('href="#patch-') == made.count('id="patch-') > 3


def test_a_done_run_without_a_test_does_not_promise_one(tmp_path: Path) -> None:
    story = scored_story(test=False).seal("n1").done()

    said = text_of(reported(tmp_path, story)[1])

    assert "There is no test: dev chose the best node" in said
    assert "yet" not in said.partition("## Seed against best")[0]


def test_a_score_that_no_run_can_have_is_refused_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="n0 has 1e"):
        reported(tmp_path, Story().start().seed(1e308))
