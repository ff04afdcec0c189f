"""A viewer reads a recording in pages and a large text in part."""

import os
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.adapters.clock import SystemClock
from saddle_engine.errors import JournalError
from saddle_engine.types.base import Digest, RolloutId
from saddle_runs.folder import create_run
from saddle_runs.journal import RunJournal
from saddle_runs.viewer import RunViewer

R1, R2 = RolloutId("r1"), RolloutId("r2")


async def _broke(journal: RunJournal, rollout: RolloutId, tries: int) -> None:
    await journal.append(ev.RolloutBroke(rollout=rollout, tries=tries, reason=""))


async def test_a_recording_is_read_from_both_ends(tmp_path: Path) -> None:
    clock = SystemClock()
    folder = create_run(tmp_path, "demo", clock)
    with RunJournal(folder.database, clock) as journal:
        for number in range(1, 6):
            await _broke(journal, R1, number)
            await _broke(journal, R2, number)

        with RunViewer(folder.database, clock) as viewer:
            last = viewer.earlier(R1, 2**62, 2)
            before = viewer.earlier(R1, last[0].seq, 2)
            after = viewer.records(R1, before[0].seq, 2)

            assert [each.seq for each in last] == [7, 9]
            assert [each.seq for each in before] == [3, 5]
            assert [each.seq for each in after] == [5, 7]
            assert viewer.earlier(R1, 1, 2) == []


@pytest.mark.parametrize("content", [b"a" * 3_000_000, os.urandom(300_000), b"short", b""])
async def test_the_beginning_of_a_text_is_read_with_its_size(
    tmp_path: Path, content: bytes
) -> None:
    clock = SystemClock()
    folder = create_run(tmp_path, "demo", clock)
    with RunJournal(folder.database, clock) as journal:
        digest = journal.put(content)
        await _broke(journal, R1, 1)

        with RunViewer(folder.database, clock) as viewer:
            assert viewer.beginning(digest, 1_000) == (content[:1_000], len(content))
            assert viewer.beginning(digest, 10_000_000) == (content, len(content))
            with pytest.raises(JournalError, match="not in the journal"):
                viewer.beginning(Digest("0" * 64), 10)
