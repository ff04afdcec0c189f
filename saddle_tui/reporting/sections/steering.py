"""What operators did, and what it was worth."""

from collections.abc import Iterator

from saddle_tui.reporting.document import Block, Foreign, Line, Section, Table, note, says
from saddle_tui.reporting.facts.everything import Facts
from saddle_tui.reporting.facts.steering import Steering, Veto
from saddle_tui.reporting.words import left_out, many, of

MOST_LESSONS = 100
MOST_INTERVENTIONS = 300


def steering(facts: Facts) -> Section:
    """Vetoes, hints, edits, lessons, and everything that was asked for."""
    return Section(
        "steering",
        "What steering was worth",
        list(_blocks(facts.steering, simulated=facts.head.simulated)),
    )


def _blocks(found: Steering, *, simulated: bool) -> Iterator[Block]:
    if not found.interventions:
        yield says("Nobody has steered this run.")
    yield from _vetoes(found, simulated=simulated)
    yield from _hints(found)
    yield from _lessons(found)
    yield from _interventions(found)


def _vetoes(found: Steering, *, simulated: bool) -> Iterator[Block]:
    if not found.vetoes:
        return
    measured = [each for each in found.vetoes if each.kept_out is not None]
    right = sum((each.kept_out or 0.0) <= 0 for each in measured)
    mark = " (simulated)" if simulated else ""
    if measured:
        mean = sum(each.kept_out or 0.0 for each in measured) / len(measured)
        yield says(
            f"{of(right, len(measured))} measured vetoes kept out a patch that would not have helped on its mini-batch; the mean of what was kept "
            f"out is {mean:+.2f}{mark}. Mini-batches are a few tasks: for one veto alone that is mostly noise."
        )
    else:
        yield says(
            f"{many(len(found.vetoes), 'veto', 'vetoes')}; none was measured in its shadow, so nobody knows what they were worth."
        )
    head = ("patch", "what it was", "why", "stands", "in its shadow", "kept out")
    yield Table(head, [_veto(each) for each in found.vetoes], title="Vetoes")


def _veto(each: Veto) -> Line:
    shadow = "not measured"
    if each.before is not None and each.after is not None:
        shadow = (
            f"{each.before:.2f} to {each.after:.2f}; {each.fixed} fixed, {each.regressed} regressed"
        )
    kept = "-" if each.kept_out is None else f"{each.kept_out:+.2f}"
    return (
        each.patch,
        Foreign(each.title),
        Foreign(each.reason),
        "yes" if each.stands else "taken back",
        shadow,
        kept,
    )


def _hints(found: Steering) -> Iterator[Block]:
    if found.hints:
        rows: list[Line] = [
            (
                each["id"],
                Foreign(each["text"]),
                Foreign(each["by"]),
                each["status"],
                str(each["iteration"] or "-"),
            )
            for each in found.hints
        ]
        yield Table(("hint", "text", "by", "status", "iteration"), rows, title="Hints")
    if found.edits:
        yield says("Edited: ", ", ".join(f"{old} as {new}" for old, new in found.edits))


def _lessons(found: Steering) -> Iterator[Block]:
    if not found.lessons:
        return
    first = sorted(found.lessons, key=lambda each: each.source == "reflection")
    rows: list[Line] = [
        (
            each.id,
            each.patch,
            each.source,
            each.verdict,
            "-" if each.worth is None else f"{each.worth:+.2f}",
            Foreign(each.text),
        )
        for each in first[:MOST_LESSONS]
    ]
    yield Table(
        ("lesson", "patch", "from", "verdict", "worth", "text"), rows, frozenset({4}), title="Lessons",
        left_out=left_out(len(first) - MOST_LESSONS, "more lesson"),
    )  # fmt: skip
    if any(each.worth is not None for each in first):
        yield note(
            "Worth: mean mini-batch score after less before, where a hint or an edit led to the patch; a few tasks each."
        )


def _interventions(found: Steering) -> Iterator[Block]:
    if not found.interventions:
        return
    rows: list[Line] = [
        (
            each["at"],
            Foreign(each["actor"]),
            Foreign(each["verb"]),
            Foreign(each["about"]),
            Foreign(each["reason"]),
        )
        for each in found.interventions[-MOST_INTERVENTIONS:]
    ]
    yield Table(
        ("when", "who", "what", "about", "why"), rows, title="Everything that operators did",
        left_out=left_out(len(found.interventions) - MOST_INTERVENTIONS, "earlier one"),
    )  # fmt: skip
