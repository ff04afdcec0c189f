"""Sums: of many small entries, or of quantities and prices."""

import re
from decimal import Decimal, InvalidOperation

from saddle_benchmarks.bundled.simulated.task_agent import instruction as said
from saddle_benchmarks.bundled.simulated.task_agent import rates
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call
from saddle_benchmarks.bundled.simulated.task_agent.scene import Answer, Conclude, Scene


def is_sum(text: str) -> bool:
    return bool(re.search(r"\bpa(?:y|id|yments?)\b", text) and re.search(r"amount|how much", text))


def add_up(scene: Scene) -> Call | Conclude:
    """Add up one person's entries; long sums are easily got wrong."""
    text = scene.view.instruction
    call = scene.open(*said.sources(text))
    if call:
        return call
    names = set(re.findall(r"\b[A-Z][a-z]+\b", text))
    rows = [line.split() for line in _lines(scene, said.sources(text))]
    amounts = [
        int(row[2]) for row in rows if len(row) == 3 and row[1] in names and row[2].isdigit()
    ]
    dropped = scene.rng.choice(amounts) if amounts else 1
    total = sum(amounts)
    return Conclude((Answer(said.target(text), str(total), miscount=str(total - dropped)),))


def is_order(text: str) -> bool:
    return bool(re.search(r"unit prices?", text) and re.search(r"quantit", text))


def price(scene: Scene) -> Call | Conclude:
    """Multiply and add; whether the result is rounded depends on what the harness says."""
    text = scene.view.instruction
    call = scene.open(*said.sources(text))
    if call:
        return call
    total = sum(map(_product, _lines(scene, said.sources(text))), Decimal(0))
    exact, whole = f"{total:.2f}", f"{total:.0f}"
    rounds = scene.chance(_rounding(scene.rules))
    answer = Answer(
        said.target(text),
        whole if rounds else exact,
        frozenset({whole, exact}),
        f"It comes to {exact}" + (", in whole numbers." if rounds else "."),
    )
    return Conclude((answer,))


PROBLEMS = ((is_order, price), (is_sum, add_up))


def _rounding(rules: frozenset[str]) -> float:
    """How likely the agent rounds."""
    match "keep_numbers_exact" in rules, "round_numbers_to_whole" in rules:
        case True, True:
            return rates.ROUNDS_WHEN_TORN
        case True, False:
            return 1 - rates.HEEDS
        case False, True:
            return rates.HEEDS
        case _:
            return rates.ROUNDS_UNTOLD


def _product(line: str) -> Decimal:
    try:
        _, quantity, price = line.split()
        return Decimal(quantity) * Decimal(price)
    except (ValueError, InvalidOperation):
        return Decimal(0)


def _lines(scene: Scene, paths: list[str]) -> list[str]:
    return [line for path in paths for line in (scene.text(path) or "").splitlines()]
