"""Layers give back what was known, share what is settled, and nothing that can change."""

import asyncio
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.dag import Node
from saddle_engine.events import Record
from saddle_engine.patches import Patch
from saddle_engine.state import Batch, Iteration, Rollout, Session
from saddle_engine.types.base import Value
from saddle_runs.viewer import RunViewer
from saddle_tui.folds import Folds
from saddle_tui.layers import Layers, growing
from saddle_tui.settled import settled
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp
from tests.tui.test_folds_again import RUNS, recorded

SHAPES = [
    Shape(nodes=8, rollouts=70, events=1_200, seed=5),
    Shape(nodes=12, rollouts=90, events=900, seed=6, hostile=True),
]


def _records(database: Path) -> list[Record]:
    with RunViewer(database, SystemClock()) as viewer:
        return viewer.tail(0, 10**6)


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> list[list[Record]]:
    """Made-up ones, and those that were steered in all ways: requeues, edits, vetoes, hints."""
    folder = tmp_path_factory.mktemp("runs")
    found = [_records(asyncio.run(recorded(folder / name, name)).database) for name in RUNS]
    for shape in SHAPES:
        made = MadeUp(folder / str(shape.seed), shape)
        made.write()
        found.append(_records(made.folder.database))
    return found


def _layered(records: Sequence[Record], places: Iterable[int]) -> Layers:
    folds, layers = Folds(), Layers()
    for after, upto in pairwise([0, *places]):
        _on(folds, records[after:upto])
        layers.add(folds)
    return layers


def _on(folds: Folds, records: Iterable[Record]) -> Folds:
    for record in records:
        folds.apply(record)
    return folds


def test_folding_on_from_every_layer_in_any_order_and_twice_comes_to_what_was_folded_live(
    runs: list[list[Record]],
) -> None:
    for number, records in enumerate(runs):
        rng = Random(number)
        places = sorted(rng.sample(range(1, len(records)), min(len(records) // 6, 20)))
        layers = _layered(records, places)
        whole, straight = _on(Folds(), records), Folds()
        known = {place: layers.at(place) for place in places}
        for (
            seq,
            found,
        ) in known.items():  # each is right, and stays right while others are folded on
            _on(straight, records[straight.seq : seq])
            assert found == straight, f"run {number} at {seq}"
        for seq in rng.sample(places, len(places)) * 2:
            assert _on(layers.at(seq), records[seq:]) == whole, f"run {number} from {seq}"
        again = Folds()
        for seq in places:
            assert layers.at(seq) == known[seq] == _on(again, records[again.seq : seq])


def test_a_layer_after_every_record_is_what_was_folded(runs: list[list[Record]]) -> None:
    for records in runs:
        some = records[:250]
        layers = _layered(some, range(1, len(some) + 1))
        folds = Folds()
        for record in some:
            folds.apply(record)
            found = layers.at(record.seq)
            assert found == folds
            assert [[*each] for each in growing(found)] == [[*each] for each in growing(folds)]


def test_layers_share_only_what_no_record_changes(runs: list[list[Record]]) -> None:
    """What two loads have in common is looked at before and after all records: it is the same."""
    for records in runs:
        places = range(len(records) // 8, len(records), len(records) // 8)
        layers = _layered(records, places)
        for seq in places:
            one, other = layers.at(seq), layers.at(seq)
            reached = _reached(one)
            shared = reached.keys() & _reached(other).keys()
            changing = [reached[each] for each in shared if not _frozen(reached[each])]
            before = [repr(each) for each in changing]
            kinds = {type(each) for each in changing}
            assert kinds <= {*SETTLING, Counter, list}
            _on(one, records[seq:])
            assert [repr(each) for each in changing] == before


SETTLING = (Rollout, Session, Batch, Iteration, Patch)


def _frozen(thing: Any) -> bool:
    kinds = (Value, Node, Enum, str, int, float, bytes, tuple, type, type(None))
    return isinstance(thing, kinds)


def _reached(root: Any) -> dict[int, Any]:
    """All that can be reached from something, but through frozen things, classes and functions."""
    found: dict[int, Any] = {}
    left = [root]
    while left:
        thing = left.pop()
        if id(thing) in found or isinstance(thing, (type, Value, Enum)) or callable(thing):
            continue
        found[id(thing)] = thing
        if isinstance(thing, dict):
            left += [*thing, *thing.values()]
        elif isinstance(thing, (list, tuple, set, frozenset, deque)):
            left += thing
        else:
            left += getattr(thing, "__dict__", {}).values()
    return found


def test_most_of_a_run_is_settled(runs: list[list[Record]]) -> None:
    folds = _on(Folds(), runs[-1])

    of = [value for each in growing(folds) for value in each.values() if type(value) in SETTLING]

    assert sum(settled(value, folds) for value in of) / len(of) > 0.9
