"""Decisions on patches: none is lost, none changes the run, and what is not ours is refused in a sentence."""

import multiprocessing
import sqlite3
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.errors import ConfigError, JournalError
from saddle_engine.testing import FakeClock
from saddle_engine.types.base import PatchId
from saddle_runs.decisions import (
    Choice,
    Chose,
    Commented,
    Decision,
    Edited,
    Moved,
    Resolved,
    Row,
    Said,
    Undone,
    fold,
    moved,
)
from saddle_runs.folder import RunFolder, create_run
from saddle_runs.schemas import LARGEST_WORD
from saddle_runs.triage import Triage, triage_of

fork = multiprocessing.get_context("fork")
P1, P2, P3, P12 = map(PatchId, ("p1", "p2", "p3", "p12"))


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return create_run(tmp_path / "home", "r", FakeClock())


def chose(patch: PatchId, choice: Choice = Choice.CHOSEN, reason: str = "") -> Chose:
    return Chose(patch=patch, choice=choice, reason=reason)


def folded(*said: Said, by: str = "me") -> tuple[PatchId, ...]:
    return fold([Row(seq, 1.0, by, each) for seq, each in enumerate(said, 1)]).chosen


def test_there_is_no_file_before_something_is_decided(run: RunFolder) -> None:
    with triage_of(run, FakeClock()) as triage:
        assert triage.decisions()[P1] == Decision(P1)
        assert triage.version() == 0
        assert not list(run.path.glob("triage.db*"))

        triage.say(chose(P1), "me")

    assert [path.name for path in run.path.glob("*triage*")] == ["triage.db"]
    assert stat.S_IMODE((run.path / "triage.db").stat().st_mode) == 0o600


def test_what_was_decided_is_there_again(run: RunFolder) -> None:
    hostile = "\x1b]0;x\x07\u202e\ud800\0"
    with triage_of(run, FakeClock()) as triage:
        triage.say(chose(P2, reason="good"), "me")
        triage.say(chose(P3, Choice.LEFT), "you")
        triage.say(Commented(patch=P3, text=hostile), hostile)
        triage.edit(P2, {"a.md": b"\0\xff", "b.md": None}, "me", "shorter")
        triage.resolve("k", P2, "c.md", b"c", "me")
        said = triage.decisions()

    with triage_of(run, FakeClock()) as triage:
        found = triage.decisions()
        assert found == said
        assert found.chosen == (P2,)
        assert (found[P2].place, found[P2].reason, found[P2].by) == (1, "good", "me")
        assert (found[P3].choice, found[P3].place) == (Choice.LEFT, 0)
        (remark,) = found[P3].comments
        assert isinstance(remark.said, Commented)
        assert remark.said.text.startswith("\x1b]0;x\x07\u202e")
        edit = found[P2].edit
        assert edit is not None
        assert isinstance(edit.said, Edited)
        digest = edit.said.files["a.md"]
        assert digest is not None
        assert triage.content(digest) == b"\0\xff"
        assert edit.said.files["b.md"] is None
        resolved = found.resolutions["k"].said
        assert isinstance(resolved, Resolved)
        assert resolved.content is not None
        assert triage.content(resolved.content) == b"c"


def test_chosen_patches_stand_in_the_order_of_the_run_until_somebody_moves_them() -> None:
    three = [chose(P12), chose(P1), chose(P3)]

    assert folded(*three) == (P1, P3, P12)
    assert folded(*three, Moved(patch=P12, before=P1)) == (P12, P1, P3)
    assert folded(*three, Moved(patch=P1, before=None)) == (P3, P12, P1)
    assert folded(*three, Moved(patch=P1, before=P2)) == (P3, P12, P1)
    assert folded(*three, chose(P3, Choice.LEFT), Moved(patch=P3, before=P1)) == (P1, P12)


def test_a_patch_moves_by_one_place_and_not_beyond_the_ends() -> None:
    def after(*hows: str) -> tuple[PatchId, ...]:
        said: list[Said] = [chose(P1), chose(P2), chose(P3)]
        for how in hows:
            decisions = fold([Row(seq, 1.0, "me", each) for seq, each in enumerate(said, 1)])
            word = moved(decisions, P2, how)  # type: ignore[arg-type]
            said += [word] if word else []
        return folded(*said)

    assert after("up") == after("first") == after("up", "up") == (P2, P1, P3)
    assert after("down") == after("down", "down") == (P1, P3, P2)
    assert after("down", "up") == (P1, P2, P3)


def test_what_is_taken_back_can_be_brought_back() -> None:
    assert folded(chose(P1), Undone(seq=1)) == ()
    assert folded(chose(P1), Undone(seq=1), Undone(seq=2)) == (P1,)
    assert folded(chose(P1), chose(P1, Choice.LEFT), Undone(seq=2)) == (P1,)


SAYINGS = st.one_of(
    st.builds(chose, st.sampled_from([P1, P2, P3]), st.sampled_from(Choice)),
    st.builds(Moved, patch=st.sampled_from([P1, P2]), before=st.sampled_from([P3, P1, None])),
    st.builds(Undone, seq=st.integers(1, 12)),
)


@given(st.lists(SAYINGS, max_size=12))
def test_taking_back_all_that_counts_leaves_nothing(said: list[Said]) -> None:
    rows = [Row(seq, 1.0, "me", each) for seq, each in enumerate(said, 1)]
    decisions = fold(rows)
    assert len(set(decisions.chosen)) == len(decisions.chosen)
    assert set(decisions.chosen) == {
        patch for patch, each in decisions.items() if each.choice is Choice.CHOSEN
    }
    while (last := decisions.last()) is not None:
        rows.append(Row(len(rows) + 1, 1.0, "me", Undone(seq=last.seq)))
        decisions = fold(rows)
    assert not decisions.chosen
    assert all(each == Decision(patch) for patch, each in decisions.items())


