"""Every command, on a run whose every text is hostile and with hostile words: nothing that it prints acts."""

import shutil
from pathlib import Path

import pytest

from saddle_runs.folder import RunFolder
from saddle_tui import cli
from tests.tui.hostile import ESCAPES, HIDDEN, MARKUP, violations
from tests.tui.stories import Story, write_run

BAD = f"{''.join(ESCAPES)}{''.join(MARKUP)}{HIDDEN}\r\b".encode("utf-8", "replace").decode()
SHORT = "\x1b]0;evil\x07\u202e"
STEERS = (
    ("pause", SHORT), ("resume",), ("phase", SHORT), ("seal",), ("limit", SHORT, "1"), ("limit", "usd", SHORT),
    ("hold", SHORT), ("approve", SHORT), ("veto", "p1"), ("edit", SHORT, SHORT), ("defer", "p1"), ("comment", "p1", BAD),
    ("undo", SHORT), ("cancel", SHORT), ("requeue", "r1"), ("pin", SHORT), ("hint", BAD), ("abort", SHORT), (SHORT,),
)  # fmt: skip
COMMANDS: dict[str, tuple[tuple[str, ...], ...]] = {
    "demo": (("--policy", SHORT), ("--theme", SHORT)),
    "run": ((BAD,), ("bad.toml", "--name", SHORT), ("bad.toml",)),
    "attach": ((SHORT,), (), ("--keys", SHORT)),
    "replay": (
        (SHORT,),
        (),
        ("--at", SHORT),
        ("--speed", SHORT),
        ("--size", SHORT),
        ("--svg", SHORT),
        ("--cast", f"{SHORT}/a"),
        ("--svg", "b.svg", "--at", SHORT),
        ("--cast", "b.cast", "--until", SHORT),
        ("--cast", "c.cast", "--at", "end"),
    ),
    "stop": ((SHORT,), (f"./{SHORT}",), ()),
    "resume": ((SHORT,), ("--limit", SHORT)),
    "runs": ((), ("--json",)),
    "show": (
        (),
        ("--json",),
        (SHORT,),
        (f"./{SHORT}",),
        ("--example",),
        ("--bundle", SHORT),
        ("--bundle", f"{SHORT}.zip"),
    ),
    "report": (
        (),
        ("--json",),
        (SHORT,),
        ("--to", SHORT),
        ("--to", f"{SHORT}.md"),
        ("--to", f"{SHORT}.html"),
    ),
    "steer": tuple((*words, *more) for words in STEERS for more in ((), ("--json", "--dry-run"))),
    "fork": (("demo", SHORT), (SHORT, "n1"), (f"./{SHORT}", "n1"), ("demo", "n1", "--name", SHORT)),
    "export": (("--to", SHORT), ("--node", SHORT, "--to", "there"), ("--branch", SHORT)),
    "triage": (
        ("--list",),
        ("--json",),
        ("--choose", SHORT),
        ("--choose", "p1", "--reason", BAD),
        ("--comment", "p1", BAD),
        ("--list",),
        ("--move", "p1", SHORT),
        ("--edit", SHORT),
        ("--resolve", SHORT),
        ("--dry-run",),
        ("--pr",),
        ("--pr", SHORT),
        ("--branch", SHORT),
        ("--to", SHORT),
        ("--undo",),
        ("--leave", "p1,p2"),
        ("--dry-run", "--json"),
        (SHORT,),
    ),
    "verify": ((), (SHORT,), (f"./{SHORT}",)),
    "eval": ((SHORT,), ("demo:n1", "--against", SHORT), ("demo:n1",)),
    "estimate": (("bad.toml",), (SHORT,)),
    "doctor": (("bad.toml",),),
    "reset": ((SHORT,),),
    "engine": ((SHORT,),),
}
CALLS = [(name, *words) for name, calls in COMMANDS.items() for words in calls]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    story = Story(text=BAD).start(name=BAD, version=BAD[:9]).seed().grow(0.75, "n0")
    return write_run(tmp_path_factory.mktemp("hostile") / "home", story.decline("n1"))


@pytest.mark.parametrize("words", [("show",), ("verify",), ("export", "--to", "there"), ("stop",)])
def test_nothing_acts_of_a_file_with_a_hostile_name(
    run: RunFolder,
    words: tuple[str, ...],
    tmp_path: Path,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    file = shutil.copy(run.database, tmp_path / f"{SHORT}.db")

    cli.main(["--home", str(tmp_path), words[0], str(file), *words[1:]])

    printed = b"".join(capfdbinary.readouterr())
    assert printed
    assert violations(printed) == []


def test_every_command_is_tried() -> None:
    assert set(COMMANDS) == set(cli.COMMANDS)


@pytest.mark.parametrize("words", CALLS, ids=lambda words: ascii(" ".join(words))[:40])
def test_nothing_that_any_command_prints_acts(
    run: RunFolder,
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SADDLE_HOME", str(run.path.parent.parent))
    (tmp_path / "bad.toml").write_text(
        f'{SHORT!r} = 1\n[harness]\nbundled = "{SHORT}"\n'.replace("'", '"')
    )

    try:
        code = cli.main(words)
    except SystemExit as end:  # wrong usage, in the words of argparse
        code = end.code if isinstance(end.code, int) else 1

    printed = capfdbinary.readouterr()
    assert violations(printed.out + printed.err) == []
    assert code in {0, 1, 2, 3, 4}
