"""Kinds of patches, and how many of each were admitted."""

from collections.abc import Iterator

from saddle_tui.reporting.document import Block, Line, Plot, Section, Table, note, says
from saddle_tui.reporting.drawings import Bar, Bars
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.mix import PUBLISHED_CAPABILITY, Kind, Mix
from saddle_tui.reporting.words import between, kind, many, of, percent

FEW = 10
"""Patches of a kind below which its share says next to nothing."""
PAPER = "AutoSaddler paper (arXiv 2608.23041, other tasks and another model)"


def mix(facts: Facts) -> Section:
    """What was written, and what was admitted of it."""
    return Section("mix", "Patches by kind", list(_blocks(facts.mix)))


def _blocks(found: Mix) -> Iterator[Block]:
    if not found.kinds:
        yield says("No patch has been proposed yet.")
        return
    total = sum(each.proposed for each in found.kinds)
    capability = found.classes.get("capability", 0)
    yield says(
        f"{many(total, 'patch', 'patches')}: {', '.join(f'{count} {status}' for status, count in found.statuses.items())}. "
        f"{of(capability, total)} capability ({percent(capability / total, 0)}; {percent(PUBLISHED_CAPABILITY)} in the {PAPER}), "
        f"{of(total - capability, total)} steering. By layer: {', '.join(f'{count} {layer}' for layer, count in found.layers.items())}."
    )
    yield _written(found)
    yield _accepted(found)
    yield from _rates(found)
    if any(each.decided < FEW for each in found.kinds):
        yield note(
            f"Kinds with fewer than {FEW} decided patches have intervals so wide that their shares are mostly noise; read the counts."
        )


def _written(found: Mix) -> Plot:
    bars = [
        Bar(kind(each.subtype), [(each.patch_class, each.proposed)], str(each.proposed))
        for each in found.kinds
    ]
    rows: list[Line] = [
        (kind(each.subtype), each.layer, each.patch_class, str(each.proposed))
        for each in found.kinds
    ]
    table = Table(("sub-type", "layer", "class", "proposed"), rows, frozenset({3}))
    said = "How many patches of each sub-type were proposed; steering is striped."
    return Plot("What was proposed", said, Bars(bars, _legend(found)), table)


def _legend(found: Mix) -> list[tuple[str, str]]:
    return [(each, f"{each} ({count})") for each, count in sorted(found.classes.items())]


def _accepted(found: Mix) -> Plot:
    decided = [each for each in found.kinds if each.decided]
    bars = [
        Bar(
            kind(each.subtype), [(each.patch_class, each.admitted / each.decided)],
            of(each.admitted, each.decided), each.interval, each.published,
        )
        for each in decided
    ]  # fmt: skip
    head = ("sub-type", "admitted", "share", "95% interval", "published")
    table = Table(head, [_row(each) for each in decided], frozenset({1, 2, 3, 4}))
    said = (
        "Share of decided patches of each sub-type that was admitted, with its 95% interval; refused, vetoed and waiting ones are "
        f"not decided. Ticks are the shares of the {PAPER}: context, no yardstick."
    )
    return Plot("What was admitted", said, Bars(bars, high=1.0, tick="published share"), table)


def _row(each: Kind) -> Line:
    published = "-" if each.published is None else percent(each.published, 0)
    share = percent(each.admitted / each.decided, 0)
    return (
        kind(each.subtype),
        of(each.admitted, each.decided),
        share,
        between(each.interval),
        published,
    )


def _rates(found: Mix) -> Iterator[Block]:
    if not found.rates:
        return
    rows: list[Line] = [
        (
            each.patch_class, str(each.checked), _share(each.fixed, each.failing), percent(each.published[0], 0),
            _share(each.regressed, each.passing), percent(each.published[1], 0),
        )
        for each in found.rates
    ]  # fmt: skip
    head = (
        "class",
        "checked",
        "failing tasks fixed",
        "published",
        "passing tasks regressed",
        "published",
    )
    yield Table(head, rows, frozenset(range(1, 6)), title="On mini-batches, by class")


def _share(count: int, total: int) -> str:
    return f"{of(count, total)} ({percent(count / total, 0)})" if total else "-"
