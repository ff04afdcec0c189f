"""The archive for a report of a bug: nothing of anybody's is in it, and it can always be made."""

import base64
import getpass
import io
import json
import os
import sqlite3
import stat
import tarfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest

from saddle_engine import events as ev
from saddle_engine.errors import ConfigError
from saddle_engine.types.base import HintId
from saddle_runs.folder import RunFolder
from saddle_tui import cli
from saddle_tui.bundle import archive, journal
from saddle_tui.bundle.bundle import write_bundle
from saddle_tui.bundle.redacting import Redactor
from saddle_tui.bundle.withholding import Withholding
from saddle_tui.settings import Settings
from tests.tui.stories import Story, engine, write_run

CANARY = "Xq7canaryZ9"
PEM = f"-----BEGIN OPENSSH PRIVATE KEY-----\n{CANARY}\n{CANARY}\n-----END OPENSSH PRIVATE KEY-----"
SECRETS = (
    f"sk-ant-api03-{CANARY}", f"Authorization: Bearer {CANARY}==", f"authorization=Basic {CANARY}", "AKIAXQ7CANARYZ9ABCDE",
    f"ghp_{CANARY}0123456789", f"github_pat_{CANARY}0123", f"glpat-{CANARY}0123", f"xoxb-12-{CANARY}",
    f"https://user:{CANARY}@example.org/x", f"postgres://{CANARY}@db/x", f"OPENAI_API_KEY={CANARY}",
    f"export DB_PASSWORD='{CANARY} {CANARY}'", f'"x-api-key": "{CANARY}"', f"aws_secret_access_key = {CANARY}",
    f"?token={CANARY}&a=1", f"Cookie: {CANARY}", f"{CANARY}@example.org", f"/home/{CANARY}/runs", f"/srv/{CANARY}/x.py",
    f"File \"/data/{CANARY}/saddle.py\", line 3", f"eyJ{CANARY}.{CANARY}.{CANARY}", "10.11.12.13", f"psql --password {CANARY}", f"https://hooks.slack.com/services/T0/{CANARY}", PEM,
    f"xai-{CANARY}0123456789", f"wJalrXUtnFEMI/{CANARY}/bPxRfiCYEXAMPL", f"Cookie: a=1; b={CANARY}", f"https://example.org/x?sig={CANARY}",
    f"file:///home/{CANARY}/x", f"~{CANARY}/x", f'File "/srv/{CANARY} and {CANARY}/x.py"', f"{CANARY}@localhost", "2001:db8::cafe:1", "fe80::1%eth0",
    "de:ad:be:ef:00:01",
)  # fmt: skip
PLANTED = (
    CANARY.lower(), "AKIAXQ7CANARYZ9ABCDE".lower(), "10.11.12.13", "cafe:1", "fe80", "de:ad:be",
)  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "2026-11-30 17:22:15,643 INFO saddle_tui.engine: working on run 6g3ky4ej as process 10067",
        'File "/usr/lib/python3.11/asyncio/base_events.py", line 653, in run_until_complete',
        "blob cd0ac7f33a22a15df5944490eceb408ae6819331b6d4a0e485ed7c7ad26f4a5f is not in the journal",
        "the trees 522a43536ac9cd5a1a1d20d0aaa1f7c162ab71c9 and 41ebd9881d77a6aa9485428a4440dd368de950f3",
        "TimeoutError: no answer within 30 s; MultipleValidationErrors? why: ExceptionGroup (2 sub-exceptions)",
        "saddle_engine.errors.JournalError: opening run.db failed: SQLITE_READONLY_DIRECTORY at 0:12:30",
    ],
)
def test_a_line_of_our_own_stays_as_it_is(line: str) -> None:
    assert Redactor({})(line) == line


def hits(files: dict[str, bytes]) -> list[str]:
    return [
        f"{name}: {planted}"
        for name, content in files.items()
        for planted in PLANTED
        if planted in (name + content.decode()).lower()
    ]


def unpacked(path: Path) -> dict[str, bytes]:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path) as opened:
            return {name.partition("/")[2]: opened.read(name) for name in opened.namelist()}
    with tarfile.open(path) as opened:
        return {
            each.name.partition("/")[2]: found.read()
            for each in opened
            if (found := opened.extractfile(each))
        }


