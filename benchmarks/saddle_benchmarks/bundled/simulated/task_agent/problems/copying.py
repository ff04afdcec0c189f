"""Words from files into other files: several small errands, or one exact line."""

import re

from saddle_benchmarks.bundled.simulated.task_agent import instruction as said
from saddle_benchmarks.bundled.simulated.task_agent.replies import Call
from saddle_benchmarks.bundled.simulated.task_agent.scene import Answer, Conclude, Scene

LOOKUP = re.compile(r"extension of (\w+)[^`]*`([^`]+)`")
WORD = re.compile(r"the word `([^`]+)` (?:in|into|to) `([^`]+)`")


def is_errands(text: str) -> bool:
    return "extension" in text and bool(LOOKUP.search(text))


def run_errands(scene: Scene) -> Call | Conclude:
    """Look up each name, and leave the word at the end."""
    text = scene.view.instruction
    book = said.quoted(text)[0]
    call = scene.open(book)
    if call:
        return call
    entries = dict(re.findall(r"^(\w+) (\w+)$", scene.text(book) or "", re.MULTILINE))
    lookups = [Answer(out, entries.get(name, "unknown")) for name, out in LOOKUP.findall(text)]
    return Conclude((*lookups, *(Answer(out, word) for word, out in WORD.findall(text))))


def is_line(text: str) -> bool:
    return "engrav" in text


def join_words(scene: Scene) -> Call | Conclude:
    """Read each file and put the words in a line."""
    text = scene.view.instruction
    files = said.sources(text)
    call = scene.open(*files)
    if call:
        return call
    words = [(scene.text(path) or "").split()[:1] for path in files]
    return Conclude(
        (Answer(said.target(text), " ".join(word for found in words for word in found)),)
    )


PROBLEMS = ((is_errands, run_errands), (is_line, join_words))
