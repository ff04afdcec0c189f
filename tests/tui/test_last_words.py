"""How an engine ended is told from its log, as far as the log knows."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from saddle_tui.last_words import how_it_ended, last_words

WORKING = "2026-01-02 03:04:05,678 INFO saddle_tui.engine: working on run x as process 7\n"
FULL = "writing the journal failed: database or disk is full; free some disk space"


@pytest.mark.parametrize(
    ("log", "told"),
    [
        ("", "ended without a word"),
        (WORKING, "ended without a word"),
        (f"{WORKING}{FULL}\n\n", f"ended with: {FULL}"),
        (
            f"{WORKING}Traceback (most recent call last):\n  x\nKeyError: 'y'\n",
            "with: KeyError: 'y'",
        ),
        ("x" * 10_000 + "\n" + WORKING, "ended without a word"),
    ],
)
def test_the_last_line_is_told_unless_it_is_a_report(tmp_path: Path, log: str, told: str) -> None:
    (tmp_path / "engine.log").write_text(log)

    assert told in (said := how_it_ended(tmp_path / "engine.log"))
    assert said.endswith(f"(see {tmp_path / 'engine.log'})")


def test_a_log_that_is_gone_tells_nothing(tmp_path: Path) -> None:
    assert how_it_ended(tmp_path / "none").startswith("ended without a word")


@pytest.mark.parametrize("put", [os.mkfifo, lambda log: log.symlink_to("/dev/zero")])
def test_a_log_without_an_end_tells_nothing_at_once(
    tmp_path: Path, put: Callable[[Path], None]
) -> None:
    put(tmp_path / "engine.log")

    assert last_words(tmp_path / "engine.log").strip("\0\ufffd") == ""
