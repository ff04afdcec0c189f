"""Which weaknesses the traces of a batch speak of."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from saddle_benchmarks.bundled.simulated.optimizer.plan import Symptom, Weakness
from saddle_benchmarks.bundled.simulated.optimizer.trace import Trace
from saddle_benchmarks.bundled.simulated.optimizer.weaknesses import WEAKNESSES
from saddle_benchmarks.bundled.simulated.optimizer.weaknesses.unknown import UNKNOWN


@dataclass(frozen=True)
class Suspect:
    """A weakness and the traces that show it."""

    weakness: Weakness
    symptoms: tuple[Symptom, ...]
    explains: tuple[str, ...]
    """The tasks of which it is the best explanation."""

    @property
    def first(self) -> bool:
        """Whether there is such a task."""
        return bool(self.explains)


def suspects(traces: Sequence[Trace], allowed: Sequence[str]) -> list[Suspect]:
    """What can be pursued in this phase: the best explanations of traces before the others."""
    explained = [shown for trace in traces if (shown := _explain(trace))]
    found: list[Suspect] = []
    for weakness in (*WEAKNESSES, UNKNOWN):
        symptoms = tuple(s for pairs in explained for w, s in pairs if w is weakness)
        if symptoms and weakness.subtype in allowed:
            led = {s.trace.task for (w, s), *_ in explained if w is weakness}
            found.append(Suspect(weakness, symptoms, tuple(sorted(led))))
    return sorted(found, key=lambda suspect: not suspect.first)


def choose(found: Sequence[Suspect], draw: int) -> Suspect | None:
    """One of the best explanations, or else the next best one; the more traces, the likelier."""
    best = [suspect for suspect in found if suspect.first is found[0].first]
    weights = [len(suspect.symptoms) for suspect in best]
    return Random(draw).choices(best, weights)[0] if best else None


def _explain(trace: Trace) -> list[tuple[Weakness, Symptom]]:
    """What the trace shows, the best explanation first."""
    if not trace.steps:
        return []
    shown = [(w, symptom) for w in WEAKNESSES if (symptom := w.seen(trace))]
    if not shown:
        shown = [(UNKNOWN, symptom) for symptom in [UNKNOWN.seen(trace)] if symptom]
    return sorted(shown, key=lambda pair: pair[0].masks)
