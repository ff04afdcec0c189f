"""Two nodes side by side: only common tasks count, and another run is read without waiting for it."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from saddle_engine.types.base import NodeId
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_runs.folder import RunFolder
from saddle_tui.comparing.known import Known
from saddle_tui.comparing.others import Others
from saddle_tui.comparing.sides import Side, baseline, sides
from saddle_tui.comparing.tasks import common, pairs
from saddle_tui.view import View
from saddle_tui.widgets import compare
from tests.tui.hostile import HOSTILE, violations
from tests.tui.stories import Story, engine, write_run
from tests.tui.views import text_of, view_of

DEV = ["a", "b", "c", "d", "e"]


def _ran(story: Story, node: int, tasks: Sequence[str], passed: str, purpose: Purpose) -> Story:
    """Rollouts of a node; `passed` names the tasks that it passed."""
    story.iterations += 100
    for id_, task in zip(story.begin_all(purpose, tasks, node), tasks, strict=True):
        story.end(id_, Outcome.PASSED if task in passed else Outcome.FAILED)
    story.iterations -= 99
    return story


def story() -> Story:
    """n1 fixes c and d, breaks a; e is run by one of them only; on train there is one common task."""
    found = Story().start().seed(0.25).grow(0.5, "n0").grow(0.5, "n1")
    _ran(found, 0, DEV[:4], "ab", Purpose.DEV)
    _ran(found, 1, DEV, "bcd", Purpose.DEV)
    _ran(found, 0, ["t", "u"], "", Purpose.BEFORE)
    return _ran(found, 1, ["t"], "t", Purpose.BEFORE)


def _looked_at(view: View, selected: str, **lens: Any) -> View:
    return replace(view, selected=selected, lens=replace(view.lens, **lens))


def _of(view: View, node: str) -> Side:
    return Side(node, view.state.dag[NodeId(node)], view.state, view.tally)


def test_only_tasks_that_both_have_run_count_and_each_split_for_itself() -> None:
    view = view_of(story())

    all_ = pairs(_of(view, "n0"), _of(view, "n1"))
    dev, train = common(Split.DEV, all_), common(Split.TRAIN, all_)

    assert [(pair.task, pair.change) for pair in all_] == [
        ("a", "broke"), ("c", "fixed"), ("d", "fixed"), ("b", "same"), ("t", "fixed"),
    ]  # fmt: skip
    assert dev is not None
    assert train is not None
    assert (dev.tasks, dev.passed, dev.attempts) == (4, (2, 3), (4, 4))
    assert (dev.paired.better, dev.paired.worse, dev.paired.same) == (2, 1, 1)
    assert dev.paired.difference == pytest.approx(0.25)
    assert dev.paired.interval.low < 0.25 < dev.paired.interval.high
    assert (train.tasks, train.passed) == (1, (0, 1))
    assert common(Split.TEST, all_) is None


def test_the_pane_shows_both_sides_of_every_common_task() -> None:
    view = _looked_at(view_of(story()), "n1", task="c")

    lines = text_of(compare.compare, view, 76, 30)

    assert compare.title(view) == "Compare  n0 with n1  simulated"
    assert lines[0].split() == ["n0", "n1"]
    assert lines[1].split() == ["dev", "4", "tasks", "pass", "2/4", "0.15-0.85", "3/4", "0.30-0.95"]
    assert " ".join(line.strip() for line in lines[2:4]).startswith("+0.250, 95 % ")
    assert "✓ 2 fixed  ✗ 1 broke  1 same" in " ".join(lines[2:4])
    assert "✗ broke dev a ✓ pass ✗ fail" in [" ".join(line.split()) for line in lines]
    assert any(line.startswith("✓ fixed›dev   c") for line in lines)
    assert compare.order(view) == ["a", "c", "d", "b", "t"]


def test_what_is_compared_with_is_the_marked_node_else_the_parent_else_the_best() -> None:
    view = view_of(story())

    assert baseline(_looked_at(view, "n2")) == "n1"
    assert baseline(_looked_at(view, "n2", marked="n0")) == "n0"
    assert baseline(_looked_at(view, "n0", marked="n0")) == "n2"
    assert baseline(view_of(Story().start().seed())) == ""


@pytest.mark.parametrize(("width", "rows"), [(20, 3), (34, 9), (76, 8), (180, 40)])
def test_it_fits_and_says_something_at_every_size(width: int, rows: int) -> None:
    for view in (view_of(story()), view_of(Story().start()), view_of(Story().start().seed())):
        for selected in ("", "n0", "n1", "n2"):
            lines = text_of(compare.compare, _looked_at(view, selected), width, rows)
            assert any(line.strip() for line in lines)
            assert all(len(line) <= width for line in lines)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def _beside(home: Path, folder: RunFolder, others: Others, **lens: Any) -> View:
    view = replace(view_of(story()), folder=folder, others=others)
    return _looked_at(view, "n1", **lens)


def test_a_node_of_another_run_is_compared_once_it_has_been_read(home: Path) -> None:
    folder = write_run(home, story())
    others = Others(home)
    view = _beside(home, folder, others, against=f"{folder.id}:n0")

    assert sides(view) == f"reading {folder.id} ..."
    others.settle()

    found = sides(view)
    assert not isinstance(found, str)
    assert found[0].name == "demo:n0"
    assert [pair.task for pair in pairs(*found)] == ["a", "c", "d", "b", "t"]
    others.close()


def test_a_run_alone_stands_for_its_best_node(home: Path) -> None:
    folder = write_run(home, story())
    others = Others(home)
    view = _beside(home, folder, others, against="demo")

    sides(view)
    others.settle()

    found = sides(view)
    assert not isinstance(found, str)
    assert found[0].name == "demo:n2"
    others.close()


async def test_what_another_run_goes_on_to_do_is_seen(home: Path) -> None:
    folder = write_run(home, Story().start().seed(0.25).grow(0.5, "n0"))
    others = Others(home, lambda: asyncio.get_running_loop().time())
    others.run(folder.id)
    others.settle()
    known = others.run(folder.id)
    assert isinstance(known, Known)
    before = len(known.state.dag)

    grown = Story().start().seed(0.25).grow(0.5, "n0").grow(0.6, "n1")
    with engine(folder) as journal:
        await journal.append(*grown.events[known.state.seq :])
        others.settle()

    assert len(known.state.dag) == before + 1
    others.close()


@pytest.mark.parametrize("name", ["nowhere", "", ":", "../x", HOSTILE])
def test_a_run_that_cannot_be_read_is_told_in_a_sentence(home: Path, name: str) -> None:
    folder = write_run(home, story())
    others = Others(home)
    view = _beside(home, folder, others, against=f"{name}:n0" if name else "nowhere")

    sides(view)
    others.settle()
    lines = text_of(compare.compare, view, 76, 9)

    assert isinstance(sides(view), str)
    assert violations("\n".join(lines).encode("utf-8", "surrogateescape")) == []
    others.close()


def test_a_damaged_run_and_an_unknown_node_are_told(home: Path) -> None:
    good, bad = write_run(home, story()), home / "runs" / "6g2zzzzz-broken"
    bad.mkdir()
    (bad / "run.db").write_bytes(b"no database at all" * 100)
    others = Others(home)

    for against, said in ((f"{good.id}:n99", "there is no node demo:n99"), ("broken:n0", "run.db")):
        view = _beside(home, good, others, against=against)
        sides(view)
        others.settle()
        assert said in str(sides(view))
    others.close()


def test_the_last_one_asked_for_is_the_one_that_is_kept(home: Path) -> None:
    one = write_run(home, story())
    others = Others(home)

    others.run("nowhere")
    others.refresh()
    others.run(one.id)
    others.settle()

    assert isinstance(others.run(one.id), Known)
    others.close()
    assert others.run(one.id) is None
