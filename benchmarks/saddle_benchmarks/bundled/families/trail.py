"""Follow notes from one to the next."""

from itertools import pairwise
from random import Random

from saddle_benchmarks.bundled.families.parts import Draft, family
from saddle_benchmarks.bundled.families.words import FOLDERS, NOUNS, paragraphs
from saddle_engine.types.taxonomy import SubType

LENGTHS = (9, 9, 9, 9, 10, 12)
"""How many notes have to be read; drawn evenly."""

WORDINGS = paragraphs("""
`{first}` is the first of a trail of notes: each names the next one, the last holds a word.
Write the word to `{out}`.

Follow the trail of notes that begins with `{first}`. At its end is a word; put it into `{out}`.

Somebody left a trail of notes, and each note says where the next one is. Start at `{first}`, go
to the end and save the word you find there in `{out}`.
""")
STEPS = ("Go on to `{next}`.", "The next note is `{next}`.", "See `{next}`.")


def draft(rng: Random) -> Draft:
    names = [f"{noun}.txt" for noun in rng.sample(NOUNS, rng.choice(LENGTHS))]
    folder = rng.choice(["", f"{rng.choice(FOLDERS)}/"])
    paths = [folder + name for name in names]
    word, out = rng.choice(NOUNS), rng.choice(["word.txt", "answer.txt"])
    step = rng.choice(STEPS)
    notes = {path: step.format(next=following) + "\n" for path, following in pairwise(paths)}
    notes[paths[-1]] = f"This is the end. The word is {word}.\n"
    return Draft(
        instruction=rng.choice(WORDINGS).format(first=paths[0], out=out),
        files=notes,
        answers={out: word},
        solve=f"sed -n 's/.*word is \\(.*\\)\\./\\1/p' {folder or './'}*.txt > {out}",
    )


FAMILY = family("trail", SubType.INFRASTRUCTURE_CHANGE, draft)
