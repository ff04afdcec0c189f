"""Copying: it goes wherever it may arrive, always into a file, and nobody is told more than is known."""

import base64
import stat
from pathlib import Path

import pytest

from saddle_tui.term.clipboard import LONGEST, copy, last_copied
from saddle_tui.text.safe import clean, joined


def _copied(text: str, folder: Path, **environ: str) -> tuple[str, list[str]]:
    sent = list[str]()
    told = copy(clean(text), sent.append, {"XDG_STATE_HOME": str(folder), **environ})
    return told, sent


def test_a_terminal_is_sent_the_text_and_the_file_has_it(tmp_path: Path) -> None:
    told, sent = _copied("héllo", tmp_path, TERM="xterm-256color")

    path = tmp_path / "saddle-tui" / "clip" / "last.txt"
    assert sent == [f"\x1b]52;c;{base64.b64encode('héllo'.encode()).decode()}\x07"]
    assert told == f"sent to the terminal's clipboard (5 characters); also in {path}"
    assert path.read_text() == "héllo"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("environ", "why"),
    [
        ({"STY": "1.pts", "TERM": "screen"}, "GNU screen hands nothing to the clipboard"),
        ({"TERM": "linux"}, "this terminal has no clipboard"),
    ],
)
def test_where_there_is_no_way_to_a_clipboard_only_the_file_is_named(
    tmp_path: Path, environ: dict[str, str], why: str
) -> None:
    told, sent = _copied("x", tmp_path, **environ)

    assert sent == []
    assert told.startswith(why)
    assert str(last_copied({"XDG_STATE_HOME": str(tmp_path)})) in told


def test_a_text_too_long_for_a_terminal_is_in_the_file(tmp_path: Path) -> None:
    text = "".join(f"{number}," for number in range(20_000))
    assert len(text) > LONGEST

    sent = list[str]()
    lines = [clean(text[at : at + 1000]) for at in range(0, len(text), 1000)]
    told = copy(joined(lines), sent.append, {"XDG_STATE_HOME": str(tmp_path)})

    assert sent == []
    assert told.startswith("too long for a terminal's clipboard")
    assert last_copied({"XDG_STATE_HOME": str(tmp_path)}).read_text() == joined(lines)


def test_a_file_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    told, sent = _copied("x", tmp_path / "file", TERM="xterm")

    assert len(sent) == 1
    assert "could not be written to" in told


def test_nobody_is_ever_told_that_a_terminal_took_it(tmp_path: Path) -> None:
    told, _ = _copied("x", tmp_path, TERM="xterm")

    assert "copied" not in told


def test_a_tmux_that_is_gone_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))

    told, sent = _copied("x", tmp_path, TMUX="/none,1,0", TERM="tmux-256color")

    assert sent == []
    assert told.startswith("tmux did not take it")
