"""Desks of sessions: one folder each, gone afterwards; a session that diverged begins again."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from saddle_engine import events as ev
from saddle_engine.agents.desk import AgentName, Desk
from saddle_engine.errors import SessionDiverged
from saddle_engine.stages.book import Book
from saddle_engine.stages.sessions import MAX_TRIES, session_id, with_desk
from saddle_engine.stages.staging import Staging
from saddle_engine.state import RunState
from saddle_engine.testing import FakeStore, MemoryJournal
from saddle_engine.types.base import Commit, Digest, SessionId, Tree
from tests.engine.loop_rig import CutJournal, World, state

SESSIONS: list[tuple[AgentName, int, str]] = [
    ("diagnosis", 1, "d1"),
    ("reflection", 1, "f1"),
    ("diagnosis", 3, "d2"),
]


async def test_desk_has_a_folder_of_its_own_that_is_removed(tmp_path: Path) -> None:
    world, journal, folders = World(tmp_path), MemoryJournal(), []

    async def work(desk: Desk) -> str:
        (desk.folder / "left").write_text("over")
        folders.append((desk.folder, list(desk.folder.iterdir())))
        return "done"

    async with Book(journal, RunState(run=world.started())) as book:
        parts = world.parts(book, journal)
        assert await with_desk(parts, "diagnosis", 1, work) == "done"
        assert await with_desk(parts, "diagnosis", 1, work) == "done"

    assert [len(content) for _, content in folders] == [1, 1]
    assert not any(folder.exists() for folder, _ in folders)


async def test_session_that_diverges_begins_again_as_another_try(tmp_path: Path) -> None:
    world, journal, tries = World(tmp_path), MemoryJournal(), list[int]()

    async def work(desk: Desk) -> str:
        tries.append(desk.tries)
        if len(tries) < MAX_TRIES:
            raise SessionDiverged("differs")
        return "done"

    async with Book(journal, RunState(run=world.started())) as book:
        assert await with_desk(world.parts(book, journal), "reflection", 1, work) == "done"

    assert tries == list(range(1, MAX_TRIES + 1))


async def test_session_that_always_diverges_is_given_up(tmp_path: Path) -> None:
    world, journal = World(tmp_path), MemoryJournal()

    async def work(desk: Desk) -> None:
        raise SessionDiverged("differs")

    async with Book(journal, RunState(run=world.started())) as book:
        with pytest.raises(SessionDiverged):
            await with_desk(world.parts(book, journal), "evolution", 1, work)


async def test_sessions_are_named_by_agent_and_counted(tmp_path: Path) -> None:
    world, journal = World(tmp_path), MemoryJournal()
    async with Book(journal, RunState(run=world.started())) as book:
        parts = world.parts(book, journal)
        for agent, iteration, session in SESSIONS:
            assert session_id(parts, agent, iteration) == session
            await book.append(
                ev.SessionStarted(
                    session=SessionId(session),
                    agent=agent,
                    iteration=iteration,
                    prompt=Digest("p"),
                )
            )

        assert session_id(parts, "diagnosis", 1) == "d1"
        assert session_id(parts, "evolution", 3) == "e1"


async def test_resumed_session_that_differs_is_asked_again_and_ends_once(tmp_path: Path) -> None:
    first = World(tmp_path, train=("train-a",))
    whole = await first.run()
    assert isinstance(whole, CutJournal)
    kinds = [record.event.kind for record in whole.read()]
    journal = whole.cut([ends for ends, _ in whole.cuts].index(kinds.index("SessionFinished") + 1))
    reply = next(
        record.event for record in journal.read() if isinstance(record.event, ev.ModelReplied)
    )
    journal._records = [
        record.model_copy(update={"event": reply.model_copy(update={"key": "another"})})
        if record.event == reply
        else record
        for record in journal._records
    ]

    await first.fresh().run(journal)

    sessions = state(journal).sessions
    assert sessions[SessionId("d1")].started.tries == 2
    assert {session.outcome for session in sessions.values()} == {"answered"}
    assert list(state(journal).dag) == list(state(whole).dag)


async def test_session_is_resumed_at_the_try_it_had_reached(tmp_path: Path) -> None:
    world, journal, tries = World(tmp_path), MemoryJournal(), list[int]()

    async def work(desk: Desk) -> None:
        tries.append(desk.tries)

    async with Book(journal, RunState(run=world.started())) as book:
        started = ev.SessionStarted(
            session=SessionId("d1"), agent="diagnosis", iteration=1, tries=2, prompt=Digest("p")
        )
        await book.append(started)
        await with_desk(world.parts(book, journal), "diagnosis", 1, work)

    assert tries == [2]


class CountingStore(FakeStore):
    def __init__(self) -> None:
        super().__init__()
        self.exports: list[str] = []

    async def export(self, version: Commit | Tree, folder: Path) -> None:
        self.exports.append(version)
        await super().export(version, folder)


async def test_harness_is_staged_once_for_all_its_boxes(tmp_path: Path) -> None:
    store = CountingStore()
    seed = store.seed({"main.py": b"1\n"})
    staging = Staging(store, tmp_path)

    folders = [await staging.folder(seed.tree) for _ in range(3)]

    assert len(set(folders)) == 1
    assert (folders[0] / "main.py").read_bytes() == b"1\n"
    assert store.exports == [seed.tree]


@pytest.mark.parametrize(
    "change",
    [
        lambda folder: (folder / "main.py").write_bytes(b"3\n"),
        lambda folder: (folder / "tools" / "planted.py").write_bytes(b""),
        lambda folder: (folder / "main.py").chmod(0o777),
        lambda folder: (folder / "tools" / "read.py").unlink(),
        lambda folder: shutil.rmtree(folder / "tools"),
    ],
)
async def test_what_a_rollout_does_to_its_own_files_does_not_reach_the_next(
    tmp_path: Path, change: Callable[[Path], object]
) -> None:
    store = CountingStore()
    seed = store.seed({"main.py": b"1\n", "tools/read.py": b"2\n"})
    staging = Staging(store, tmp_path)
    folder = await staging.folder(seed.tree)
    working = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)

    change(folder)
    again = await staging.folder(seed.tree)

    assert again == folder
    assert {path.name for path in folder.rglob("*.*")} == {"main.py", "read.py"}
    assert (folder / "main.py").read_bytes() == b"1\n"
    assert len(store.exports) == 2
    assert os.listdir(working), "whoever works in it still can"  # noqa: PTH208
    os.close(working)
    await staging.folder(seed.tree)
    assert len(store.exports) == 2


async def test_a_harness_that_removes_itself_is_there_again(tmp_path: Path) -> None:
    store = CountingStore()
    seed = store.seed({"main.py": b"1\n"})
    staging = Staging(store, tmp_path)
    shutil.rmtree(await staging.folder(seed.tree))

    assert (await staging.folder(seed.tree) / "main.py").read_bytes() == b"1\n"
