"""A run's folds at many of its records, each kept as what is different from the one before.

Mappings that grow with a run make up nearly all of its folds, and most of what they hold never changes
again. A layer is what came to them or changed in them since the last one; merged in order, layers are
the mappings as they were. All else is small, and is pickled whole beside its layer.
"""

import io
import pickle
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import chain, compress, islice
from operator import is_not, ne
from typing import Any, NamedTuple

from saddle_tui.folds import Folds
from saddle_tui.pickling import Pickler
from saddle_tui.settled import fresh, settled, unchanged

LEVEL = 1
"""zlib: a fifth of the size, for a tenth of the time."""
BLOCK = 32
"""Layers that are merged once for all who come after them."""

Growing = dict[Any, Any]


class Layer(NamedTuple):
    """What was known after a record, as far as it is not in the layers before."""

    seq: int
    """Of that record."""
    changed: Sequence[Growing]
    """By growing mapping: what is new in it, or another."""
    loose: Sequence[Sequence[Any]]
    """Of those, the keys whose values can still change."""
    rest: bytes
    """All folds but the growing mappings, pickled and packed."""


def growing(folds: Folds) -> list[Growing]:
    """The mappings that grow with a run and never lose a key; always in the same order."""
    state, recent, tally = folds.state, folds.recent, folds.tally
    return [
        state.batches, state.rollouts, state.attempts, state.sessions, state.session_of,
        state.iterations, state.patches, state.lessons, state.train_scores, *vars(state.dag).values(),
        recent.ended, recent.names, recent.lessons,
        *tally.cells.values(), tally.cost, tally.tokens, tally.finished, *tally.solved.values(),
    ]  # fmt: skip


class Layers:
    """Of one run, in the order of their records."""

    def __init__(self) -> None:
        self._layers: list[Layer] = []
        self._blocks: list[tuple[list[Growing], list[set[Any]]]] = []
        """Of so many layers each, from the first: what is in them, and the keys of what can change."""
        self._last: list[Growing] | None = None
        """The mappings as they are in the newest layer, where that is known."""

    @property
    def seq(self) -> int:
        """Record of the newest one; 0 without any."""
        return self._layers[-1].seq if self._layers else 0

    def before(self, seq: int) -> int:
        """Record of the last layer that is not after this one; 0 without any."""
        place = self._place(seq)
        return self._layers[place - 1].seq if place else 0

    def at(self, seq: int) -> Folds:
        """What was known at `before(seq)`; it may be folded on, and shares nothing that can change."""
        if not (place := self._place(seq)):
            return Folds()
        merged, loose = self._merged(place)
        folds = _load(self._layers[place - 1].rest, merged)
        for mapping, keys in zip(merged, loose, strict=True):
            for key in keys:
                mapping[key] = fresh(mapping[key], folds)
        return folds

    def append(self, layer: Layer) -> None:
        """Add the next one, which another process made."""
        self._layers.append(layer)
        self._last = None
        if len(self._layers) % BLOCK == 0:
            self._blocks.append(_together(self._layers[-BLOCK:]))

    def add(self, folds: Folds) -> Layer:
        """Make the next one of what is known now."""
        last = self._last if self._last is not None else self._merged(len(self._layers))[0]
        changed = [_changed(*pair, folds) for pair in zip(last, growing(folds), strict=True)]
        loose = [[key for key in new if not settled(new[key], folds)] for new in changed]
        self.append(Layer(folds.seq, changed, loose, _dump(folds)))
        _merge(last, changed)
        self._last = last
        return self._layers[-1]

    def _place(self, seq: int) -> int:
        return bisect_right(self._layers, seq, key=lambda layer: layer.seq)

    def _merged(self, place: int) -> tuple[list[Growing], list[set[Any]]]:
        """The growing mappings after so many layers, and keys of what can change; they hold the layers' own."""
        whole = place // BLOCK
        rest = _together(self._layers[whole * BLOCK : place])
        merged, loose = growing(Folds()), [set[Any]() for _ in rest[1]]
        for changed, keys in [*self._blocks[:whole], rest]:
            _merge(merged, changed)
            _unite(loose, keys)
        return merged, loose


def _together(layers: Sequence[Layer]) -> tuple[list[Growing], list[set[Any]]]:
    merged = [Growing() for _ in growing(Folds())]
    loose = [set[Any]() for _ in merged]
    for layer in layers:
        _merge(merged, layer.changed)
        _unite(loose, layer.loose)
    return merged, loose


def _merge(mappings: Iterable[Growing], changed: Iterable[Growing]) -> None:
    for mapping, new in zip(mappings, changed, strict=True):
        if new:
            dict.update(mapping, new)  # a Counter's own would add


def _unite(sets: Iterable[set[Any]], more: Iterable[Iterable[Any]]) -> None:
    for keys, new in zip(sets, more, strict=True):
        if new:
            keys.update(new)


def _changed(last: Growing, now: Growing, folds: Folds) -> Growing:
    """What is not in the last mapping as it is now, as copies that stay as they are."""
    # Both are in the order in which keys came. This looks at every value of the run: it is all in C.
    plain = type(next(iter(now.values()), None)) in {list, dict}
    other = compress(now, map(ne if plain else is_not, now.values(), last.values()))
    return {
        key: fresh(now[key], folds)
        for key in chain(other, islice(now, len(last), None))
        if key not in last or not unchanged(last[key], now[key])
    }


class _Pickler(Pickler):
    def __init__(self, file: io.BytesIO, mappings: Sequence[Growing]) -> None:
        super().__init__(file)
        self._places = {id(each): place for place, each in enumerate(mappings)}

    def persistent_id(self, obj: Any) -> int | None:
        return self._places.get(id(obj))


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: io.BytesIO, mappings: Sequence[Growing]) -> None:
        super().__init__(file)
        self._mappings = mappings

    def persistent_load(self, pid: int) -> Growing:
        return self._mappings[pid]


def _dump(folds: Folds) -> bytes:
    file = io.BytesIO()
    _Pickler(file, growing(folds)).dump(folds)
    return zlib.compress(file.getvalue(), LEVEL)


def _load(rest: bytes, mappings: Sequence[Growing]) -> Folds:
    folds: Folds = _Unpickler(io.BytesIO(zlib.decompress(rest)), mappings).load()
    return folds
