"""The signs of the screen in three alphabets: one table, and one cell a sign in each of them."""

import unicodedata
from typing import Literal

from rich.cells import get_character_cell_size

Alphabet = Literal["unicode", "narrow", "ascii"]
ALPHABETS: tuple[Alphabet, ...] = ("unicode", "narrow", "ascii")

TABLE = """
▶▸> ▸▸> ▷▹> ◀◂< ★✭* ☆✩* ◆❖& ◇❖& ●◉o ○⚬- ◌◌- ✓✓+ ✗✗x ⊘⊘! ⚑⚑! ‖ǁ= ·⋅. …⋯~ ››> ‹‹<
»»> ««< ⏎⏎< →⇢> ←⇠< ↑⇡^ ↓⇣v ↔⇹- ▲▴^ ▼▾v △▵^ ▽▿v ±∓~ ×⨯x ÷∻/ ≤⩽< ≥⩾> ≈⩰~ ≠⟊! ∆▵d
Δ▵d −−- –‒- —‒- ‘‛' ’‛' “‟" ”‟" •∙o °∘o ↯↯~ ⟳⟳@ ─╌- ━╍= │╎| ┃╏| ┊╎: ┆╎: ┈╌- ┄╌-
╌╌- ╎╎| ═╍= ║╏| ┌╶+ ┐╴+ └╶+ ┘╴+ ├╎+ ┤╎+ ┬╌+ ┴╌+ ┼╌+ ╭╶. ╮╴. ╯╴' ╰╶' ╞╎+ ╡╎+ ┝╎+
┠╎+ ┨╎+ ┯╌+ ┷╌+ ╴╴- ╵╵' ╶╶- ╷╷, ╼╼- ╾╾- ▁⣀_ ▂⣀_ ▃⣤. ▄⣤- ▅⣶= ▆⣶+ ▇⣿* █⣿# ▀⠛' ▌⡇[
▐⢸] ▏⡇| ▎⡇| ▍⡇| ▋⡇[ ▊⣷[ ▉⣷[ ▕⢸| ▔⠉' ░░. ▒⢕: ▓⢿% ■▪# □▫- ▪▪# ▫▫- ↻↻@
"""
"""Each sign in `unicode`, in `narrow` (nothing that some terminals draw two cells wide) and in `ascii`."""
SIGNS = TABLE.split()


BRAILLE = range(0x2800, 0x2900)
DOTS = " ..::**##"
"""Braille by its number of dots: how dark a cell of a drawing is."""
UNKNOWN = "?"


class Letters(dict[int, str]):
    """For `str.translate`; every character keeps its number of cells."""

    def __init__(self, alphabet: Alphabet) -> None:
        place = ALPHABETS.index(alphabet)
        super().__init__({ord(sign[0]): sign[place] for sign in SIGNS})
        self._alphabet = alphabet

    def __missing__(self, code: int) -> str:
        """A foreign letter: itself where it can be drawn, else a question mark a cell."""
        shown = chr(code)
        if not self._drawn(shown):
            code_in_braille = code in BRAILLE
            dots = DOTS[(code - BRAILLE.start).bit_count()] if code_in_braille else UNKNOWN
            shown = dots * get_character_cell_size(shown)
        self[code] = shown
        return shown

    def _drawn(self, char: str) -> bool:
        match self._alphabet:
            case "ascii":
                return char.isascii()
            case "narrow":
                return unicodedata.east_asian_width(char) != "A"
            case _:
                return True


LETTERS = {alphabet: Letters(alphabet) for alphabet in ALPHABETS}


def spell(text: str, alphabet: Alphabet) -> str:
    """The text in an alphabet, cell by cell."""
    return text if text.isascii() else text.translate(LETTERS[alphabet])