def story(text: str = CANARY) -> Story:
    told = Story(text=text)
    settings = Settings.model_validate({"harness": {"path": f"/srv/{text}/my agent/{text}"}})
    config = json.loads(settings.model_dump_json())
    config["model"]["task"] |= {"base_url": f"https://{text}.example.org:8/v1", "name": text}
    config["prices"] = {text: {"input": 1.0, "output": 2.0}}
    config["benchmark"] |= {text: [text, {text: text}]}
    told.start(name=text, version=text, config=told.keep(json.dumps(config)), forked_from=text)
    told.seed().grow(0.75, "n0").decline("n1").learn(text)
    command = ev.CommandAccepted(command=text, verb="hint", actor=text, about=text, reason=text)
    hint = ev.HintGiven(hint=HintId("h1"), text=text, by=text)
    return told.add(command, hint, ev.RunFailed(error=f"{text} broke"))


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / CANARY / "state"))
    monkeypatch.setenv("MY_ODD_TOKEN", f"odd-{CANARY}-value")
    monkeypatch.setenv("TERM", f"xterm-{CANARY}@example.org")
    folder = write_run(tmp_path / CANARY / "home", story())
    said = "\n".join(SECRETS)
    odd = f"odd-{CANARY}-value {base64.b64encode(f'odd-{CANARY}-value'.encode()).decode()}"
    odd += f" no {CANARY}.example.org:8 there"
    lines = f"it met {CANARY} broke in {folder.path}/run.db\n{odd}\nread /srv/{CANARY}/my agent/{CANARY}\n{said}\n"
    reports = tmp_path / CANARY / "state" / "saddle-tui" / "reports"
    reports.mkdir(parents=True)
    for path in (folder.log, folder.path / "screen.log", reports / f"{folder.id}-7.txt"):
        path.write_text(lines)
    return folder


@pytest.mark.parametrize("ending", ["tar.gz", "zip"])
def test_no_text_key_name_or_place_is_in_it(run: RunFolder, tmp_path: Path, ending: str) -> None:
    write_bundle(run, tmp_path / f"b.{ending}", with_texts=False)
    files = unpacked(tmp_path / f"b.{ending}")

    assert hits(files) == []
    assert base64.b64encode(f"odd-{CANARY}-value".encode())[:20] not in files["engine.log"]
    assert {"README.txt", "manifest.json", "journal.jsonl", "config.json", "verify.txt"} <= set(
        files
    )
    assert {"engine.log", "screen.log", "reports/1.txt", "summary.json"} <= set(files)
    assert str(tmp_path) not in b"".join(files.values()).decode()


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret[:20])
def test_what_looks_like_a_secret_is_taken_out_of_a_line(secret: str) -> None:
    assert hits({"": Redactor({})(f"before {secret} after").encode()}) == []
    assert "before " in Redactor({})(f"before {secret} after")


@pytest.mark.parametrize(
    "part", ["a", "a.", "a-", "key", "1.", '"/', "~a", "a:", "a@", "://a", "A1b,"]
)
def test_a_long_word_in_a_log_keeps_nobody_waiting(part: str) -> None:
    begun = time.process_time()
    Redactor({})((part * 200_000)[:200_000])

    assert time.process_time() - begun < 5


def test_what_helps_to_find_a_bug_stays(run: RunFolder, tmp_path: Path) -> None:
    write_bundle(run, tmp_path / "b.zip", with_texts=False)
    files = unpacked(tmp_path / "b.zip")
    records = [json.loads(line) for line in files["journal.jsonl"].splitlines()]
    manifest = json.loads(files["manifest.json"])

    assert [each["seq"] for each in records] == list(range(1, len(records) + 1))
    kept = next(each["event"] for each in records if each["event"]["kind"] == "NodeAdmitted")
    assert (kept["node"], kept["dev"], len(kept["tree"])) == ("n0", 0.5, 40)
    assert {"python", "sqlite", "textual", "saddle-tui"} <= set(manifest["versions"])
    assert any("git" in line for line in manifest["doctor"])
    assert json.loads(files["summary.json"])["nodes"][1]["parents"] == ["n0"]
    assert json.loads(files["config.json"])["sandbox"]["image"] == "python:3.11-slim-bookworm"


