"""The panes about agents, patches and money: what they say."""

from dataclasses import replace

import pytest

from saddle_engine import events as ev
from saddle_engine.types.calls import CallId
from saddle_engine.types.model import Usage
from saddle_tui.text.safe import clean
from saddle_tui.trace.patch_text import MOST_LINES, read_patch
from saddle_tui.trace.transcript import Transcript
from saddle_tui.trace.work import merged
from saddle_tui.view import View
from saddle_tui.widgets import budget, diagnosis, patch, trace
from saddle_tui.widgets.diff import diff_lines
from saddle_tui.widgets.spending import cached, short, spending
from tests.tui.moments import DIFF, looks, moments, nothing_read, proposal
from tests.tui.recordings import Recording
from tests.tui.stories import Story
from tests.tui.views import text_of, view_of


def _at(name: str, words: str = "it stops early") -> View:
    return dict(looks(words))[name]


def test_an_agent_at_work_shows_its_calls_in_order_and_the_refused_ones() -> None:
    lines = text_of(diagnosis.diagnosis, _at("diagnosing", "grep"), 60, 12)

    assert lines[0] == "▶ run    iteration 1, capability  grep"
    assert lines[1] == "causes   no cause named yet: it is still looking"
    assert lines[2] == "files    grep3  3x  31-35,71-75,111-115"
    assert lines[-3:] == [
        "✗  10 grep           refused: grep",
        "   11 grep           grep",
        "   12 grep           grep",
    ]
    assert diagnosis.title(_at("diagnosing")) == "Diagnosis  d1  12 tool calls, 4 refused, 4 files"


def test_a_diagnosis_shows_what_it_suspects_and_what_it_dropped() -> None:
    lines = text_of(diagnosis.diagnosis, _at("proposed"), 60, 12)

    assert lines[:4] == [
        "answered iteration 1, capability",
        "cause    it stops early",
        "or       it stops early",
        "not      it stops early",
    ]


def test_before_any_agent_the_pane_says_so() -> None:
    (line,) = text_of(diagnosis.diagnosis, view_of(Story().start()), 80)

    assert line == "no agent has been at work: the seed runs on dev first"


def test_reads_of_the_same_lines_are_counted_once() -> None:
    assert merged([(5, 9), (1, 3), (8, 12), (4, 4), (20, 21)]) == [(1, 12), (20, 21)]


def test_a_held_patch_shows_why_what_for_and_what_it_changes() -> None:
    assert text_of(patch.patch, _at("held, p1, read"), 60, 40) == [
        "it stops early",
        "held     for 0s: its iteration waits for it; nothing is",
        "         spent on it until somebody decides",
        "price    going on takes about 3 rollouts; if better, 4 more",
        "         on dev (simulated: free)",
        "kind     tool / new tool / capability, on n0, iteration 1",
        "author   the diagnosis agent (d1)",
        "changes  prompts/system.md +1 -1",
        "cause    it stops early",
        "or       second cause",
        "evidence r1 steps 1-4: it stops early",
        "not      it stops early",
        "risk     it stops early",
        "predicts it stops early to pass",
        "checks   surfaces, layer, class, phase and syntax are in",
        "         order",
        "",
        "▸ 1 of 1  prompts/system.md  +1 -1",
        "  1 Be brief.",
        "- 2 -- Stop early.",
        "+ 2 Read what you were asked again before you stop.",
        "    it stops early",
    ]
    assert patch.title(_at("held")) == "Patch  p1  ⚑ held"


def test_a_line_of_a_diff_cannot_pose_as_another_kind() -> None:
    styles = [line[0][1] for line in diff_lines(map(clean, DIFF.splitlines()), 80)]

    assert styles == ["bold $text-primary", "", "$text-error", "$text-success"]


def test_nothing_of_a_diff_is_hidden() -> None:
    recording = Recording()
    hidden = "diff --git a b\n@@ -1 +1 @@\n+safe\x1b[8m; rm -rf\x1b[0m\r+fine\u202e\tx\u2028y"
    proposed = _at("proposed").state.patches["p1"].proposed  # type: ignore[index]
    given = recording.text(proposal("why").model_dump_json())
    told = proposed.model_copy(update={"diff": recording.text(hidden), "proposal": given})

    assert read_patch(recording, told).diff[2:] == (
        "+safe␛[8m; rm -rf␛[0m␍+fine\\u202e→   x\\u2028y",
    )


def test_a_long_diff_says_how_much_more_there_is() -> None:
    recording = Recording()
    proposed = _at("proposed").state.patches["p1"].proposed  # type: ignore[index]
    long = recording.text("\n".join(["+x"] * (MOST_LINES + 5)))
    told = proposed.model_copy(update={"diff": long, "proposal": recording.text("no json")})

    view = replace(_at("proposed"), patch_text=read_patch(recording, told))

    assert text_of(patch.patch, view, 60, 10_000)[-1] == "… 5 more lines"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("refused", "refused  it stops early"),
        ("vetoed", "vetoed   it stops early"),
        ("declined", "batch    0.00 -> 0.00 (simulated), not better"),
        ("gating", "batch    0.00 -> 1.00 (simulated), better"),
    ],
)
def test_a_patch_shows_what_became_of_it(name: str, said: str) -> None:
    assert said in text_of(patch.patch, _at(name), 60, 40)


