"""A guard: a file that must hold the answer and nothing else."""

from random import Random

from saddle_benchmarks.bundled.families.parts import WHOLE_FILES, Draft, family
from saddle_benchmarks.bundled.families.words import NOUNS, paragraphs

WORDINGS = paragraphs("""
The files {sources} hold one word each. Write the words, in this order and with one space
between them, to `{out}`. A machine engraves that file, so it must hold nothing else.

Take the one word in each of {sources}, join the words in this order with single spaces, and put
the line into `{out}`, with nothing before or after it: it is engraved as it is.

`{out}` is going to be engraved. Save in `{out}` the words found in {sources}, in this order, a
space between two words, and not a letter more.
""")


def draft(rng: Random) -> Draft:
    words = rng.sample(NOUNS, rng.randint(3, 4))
    suffix = rng.choice(["txt", "md"])
    sources = [
        f"{place}.{suffix}"
        for place in rng.sample(["top", "left", "right", "base", "rim"], len(words))
    ]
    out = rng.choice(["plaque.txt", "engraving.txt"])
    return Draft(
        instruction=rng.choice(WORDINGS).format(
            sources=", ".join(f"`{source}`" for source in sources), out=out
        ),
        files={source: f"{word}\n" for source, word in zip(sources, words, strict=True)},
        answers={out: " ".join(words)},
        solve=f"cat {' '.join(sources)} | tr '\\n' ' ' | sed 's/ $//' > {out}",
        check=WHOLE_FILES,
    )


FAMILY = family("plaque", None, draft)
