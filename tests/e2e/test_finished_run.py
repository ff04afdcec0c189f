"""What others script against: the commands on a run that is done."""

import json
import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from saddle_tui.settings import HarnessSection, Settings
from tests.e2e.homes import Home, environment, write_config
from tests.runs.media import read_only

pytestmark = pytest.mark.e2e

KEY = "sk-ant-canary-0123456789"
SHOW = {
    "run", "status", "simulated", "policy", "phase", "phases", "limits", "spent", "seed", "best",
    "nodes", "patches", "lessons",
}  # fmt: skip
PATCH = {
    "id", "parents", "status", "layer", "subtype", "class", "minibatch", "dev", "buckets", "reason",
}  # fmt: skip
Tamper = Callable[[sqlite3.Connection], object]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("finished")
    found = Home(folder / "home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ANTHROPIC_API_KEY", KEY)
        found.ok("run", write_config(folder / "mine.toml", seed=5, epochs=3), "--headless")
    return found


def test_show_json_has_what_it_promises(home: Home) -> None:
    facts = home.facts()

    assert facts.keys() >= SHOW
    assert facts["status"] == "done"
    assert facts["simulated"] is True
    assert facts["policy"] == "paper"
    assert facts["spent"].keys() >= {"rollouts", "usd", "tokens"}
    assert facts["spent"]["usd"] == 0
    assert facts["spent"]["tokens"].keys() >= {"task", "diagnosis", "reflection", "evolution"}
    assert facts["spent"]["rollouts"] == home.state().spent_rollouts
    for role in ("seed", "best"):
        assert facts[role].keys() >= {"node", "dev", "test", "test_sd"}
        assert 0 <= facts[role]["test"] <= 1
    assert all(node.keys() >= {"id", "parents", "patch", "dev"} for node in facts["nodes"])
    assert facts["patches"], "a run that proposes nothing shows nothing"
    for patch in facts["patches"]:
        assert patch.keys() >= PATCH
        assert patch["minibatch"].keys() == {"before", "after"}
    assert {"phase": "steering", "by": "policy", "reason": "epoch 1 begins"} in facts["phases"]


def test_a_run_is_found_by_name_id_prefix_or_as_the_newest(home: Home) -> None:
    run = home.facts()["run"]

    assert home.facts("min")["run"] == run
    assert {home.folder(word).id for word in ("mine", run, run[:7])} == {run}
    rows = json.loads(home.ok("runs", "--json"))
    assert [(row["run"], row["name"], row["status"]) for row in rows] == [(run, "mine", "done")]
    assert f"{run}  mine" in home.ok("runs")
    assert "SIMULATED" in home.ok("show")
    unknown = home.saddle("show", "mien")
    assert unknown.returncode == 2
    assert f"the nearest are mine ({run})" in unknown.stderr


def test_export_writes_the_files_of_a_node_and_overwrites_nothing(
    home: Home, tmp_path: Path
) -> None:
    react = Settings(harness=HarnessSection(bundled="react")).harness_folder()

    home.ok("export", "--node", "n0", "--to", tmp_path / "seed")
    home.ok("export", "--to", tmp_path / "best")

    assert _files(tmp_path / "seed") == _files(react)
    assert _files(tmp_path / "best") == _stored(home, home.facts()["best"]["node"])
    refused = home.saddle("export", "--to", tmp_path / "seed")
    assert refused.returncode == 2
    assert "expected an empty or new folder" in refused.stderr
    refused = home.saddle("export", "--node", "n99", "--to", tmp_path / "new")
    assert refused.returncode == 2
    assert ":n99; the nodes are: best, seed, n0" in refused.stderr


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        ("steer mine pause", 1, "is done: nothing is left to steer or stop"),
        ("stop mine", 1, "is done: nothing is left to steer or stop"),
        ("steer puase", 2, "'puase' is no verb and no run; did you mean pause or phase?"),
        ("steer aprove p1", 2, "did you mean approve?"),
        ("steer mien pause", 2, "the nearest are mine"),
        (f"export --to {'n' * 300}", 1, "File name too long"),
        ("attach mine", 2, "attach needs a terminal"),
        ("steer mine dance", 2, "steer does not understand 'dance'"),
        ("steer mine veto p1", 2, "a veto needs a reason"),
        ("steer mine limit rollouts many", 2, "a limit is a number, not 'many'"),
        ("resume mine --limit rollouts=0", 2, "'0' is not a positive whole number"),
        ("resume mine --limit rollouts=2.5", 2, "'2.5' is not a positive whole number"),
        ("resume mine --limit gold=1", 2, "there is no limit 'gold'"),
        ("demo --seed -1", 2, "key `seed` = -1; expected a number from 0"),
        ("demo --rollouts 0", 2, "key `policy.rollouts` = 0; expected a number of rollouts"),
        ("dance", 2, "invalid choice"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    home: Home, capsys: pytest.CaptureFixture[str], words: str, code: int, told: str
) -> None:
    assert home.inside(*words.split()) == code

    assert told in capsys.readouterr().err
    assert len(list((home.path / "runs").iterdir())) == 1