def _filled(kind: type[ev.Event]) -> dict[str, Any]:
    """Every field that can hold a text holds the canary, whatever its type says."""
    open_to_text = {
        name: CANARY
        for name, field in kind.model_fields.items()
        if name != "kind" and str not in get_args(field.annotation)
    }
    return {"kind": kind.__name__} | open_to_text


@pytest.mark.parametrize("kind", get_args(get_args(ev.AnyEvent)[0]), ids=lambda kind: kind.__name__)
def test_no_field_of_any_event_lets_a_text_through(kind: type[ev.Event]) -> None:
    bare = Withholding().bare(_filled(kind) | {CANARY: {CANARY: [CANARY]}})

    assert bare["kind"] == kind.__name__
    assert CANARY not in json.dumps(bare)


def test_a_key_of_forty_hex_digits_stays_only_where_a_digest_belongs() -> None:
    token = "0123456789abcdef" * 2 + "01234567"

    bare = Withholding().bare({"reason": token, "tree": token})

    assert bare["tree"] == token
    assert bare["reason"] == "<40 characters, text 1>"


def test_what_stands_for_a_text_tells_which_are_the_same_and_nothing_to_guess_it_by() -> None:
    withheld = Withholding()

    assert [withheld.bare(each) for each in ("acme", "emca", "acme")] == [
        "<4 characters, text 1>", "<4 characters, text 2>", "<4 characters, text 1>",
    ]  # fmt: skip
    assert withheld.without("at acme") == "at <4 characters, text 1>"
    assert Withholding().bare("emca") == "<4 characters, text 1>"


def test_with_texts_they_are_in_it_without_the_keys(tmp_path: Path) -> None:
    told = (
        Story(text="Read on")
        .start()
        .learn(f"mind sk-ant-{CANARY} and {getpass.getuser()}@host.org")
    )

    write_bundle(write_run(tmp_path / "home", told), tmp_path / "b.zip", with_texts=True)

    said = unpacked(tmp_path / "b.zip")["journal.jsonl"].decode()
    assert "Read on" in said
    assert "mind <key> and" in said
    assert "host.org" not in said


def test_it_is_the_same_for_the_same_run_and_only_ours_to_read(
    run: RunFolder, tmp_path: Path
) -> None:
    for name in ("a.tar.gz", "b.tar.gz"):
        write_bundle(run, tmp_path / name, with_texts=False)

    assert (tmp_path / "a.tar.gz").read_bytes() == (tmp_path / "b.tar.gz").read_bytes()
    assert stat.S_IMODE((tmp_path / "a.tar.gz").stat().st_mode) == 0o600


def test_nothing_is_overwritten_and_nothing_half_is_left(tmp_path: Path) -> None:
    taken, linked = tmp_path / "a.zip", tmp_path / "b.zip"
    taken.write_text("mine")
    linked.symlink_to(tmp_path / "elsewhere.zip")
    for path in (taken, linked, tmp_path / "a.rar", tmp_path / "none" / "a.zip"):
        with pytest.raises(ConfigError, match="--bundle"):
            archive.write_archive(path, "top", {"a": b"a"})
    with pytest.raises(TypeError):
        archive.write_archive(tmp_path / "c.tar.gz", "top", {"a": None})  # type: ignore[dict-item]

    assert taken.read_text() == "mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.zip", "b.zip"]


def _torn(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[:8192] + os.urandom(8192) + content[16384:])


