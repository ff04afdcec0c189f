"""What each database of a run must be. The steps to it are loaded for the few files that have to take one."""

from typing import TYPE_CHECKING

from saddle_runs.database import Schema

if TYPE_CHECKING:
    from sqlite_utils.migrations import Migrations

LARGEST_WORD = 65_536
"""Characters of one decision; contents of files are kept apart."""


def _run() -> "Migrations":
    from saddle_runs.migrations import run_steps

    return run_steps


def _control() -> "Migrations":
    from saddle_runs.migrations import control_steps

    return control_steps


def _triage() -> "Migrations":
    from saddle_runs.migrations import triage_steps

    return triage_steps


RUN = Schema(
    _run,
    latest=1,
    tables=frozenset({"journal", "blobs", "live", "engine"}),
    no="no run's database; name the run.db of a run",
)
CONTROL = Schema(_control, latest=2)
TRIAGE = Schema(
    _triage,
    latest=1,
    tables=frozenset({"decisions", "blobs", "about"}),
    no="no file of decisions on patches; move it away, and it was left as it was",
)
