"""The report as lines for people and as an object for scripts; knows nothing of how it was found."""

import textwrap
from collections.abc import Iterator, Sequence
from typing import Any

from saddle_tui.doctor.finding import Finding, Group, Level
from saddle_tui.text.safe import SafeText, clean

SIGNS = {Level.OK: "ok", Level.WARNING: "warning", Level.MISSING: "MISSING"}
SIGN, NAME = 9, 20
MARGIN = 2 + SIGN + NAME
NARROW = 60


def ready(groups: Sequence[Group]) -> bool:
    """Whether a run can begin."""
    return not any(_levels(groups, Level.MISSING))


def lines(groups: Sequence[Group], subject: str, width: int) -> Iterator[SafeText]:
    """For people: a sign, what was found, and below it what to do.

    Args:
        groups: what was found.
        subject: what a run would be begun with.
        width: columns to fill.
    """
    for group in groups:
        yield clean(group.name)
        for finding in group.findings:
            yield from _finding(finding, max(width, NARROW))
    lacking, doubtful = (len(_levels(groups, each)) for each in (Level.MISSING, Level.WARNING))
    warnings = f", {doubtful} to look at" if doubtful else ""
    verdict = f"not ready for {subject}: {lacking} missing" if lacking else f"ready for {subject}"
    yield clean("")
    yield clean(f"{verdict}{warnings}")


def as_object(groups: Sequence[Group], subject: str) -> dict[str, Any]:
    """For scripts: the same, every finding with its group."""
    return {
        "ready": ready(groups),
        "for": subject,
        "findings": [
            {
                "group": group.name,
                "name": finding.name,
                "level": finding.level.value,
                "found": finding.found,
                "remedy": finding.remedy or None,
            }
            for group in groups
            for finding in group.findings
        ],
    }


def _finding(finding: Finding, width: int) -> Iterator[SafeText]:
    head = f"  {SIGNS[finding.level]:<{SIGN}}{clean(finding.name):<{NAME}}"
    if len(head) > MARGIN:
        head += " "
    told = textwrap.wrap(
        clean(_one_line(finding.found)), width - MARGIN, break_on_hyphens=False
    ) or [""]
    yield clean(head + told[0])
    for more in told[1:]:
        yield clean(" " * MARGIN + more)
    if finding.remedy and finding.level is not Level.OK:
        for row in textwrap.wrap(
            clean(_one_line(f"-> {finding.remedy}")),
            width - MARGIN,
            subsequent_indent="   ",
            break_on_hyphens=False,
            break_long_words=False,
        ):
            yield clean(" " * MARGIN + row)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _levels(groups: Sequence[Group], level: Level) -> list[Finding]:
    return [finding for group in groups for finding in group.findings if finding.level is level]
