"""Signs in three alphabets: what a terminal cannot draw is never sent, and nothing moves."""

import ast
import unicodedata
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

import saddle_tui
from saddle_tui.term.abilities import FEW, NONE, PALETTE, TRUE_COLOUR, abilities, colours
from saddle_tui.text.alphabets import BRAILLE, LETTERS, SIGNS, Alphabet, spell
from saddle_tui.text.safe import clean
from tests.tui.hostile import HOSTILE

ROOT = Path(saddle_tui.__file__).parent
SHOWS = ("widgets", "screens", "drawing", "actions", "trace")
"""Folders whose texts stand on the screen."""


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_takes_one_cell_in_every_alphabet(sign: str) -> None:
    unicode, narrow, plain = sign[0], sign[1], sign[2]

    assert [cell_len(each) for each in sign] == [1, 1, 1]
    assert unicodedata.east_asian_width(narrow) in {"N", "Na"}
    assert plain.isascii()
    assert plain.isprintable()
    assert spell(unicode, "narrow") == narrow
    assert spell(unicode, "ascii") == plain


def test_no_sign_is_told_twice() -> None:
    assert len({sign[0] for sign in SIGNS}) == len(SIGNS)


@pytest.mark.parametrize("alphabet", ["narrow", "ascii"])
@given(text=st.text(max_size=40))
def test_spelling_keeps_every_cell_in_its_place(alphabet: Alphabet, text: str) -> None:
    shown = clean(text)
    spelled = spell(shown, alphabet)

    assert sum(map(cell_len, spelled)) == sum(map(cell_len, shown))
    assert spelled.isprintable()


def test_plain_letters_are_all_that_ascii_sends() -> None:
    spelled = spell(clean(HOSTILE) + "héllo 界 ● ⣿⠁⠀ e\u0301", "ascii")

    assert spelled.isascii()
    assert spelled.endswith("h?llo ?? o #.  e")


def test_narrow_sends_nothing_that_some_terminals_draw_two_cells_wide() -> None:
    spelled = spell("● ─ … é Ω я ±", "narrow")

    assert not [char for char in spelled if unicodedata.east_asian_width(char) == "A"]


def test_every_sign_that_the_screen_draws_has_a_place_in_the_table() -> None:
    """Others would be question marks where only plain letters can be drawn."""
    known = set(LETTERS["unicode"])
    drawn = {
        char for file in _files() for text in _texts(file) for char in text if not char.isascii()
    }

    assert (
        sorted(char for char in drawn if ord(char) not in known and ord(char) not in BRAILLE) == []
    )


def _files() -> Iterator[Path]:
    for folder in SHOWS:
        yield from (ROOT / folder).rglob("*.py")
    yield from ROOT.glob("*.py")


def _texts(file: Path) -> Iterator[str]:
    """String literals that are no docstrings."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    told = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@pytest.mark.parametrize(
    ("term", "encoding", "alphabet"),
    [
        ("xterm-256color", "UTF-8", "unicode"),
        ("xterm-256color", "utf8", "unicode"),
        ("tmux-256color", "UTF-8", "unicode"),
        ("xterm-256color", "ANSI_X3.4-1968", "ascii"),
        ("xterm-256color", "ISO-8859-1", "ascii"),
        ("xterm-256color", "no such thing", "ascii"),
        ("linux", "UTF-8", "ascii"),
        ("vt100", "UTF-8", "ascii"),
    ],
)
def test_the_locale_and_term_choose_the_alphabet(term: str, encoding: str, alphabet: str) -> None:
    assert abilities({"TERM": term}, encoding).alphabet == alphabet


@pytest.mark.parametrize(
    ("environ", "many", "theme"),
    [
        ({"TERM": "xterm-256color"}, PALETTE, "dark"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, TRUE_COLOUR, "dark"),
        ({"TERM": "xterm-kitty"}, PALETTE, "dark"),
        ({"TERM": "alacritty"}, PALETTE, "dark"),
        ({"TERM": "foot-extra"}, PALETTE, "dark"),
        ({"TERM": "xterm-direct"}, TRUE_COLOUR, "dark"),
        ({"TERM": "screen", "COLORTERM": "truecolor"}, TRUE_COLOUR, "dark"),
        ({"TERM": "screen", "STY": "1", "COLORTERM": "truecolor"}, FEW, "ansi"),
        ({"TERM": "vt100", "COLORTERM": "truecolor"}, NONE, "mono"),
        ({"TERM": "xterm"}, FEW, "ansi"),
        ({"TERM": "linux"}, FEW, "ansi"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, NONE, "mono"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, PALETTE, "dark"),
    ],
)
def test_colours_are_counted_as_the_environment_tells(
    environ: dict[str, str], many: int, theme: str
) -> None:
    assert colours(environ) == many
    assert abilities(environ, "UTF-8").theme == theme
