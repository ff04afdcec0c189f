"""Foreign words of a made-up run: plain, wide, or such as act on a terminal."""

from random import Random

from tests.synthetic.shape import Shape
from tests.tui.hostile import BITS

PLAIN = (
    "read the last line again before you answer", "the depot has moved to the north gate",
    "count the crates by colour", "no such file: notes/plan.txt", "retry with a longer timeout",
    "the answer was 42, not 24", "stop early when nothing is left to do", "check the unit",
)  # fmt: skip
WIDE = (
    "再次阅读最后一行然后回答", "仓库已经搬到北门", "色ごとに木箱を数える", "파일이 없습니다",
    "もう一度長い時間で試す", "答案是四十二", "何も残っていないなら早く止まる", "단위를 확인하세요",
)  # fmt: skip


class Words:
    """Texts that repeat themselves, so that a run of any length has few of them."""

    def __init__(self, shape: Shape) -> None:
        self._random = Random(f"words {shape.seed}")
        self._some = [*PLAIN]
        if shape.cjk:
            self._some = [*WIDE]
        if shape.hostile:
            # An engine's events can hold everything but half a character.
            self._some += [bit.encode("utf-8", "replace").decode() for bit in BITS]

    def phrase(self, limit: int = 200) -> str:
        """A few words, at most so many characters."""
        return " ".join(self._random.choices(self._some, k=2))[:limit]

    def name(self, word: str, limit: int = 60) -> str:
        """A name that begins with a word of ours."""
        return f"{word} {self._random.choice(self._some)}"[:limit]

    def page(self, lines: int = 12) -> str:
        """Several lines."""
        return "\n".join(self.phrase() for _ in range(lines))