def test_undo_is_of_ones_own_words_where_that_is_asked() -> None:
    rows = [Row(1, 1.0, "me", chose(P1)), Row(2, 1.0, "you", chose(P2))]

    assert fold(rows).last() == rows[1]
    assert fold(rows).last("me") == rows[0]
    assert fold(rows).last("nobody") is None


def test_two_screens_at_once_lose_nothing_and_see_each_other(run: RunFolder) -> None:
    with triage_of(run, FakeClock()) as here, triage_of(run, FakeClock()) as there:

        def say_all(triage: Triage, by: str) -> None:
            for number in range(25):
                triage.say(Commented(patch=P1, text=f"{number}"), by)

        threads = [
            threading.Thread(target=say_all, args=each)
            for each in ((here, "here"), (there, "there"))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert here.version() == there.version() == 50
        assert here.decisions() == there.decisions()
        for by in ("here", "there"):
            own = [row.said for row in here.decisions()[P1].comments if row.by == by]
            assert own == [Commented(patch=P1, text=f"{number}") for number in range(25)]
        before = here.version()
        there.say(chose(P1), "there")
        assert here.version() > before
        assert here.decisions().chosen == (P1,)


def _begin(run: RunFolder, number: int) -> None:
    with triage_of(run, FakeClock()) as triage:
        triage.say(Commented(patch=P1, text=f"{number}"), "me")


def test_of_processes_that_begin_at_once_one_makes_the_file_and_all_are_heard(
    run: RunFolder,
) -> None:
    processes = [fork.Process(target=_begin, args=(run, number)) for number in range(6)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()

    with triage_of(run, FakeClock()) as triage:
        said = [row.said for row in triage.decisions().rows]
    assert sorted(each.text for each in said if isinstance(each, Commented)) == [*"012345"]
    assert [path.name for path in run.path.glob("*triage*")] == ["triage.db"]


def test_a_word_can_only_be_added(run: RunFolder) -> None:
    with triage_of(run, FakeClock()) as triage:
        triage.say(chose(P1), "me")
    connection = sqlite3.connect(run.path / "triage.db")
    for statement in ("DELETE FROM decisions", "UPDATE decisions SET by = 'you'"):
        with pytest.raises(sqlite3.IntegrityError, match="only ever added"):
            connection.execute(statement)
    connection.close()


def test_a_word_that_is_too_long_is_refused_and_nothing_of_it_is_kept(run: RunFolder) -> None:
    with triage_of(run, FakeClock()) as triage:
        with pytest.raises(ConfigError, match="expected at most"):
            triage.say(Commented(patch=P1, text="x" * LARGEST_WORD), "me")
        assert triage.version() == 0


def _other_run(file: Path) -> None:
    _sql(file, "UPDATE about SET run = 'another'")


def _newer(file: Path) -> None:
    _sql(file, "PRAGMA user_version = 9")


def _cut(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:5000])


def _no_database(file: Path) -> None:
    file.write_bytes(b"not a database at all" * 400)


def _empty(file: Path) -> None:
    file.write_bytes(b"")


def _control(file: Path) -> None:
    _sql(file, "DROP TABLE about")


def _missing(file: Path) -> None:
    _sql(file, "DROP TRIGGER decisions_keep_all_DELETE")
    _sql(file, "DELETE FROM decisions WHERE seq = 1")


def _strange(file: Path) -> None:
    _sql(file, "DROP TRIGGER decisions_keep_all_UPDATE")
    _sql(file, """UPDATE decisions SET body = '{"kind": "Sold"}'""")


def _sql(file: Path, statement: str) -> None:
    connection = sqlite3.connect(file, isolation_level=None)
    connection.execute(statement)
    connection.close()


def _somebody_elses(file: Path) -> None:
    file.unlink()
    _sql(file, "CREATE TABLE mine (precious TEXT)")
    _sql(file, "PRAGMA user_version = 1")


SPOILERS = (
    _other_run, _newer, _cut, _no_database, _empty, _control, _missing, _strange, _somebody_elses,
)  # fmt: skip


@pytest.mark.parametrize("spoil", SPOILERS)
def test_an_unfit_file_is_refused_in_a_sentence_and_kept(run: RunFolder, spoil: object) -> None:
    assert callable(spoil)
    file = run.path / "triage.db"
    with triage_of(run, FakeClock()) as triage:
        for patch in (P1, P2, P3):
            triage.say(chose(patch), "me")
    spoil(file)
    whole = file.read_bytes()

    with triage_of(run, FakeClock()) as triage:
        with pytest.raises(JournalError) as refused:
            triage.decisions()
        with pytest.raises(JournalError):
            triage.say(chose(P1), "me")

    assert "\n" not in str(refused.value)
    assert file.read_bytes() == whole


def test_decisions_on_a_run_that_cannot_be_written_to_are_the_users_own(
    run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with triage_of(run, FakeClock()) as triage:
        triage.say(chose(P1), "me")
    monkeypatch.setattr("os.access", lambda path, mode: False)

    with triage_of(run, FakeClock()) as triage:
        triage.say(chose(P2), "me")
        assert triage.decisions().chosen == (P1, P2)

    monkeypatch.undo()
    with triage_of(run, FakeClock()) as triage:
        assert triage.decisions().chosen == (P1,)