def _newer(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
        connection.execute(
            "INSERT INTO journal VALUES (900, 1.0, 'Later', '', ?)",
            (json.dumps({"kind": "Later", CANARY: CANARY, "node": "n7"}),),
        )


def _strange(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        for seq, body in enumerate(("no json", "[" * 100_000, '"x"', "null"), 900):
            connection.execute("INSERT INTO journal VALUES (?, 1.0, '', '', ?)", (seq, body))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "gone": lambda path: path.unlink(), "empty": lambda path: path.write_bytes(b""), "no database": lambda path: path.write_text("x" * 9000),
    "truncated": lambda path: os.truncate(path, 20_000), "torn": _torn, "newer": _newer, "strange": _strange,
}  # fmt: skip


@pytest.mark.parametrize("how", DAMAGE)
def test_of_a_damaged_run_it_holds_what_can_be_had(
    run: RunFolder, tmp_path: Path, how: str
) -> None:
    DAMAGE[how](run.database)

    _, left_out = write_bundle(run, tmp_path / "b.zip", with_texts=False)

    files = unpacked(tmp_path / "b.zip")
    told = ("manifest.json", "journal.jsonl", "verify.txt")
    assert hits({name: files[name] for name in told}) == []
    assert files["engine.log"]
    assert files["verify.txt"].startswith(b"BROKEN")
    assert left_out
    if how not in {"newer", "strange"}:
        assert any("may stand in the logs" in each for each in left_out)
    assert (b'"Later"' in files["journal.jsonl"]) is False
    if how in {"newer", "strange"}:
        assert files["journal.jsonl"].count(b"\n") > 20


def test_a_run_without_logs_or_beginning_has_one_too(tmp_path: Path) -> None:
    folder = write_run(tmp_path / "home", Story())
    folder.log.unlink()

    _, left_out = write_bundle(folder, tmp_path / "b.zip", with_texts=False)

    assert "README.txt" in unpacked(tmp_path / "b.zip")
    assert any(each.startswith("engine.log") for each in left_out)
    assert any(each.startswith("config.json") for each in left_out)


def test_of_a_run_at_work_it_holds_what_is_there(run: RunFolder, tmp_path: Path) -> None:
    with engine(run):
        size, _ = write_bundle(run, tmp_path / "b.zip", with_texts=False)

    assert size > 1000
    assert unpacked(tmp_path / "b.zip")["journal.jsonl"].count(b"\n") > 20


def test_a_lone_file_has_one(run: RunFolder, tmp_path: Path) -> None:
    lone = tmp_path / f"{CANARY}.db"
    with sqlite3.connect(run.database) as source, sqlite3.connect(lone) as copy:
        source.backup(copy)

    of_it = RunFolder(tmp_path, run.id, "lone", file=lone, asked_from=tmp_path)
    write_bundle(of_it, tmp_path / "b.zip", with_texts=False)

    files = unpacked(tmp_path / "b.zip")
    assert hits(files) == []
    assert files["journal.jsonl"].count(b"\n") > 20


def test_of_a_long_run_the_beginning_and_the_end_are_in_it(
    run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal, "FIRST", 3)
    monkeypatch.setattr(journal, "LAST", 4)

    _, left_out = write_bundle(run, tmp_path / "b.zip", with_texts=False)

    lines = unpacked(tmp_path / "b.zip")["journal.jsonl"].splitlines()
    numbers = [json.loads(line)["seq"] for line in lines]
    assert numbers == [1, 2, 3, *range(numbers[-1] - 3, numbers[-1] + 1)]
    assert f"records 4 to {numbers[-1] - 4}: the journal is too long" in left_out
    assert any("may stand in the logs" in each for each in left_out)


def test_more_texts_than_are_remembered_are_told(
    run: RunFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, before = write_bundle(run, tmp_path / "a.zip", with_texts=False)
    monkeypatch.setattr("saddle_tui.bundle.withholding.KEPT", 1)
    _, left_out = write_bundle(run, tmp_path / "b.zip", with_texts=False)

    assert not any("may stand in the logs" in each for each in before)
    assert any("may stand in the logs" in each for each in left_out)


def test_the_command_says_what_is_not_in_it_and_how_to_read_it(
    run: RunFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = str(run.path.parent.parent)
    to = tmp_path / "a b.tar.gz"
    run.log.unlink()

    assert cli.main(["--home", home, "show", "--bundle", str(to)]) == 0
    said = capsys.readouterr().out

    assert f"bundle of {run.name}: {to}, " in said
    assert "engine.log: there is none" in said
    assert f"tar xzOf '{to}' | less" in said
    assert cli.main(["--home", home, "show", "--bundle", str(to)]) == 2
    assert cli.main(["--home", home, "show", "--with-texts"]) == 2
    assert "exists; name a new file" in capsys.readouterr().err


def test_a_tar_of_it_is_one_that_any_tar_reads(tmp_path: Path) -> None:
    archive.write_archive(tmp_path / "a.tgz", "top", {"a": b"1", "reports/1.txt": b"2"})

    with tarfile.open(fileobj=io.BytesIO((tmp_path / "a.tgz").read_bytes()), mode="r:gz") as opened:
        assert opened.getnames() == ["top/a", "top/reports/1.txt"]
        assert {each.mtime for each in opened} == {0}
