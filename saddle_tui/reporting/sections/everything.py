"""The whole report as a document."""

from saddle_tui import __version__
from saddle_tui.reporting.document import Document, Fold, Foreign, Paragraph, Section, Terms
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.head import Head
from saddle_tui.reporting.material import Material
from saddle_tui.reporting.sections.changes import changes
from saddle_tui.reporting.sections.curves import curves
from saddle_tui.reporting.sections.graph import graph
from saddle_tui.reporting.sections.grid import grid
from saddle_tui.reporting.sections.lead import SIMULATED, lead
from saddle_tui.reporting.sections.limits import limits
from saddle_tui.reporting.sections.mix import mix
from saddle_tui.reporting.sections.money import money
from saddle_tui.reporting.sections.origin import origin
from saddle_tui.reporting.sections.patches import patches
from saddle_tui.reporting.sections.price import price
from saddle_tui.reporting.sections.regressions import regressions
from saddle_tui.reporting.sections.standing import standing
from saddle_tui.reporting.sections.steering import steering
from saddle_tui.reporting.sections.work import work
from saddle_tui.reporting.words import moment


def document(material: Material, facts: Facts) -> Document:
    """What matters most comes first. Of an evaluation, what only a search has is left out."""
    head = facts.head
    so_far = "" if head.over else ", so far"
    return Document(
        title=Foreign(head.name),
        subtitle=(
            f"{'Search for a better harness' if head.kind == 'search' else 'Evaluation'}{so_far}: run ",
            head.run,
        ),
        status=head.status,
        mark=_mark(head),
        marked=SIMULATED if head.simulated else "",
        sections=_gathered(_evaluation(facts) if head.kind == "eval" else _search(material, facts)),
        made=f"Made by saddle-tui {__version__} on {moment(material.now)}, from {head.records:,} records.",
    )


def _gathered(sections: list[Section]) -> list[Section]:
    """Those that have nothing but a sentence to say share one at the end."""
    full, empty = [], []
    for each in sections:
        match each.blocks:
            case [Paragraph(text=text)]:
                empty.append((each.title, text))
            case _:
                full.append(each)
    return (
        [*full, Section("empty", "Nothing to show", [Terms(empty)], measured=False)]
        if empty
        else full
    )


def _mark(head: Head) -> str:
    return "SIMULATED" if head.simulated else ""


def _search(material: Material, facts: Facts) -> list[Section]:
    costs = {each.iteration: each for each in facts.spending.iterations}
    every = patches(material, costs)
    parts = {each.id for each in every.blocks if isinstance(each, Fold)}
    return [
        lead(facts), standing(facts), changes(facts, parts), curves(facts), graph(facts), grid(facts), mix(facts),
        regressions(facts), money(facts), price(facts), work(facts), steering(facts), limits(facts), every, origin(facts),
    ]  # fmt: skip


def _evaluation(facts: Facts) -> list[Section]:
    return [lead(facts), standing(facts), grid(facts), money(facts), limits(facts), origin(facts)]
