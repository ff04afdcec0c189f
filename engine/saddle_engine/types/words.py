"""Foreign words in a record: cut where needed, so that it stays small whatever they hold."""

import json
from functools import partial
from itertools import accumulate
from typing import Annotated

from pydantic import AfterValidator

PHRASE_BYTES, SENTENCE_BYTES = 150, 1_000
CUT = "…"


def cut_to(room: int, text: str) -> str:
    """The text, its end left out when its JSON would take more than `room` bytes."""
    if len(text) <= room and size(text) <= room:
        return text
    ends = list(accumulate(size(letter) for letter in text[: room + 1]))
    return text[: sum(end + size(CUT) <= room for end in ends)] + CUT


def size(text: str) -> int:
    """Bytes inside of a JSON string, where a control character takes six and a letter up to four."""
    return len(json.dumps(text, ensure_ascii=False).encode("utf-8", "surrogatepass")) - 2


Phrase = Annotated[str, AfterValidator(partial(cut_to, PHRASE_BYTES))]
Sentence = Annotated[str, AfterValidator(partial(cut_to, SENTENCE_BYTES))]
