"""What was acknowledged stays, whoever dies or reads meanwhile."""

import asyncio
import multiprocessing
import random
import sqlite3
import subprocess
import sys
from multiprocessing.connection import Connection
from multiprocessing.synchronize import Event
from pathlib import Path

from saddle_engine.events import RunFailed
from saddle_engine.testing import FakeClock
from saddle_runs.folder import create_run
from saddle_runs.journal import RunJournal
from saddle_runs.viewer import RunViewer

fork = multiprocessing.get_context("fork")


def write_until_killed(database: Path, acknowledged: Connection) -> None:
    async def one(journal: RunJournal) -> None:
        while True:
            digest = journal.put(random.randbytes(2000))
            (record,) = await journal.append(RunFailed(error=digest))
            acknowledged.send((record.seq, digest))

    async def all_() -> None:
        journal = RunJournal(database, FakeClock())
        async with asyncio.TaskGroup() as group:
            for _ in range(4):
                group.create_task(one(journal))

    asyncio.run(all_())


def test_kill_9_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    database = create_run(tmp_path / "home", "r", FakeClock()).database
    acknowledged: dict[int, str] = {}
    for _ in range(10):
        hear, tell = fork.Pipe(duplex=False)
        writer = fork.Process(target=write_until_killed, args=(database, tell))
        writer.start()
        tell.close()
        received = [hear.recv() for _ in range(random.randrange(1, 40))]
        writer.kill()
        try:
            while True:
                received.append(hear.recv())
        except EOFError:
            writer.join()
        assert len(dict(received)) == len(received)
        assert not acknowledged.keys() & dict(received).keys()
        acknowledged.update(received)

    with RunViewer(database, FakeClock()) as viewer:
        records = viewer.tail(0, limit=100_000)
        assert [record.seq for record in records] == list(range(1, len(records) + 1))
        for seq, digest in acknowledged.items():
            assert records[seq - 1].event == RunFailed(error=digest)
        for record in records:
            assert isinstance(record.event, RunFailed)
            viewer.blob(record.event.error)  # type: ignore[arg-type]  # the error is a digest here


def view_again_and_again(database: Path, over: Event, views: Connection) -> None:
    count = 0
    while not over.is_set():
        with RunViewer(database, FakeClock()) as viewer:
            viewer.tail(0)
        # An operator's shell may write, so it would delete the log if it took itself for the last.
        shell = sqlite3.connect(database)
        shell.execute("SELECT count(*) FROM journal").fetchone()
        shell.close()
        count += 1
    views.send(count)


def test_readers_that_come_and_go_lose_nothing(tmp_path: Path) -> None:
    database = create_run(tmp_path / "home", "r", FakeClock()).database
    over = fork.Event()
    hear, tell = fork.Pipe(duplex=False)
    readers = [
        fork.Process(target=view_again_and_again, args=(database, over, tell)) for _ in range(3)
    ]
    for reader in readers:
        reader.start()
    with RunJournal(database, FakeClock()) as journal:
        asyncio.run(append(journal, 150))
        over.set()
        for reader in readers:
            reader.join(30)

        # The journal is still open: what another process sees stands in the files themselves.
        counted = subprocess.run(
            [sys.executable, "-c", COUNT, str(database)], capture_output=True, text=True, check=True
        )

    assert all(hear.recv() > 5 for _ in readers)
    assert counted.stdout == "150 ok\n"


async def append(journal: RunJournal, count: int) -> None:
    for n in range(count):
        await journal.append(RunFailed(error=str(n)))


COUNT = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
print(*connection.execute("SELECT count(*) FROM journal").fetchone(),
      *connection.execute("PRAGMA integrity_check").fetchone())
"""

WATCH = """
import asyncio, sys
from pathlib import Path
from saddle_engine.commands import Command
from saddle_engine.events import RunFinished
from saddle_engine.testing import FakeClock
from saddle_runs.control import ControlBox
from saddle_runs.folder import create_run, find_run, list_runs
from saddle_runs.inbox import ControlInbox
from saddle_runs.journal import RunJournal
from saddle_runs.lock import hold, owner_of
from saddle_runs.viewer import RunViewer

opened = []
clock = FakeClock()
run = create_run(Path(sys.argv[1]), "r", clock)
sys.addaudithook(lambda name, args: opened.append(str(args[0])) if name == "open" else None)

async def everything():
    with hold(run.lock, clock), RunJournal(run.database, clock) as journal:
        await journal.append(RunFinished())
        journal.get(journal.put(b"x"))
        journal.show("r1", "x")
        journal.read()
        with RunViewer(run.database, clock) as viewer:
            viewer.tail(0), viewer.live(), viewer.heartbeat_age()
        with ControlBox(run.control) as box, ControlInbox(run.control) as inbox:
            box.send(Command(id="1", verb="pause"))
            inbox.answer(inbox.pending()[0].id, True)
        list_runs(Path(sys.argv[1])), find_run(Path(sys.argv[1]), "r"), owner_of(run.lock)

asyncio.run(everything())
print(any("lock" in path for path in opened), [path for path in opened if ".db" in path])
"""


def test_nothing_but_sqlite_opens_a_database(tmp_path: Path) -> None:
    watched = subprocess.run(
        [sys.executable, "-c", WATCH, str(tmp_path / "home")],
        capture_output=True,
        text=True,
        check=True,
    )

    assert watched.stdout == "True []\n"


def test_a_backup_is_whole_while_the_engine_writes(tmp_path: Path) -> None:
    database = create_run(tmp_path / "home", "r", FakeClock()).database
    with RunJournal(database, FakeClock()) as journal:
        asyncio.run(append(journal, 50))
        source = sqlite3.connect(database)
        copy = sqlite3.connect(tmp_path / "copy.db")
        source.backup(copy)
        source.close()
        assert copy.execute("SELECT count(*) FROM journal").fetchone() == (50,)
        copy.close()
        asyncio.run(append(journal, 5))
        assert len(journal.read()) == 55