def test_a_patch_that_cannot_be_read_says_so() -> None:
    view = replace(_at("held"), patch_text=nothing_read("p1"))

    assert "unread   cannot be read: blob 12 is damaged" in text_of(patch.patch, view, 60, 40)


def test_a_trace_ends_with_what_is_being_said() -> None:
    view = replace(_at("seed runs"), trace=Transcript("r1"), live={"r1": "I read\nthe file"})

    assert text_of(trace.trace, view, 40, 8) == ["now    I read", "       the file"]
    assert trace.title(view) == "Trace  r1 it stops early by seed  ▶ run step 1  TAIL  simulated"


def test_the_newest_of_many_words_are_shown_and_still_marked_as_being_said() -> None:
    words = "so it is " * 500 + "at last"
    view = replace(_at("seed runs"), trace=Transcript("r1"), live={"r1": words})

    shown = text_of(trace.trace, view, 40, 8)

    assert [line.startswith("now    ") for line in shown[-4:]] == [True, False, False, False]
    assert shown[-1].endswith("at last")


def test_a_trace_that_is_scrolled_back_says_how_far() -> None:
    seen = replace(_at("seed runs, r2, read"), live={"r2": "more"})
    view = replace(seen, scroll=3, following=False, unread=12)

    assert "PAUSED ↓ 3 more +12 new" in trace.title(view)
    assert "now" not in " ".join(text_of(trace.trace, view, 60, 8))


def _paid() -> View:
    story = Story().start(limits={"rollouts": 400, "usd": 20.0, "tokens": 5e6}, simulated=False)
    call = {"tries": 1, "role": "diagnosis", "owner": "d1"}
    usage = Usage(input_tokens=1_000, cache_read_tokens=9_000, output_tokens=500)
    story.add(
        _reserved(1, **call),
        ev.CallSettled(
            **_named(1, **call), key="k", status=200, outcome="complete", usage=usage,
            cost=1_500_000_000, reply="d" * 64,
        ),
        _reserved(2, **call),
        ev.CallUnknown(**_named(2, **call), why="read_timeout", reason="x", tokens=2_000, cost=250_000_000),
        _reserved(3, **call),
    )  # fmt: skip
    return view_of(story)


def _named(number: int, **call: object) -> dict[str, object]:
    return {"call": CallId(f"d1.1:{number}"), **call}


def _reserved(number: int, **call: object) -> ev.CallReserved:
    values = {
        **_named(number, **call),
        "model": "m",
        "key": "k",
        "tokens": 90_000,
        "cost": 400_000_000,
    }
    return ev.CallReserved.model_validate(values)


def test_the_budget_tells_spent_reserved_unknown_and_limit_apart() -> None:
    assert text_of(budget.budget, _paid(), 60, 40) == [
        "               spent reserved  unknown    limit",
        "rollouts           0        8        -      400   2%",
        "usd            $1.50    $0.40    $0.25   $20.00  11%",
        "tokens         10.5k    90.0k     2.0k     5.0M   2%",
        "hours           0.00        -        -     none",
        "lost     tries: 1 read_timeout",
        "aside    8 rollouts for the test",
        "",
        "by role          usd   tokens      out   cached",
        "task           $0.00        0        0        -",
        "evolution      $0.00        0        0        -",
        "diagnosis      $1.75    12.5k      500      90%",
        "reflection     $0.00        0        0        -",
    ]
    assert budget.title(_paid()) == "Budget"


def test_a_free_simulated_run_says_that_it_costs_nothing() -> None:
    lines = text_of(budget.budget, view_of(Story().start()), 60, 40)

    assert "usd      a simulated model is free" in lines
    assert budget.title(view_of(Story().start())) == "Budget  simulated"


def test_shares_are_of_what_may_be_gone() -> None:
    shares = {each.name: each.share for each in spending(_paid().state)}

    assert shares["usd"] == pytest.approx((1.5 + 0.25 + 0.4) / 20)
    assert shares["hours"] is None
    assert cached(Usage()) is None


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0"), (999, "999"), (12_345, "12.3k"), (150_000, "150k"), (2.5e6, "2.5M"), (3e9, "3.0G")],
)
def test_large_numbers_are_short(number: float, said: str) -> None:
    assert short(number) == said


def test_a_provider_that_is_waited_for_is_in_the_budget() -> None:
    view = dict(moments("rate limited"))["provider is waited for"]

    assert "now      waits for the provider, 12 s: rate limited" in text_of(
        budget.budget, view, 60, 40
    )