def test_what_cannot_be_printed_is_no_crash(home: Home) -> None:
    ascii_only = subprocess.run(
        home.command("show"),
        env=environment() | {"PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=True,
    )
    with open("/dev/full", "w") as full:
        disk_full = subprocess.run(
            home.command("show"), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )

    assert "\\xb1" in ascii_only.stdout
    assert disk_full.returncode == 1
    assert disk_full.stderr == "saddle-tui: [Errno 28] No space left on device\n"


def test_a_run_that_is_done_is_not_resumed(home: Home) -> None:
    assert "is done already" in home.ok("resume", "mine")


def test_a_finished_run_is_one_file_that_opens_from_a_read_only_medium(
    home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert [path.name for path in home.folder().path.glob("run.db*")] == ["run.db"]
    medium, elsewhere = tmp_path / "medium", Home(tmp_path / "other-home")
    medium.mkdir()
    alone = shutil.copy(home.folder().database, medium / "mine")

    with read_only(medium):
        shown = json.loads(elsewhere.ok("show", alone, "--json"))
        assert "every invariant holds" in elsewhere.ok("verify", alone)
        elsewhere.ok("export", f"{alone}:best", "--to", tmp_path / "best")
        refused = [elsewhere.saddle(verb, alone) for verb in ("stop", "resume", "attach")]

    assert shown == home.facts()
    assert _files(tmp_path / "best") == _stored(home, home.facts()["best"]["node"])
    assert {each.returncode for each in refused} == {2}
    assert all("needs a run in its home" in each.stderr for each in refused)
    assert not elsewhere.path.exists()


def test_the_log_tells_what_happened_and_holds_no_key(home: Home) -> None:
    log = home.folder().log.read_text()

    assert f"working on run {home.facts()['run']}" in log
    assert "leaving run" in log
    assert all(KEY.encode() not in path.read_bytes() for path in _plain(home.folder().path))


def test_a_whole_run_verifies_and_so_does_any_beginning_of_it(home: Home, tmp_path: Path) -> None:
    assert "every invariant holds" in home.ok("verify")

    half = _copy(home, tmp_path)
    _edit(half, lambda db: db.execute("DELETE FROM journal WHERE seq > 200"))

    assert "200 records" in half.ok("verify")


def _event(db: sqlite3.Connection, which: str, **changes: Any) -> None:
    """Change fields of the last event of a kind."""
    row = db.execute("SELECT max(seq), body FROM journal WHERE kind = ?", (which,)).fetchone()
    body = json.loads(row[1]) | changes
    db.execute("UPDATE journal SET body = ? WHERE seq = ?", (json.dumps(body), row[0]))


def _drop(kind: str, body: str = "%", *, close_the_gap: bool) -> Tamper:
    def tamper(db: sqlite3.Connection) -> None:
        (seq,) = db.execute(
            "SELECT max(seq) FROM journal WHERE kind = ? AND body LIKE ?", (kind, body)
        ).fetchone()
        db.execute("DELETE FROM journal WHERE seq = ?", (seq,))
        if close_the_gap:
            for (later,) in db.execute("SELECT seq FROM journal WHERE seq > ?", (seq,)).fetchall():
                db.execute("UPDATE journal SET seq = seq - 1 WHERE seq = ?", (later,))

    return tamper


def _swap_scores(db: sqlite3.Connection) -> None:
    """Of a passed and a failed rollout of one dev run: their mean stays what it was."""
    rows = db.execute("SELECT seq, body FROM journal WHERE kind = 'RolloutFinished'").fetchall()
    found = {json.loads(body)["score"]: (seq, json.loads(body)) for seq, body in rows[:3]}
    assert found.keys() == {0.0, 1.0}, "the seed passes some dev tasks and fails others"
    for score, (seq, body) in found.items():
        changed = json.dumps(body | {"score": 1.0 - score})
        db.execute("UPDATE journal SET body = ? WHERE seq = ?", (changed, seq))


def _damage_a_reply(db: sqlite3.Connection) -> None:
    (body,) = db.execute("SELECT body FROM journal WHERE kind = 'RequestAnswered'").fetchone()
    db.execute(
        "UPDATE blobs SET content = (SELECT content FROM blobs WHERE digest <> ?1) WHERE digest = ?1",
        (json.loads(body)["reply"],),
    )


@pytest.mark.parametrize(
    ("tamper", "told"),
    [
        (lambda db: _event(db, "NodeAdmitted", dev=0.99), "the dev mean of"),
        (lambda db: _event(db, "MiniBatchChecked", after=0.99), "the mean after is"),
        (lambda db: _event(db, "MiniBatchChecked", buckets={}), "the buckets are others"),
        (lambda db: _event(db, "TestEvaluated", mean=0.99), "the mean of the repeats"),
        (lambda db: _event(db, "TestEvaluated", sd=0.9), "the standard deviation"),
        (lambda db: _event(db, "RunSealed", best="n99"), "n99"),
        (lambda db: _event(db, "RolloutFinished", steps=99), "steps and tokens are"),
        (lambda db: _event(db, "PatchProposed", commit="1" * 40), "there is no commit 1111"),
        (lambda db: _event(db, "RunFinished", kind="RunDanced"), "cannot be read"),
        (lambda db: db.execute("DELETE FROM blobs"), "is not in the journal"),
        (_damage_a_reply, "is damaged: its content has another digest"),
        (_swap_scores, "scores the wrong way round"),
        (_drop("RolloutFinished", close_the_gap=False), "of the journal is missing"),
        (_drop("RolloutFinished", close_the_gap=True), "(TestEvaluated)"),
        (_drop("RolloutStarted", close_the_gap=True), "is not at work"),
        (_drop("RequestAnswered", '%"messages"%', close_the_gap=True), "is out of its order"),
        (_drop("RolloutPlanned", close_the_gap=True), "are still to be named"),
        (_drop("TestEvaluated", close_the_gap=True), "was not tested"),
    ],
)
def test_verify_finds_what_was_tampered_with(
    home: Home, tmp_path: Path, capsys: pytest.CaptureFixture[str], tamper: Tamper, told: str
) -> None:
    copy = _copy(home, tmp_path)
    _edit(copy, tamper)

    assert copy.inside("verify") == 1
    assert told in capsys.readouterr().out


def _copy(home: Home, folder: Path) -> Home:
    shutil.copytree(home.path, folder / "copy")
    return Home(folder / "copy")


def _edit(home: Home, tamper: Tamper) -> None:
    with closing(sqlite3.connect(home.folder().database)) as db, db:
        for (name,) in db.execute(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ).fetchall():
            db.execute(f"DROP TRIGGER {name}")
        tamper(db)


def _plain(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]


def _files(folder: Path) -> dict[str, bytes]:
    """Of a harness, without caches."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in _plain(folder)
        if "__pycache__" not in path.parts
    }


def _stored(home: Home, node: str) -> dict[str, bytes]:
    """The files of a node as git has them."""
    git = ["git", "--git-dir", str(home.folder().store)]
    commit = next(found.commit for found in home.state().dag if found.id == node)
    names = _said(*git, "ls-tree", "-r", "--name-only", "-z", commit).split(b"\0")[:-1]
    return {name.decode(): _said(*git, "show", f"{commit}:{name.decode()}") for name in names}


def _said(*words: str) -> bytes:
    return subprocess.run(words, check=True, capture_output=True).stdout
