"""Say how large a file is."""

from random import Random

from saddle_benchmarks.bundled.families.parts import Draft, family
from saddle_benchmarks.bundled.families.words import NOUNS, paragraphs
from saddle_engine.types.taxonomy import SubType

WORDINGS = paragraphs("""
How large is `{file}`, in {unit}? Write only the number to `{out}`.

Write the size of `{file}` to `{out}`, as a number of {unit}.

We must report the size of `{file}`. Put it into `{out}`, counted in {unit}.

Save in `{out}` how many {unit} the file `{file}` has.
""")
KILO = 1024


def draft(rng: Random) -> Draft:
    in_bytes = rng.random() < 0.6
    size = rng.randint(6, 28) * KILO + (rng.randint(1, KILO - 1) if in_bytes else 0)
    file = f"{rng.choice(NOUNS)}.{rng.choice(['dat', 'img', 'log'])}"
    out = rng.choice(["size.txt", "answer.txt"])
    text = " ".join(rng.choices(NOUNS, k=size // 5))[: size - 1] + "\n"
    unit = "bytes" if in_bytes else "kilobytes of 1024 bytes"
    divisor = 1 if in_bytes else KILO
    return Draft(
        instruction=rng.choice(WORDINGS).format(file=file, out=out, unit=unit),
        files={file: text},
        answers={out: str(size // divisor)},
        solve=f"echo $(($(wc -c < {file}) / {divisor})) > {out}",
    )


FAMILY = family("storage", SubType.DESCRIPTION_FIX, draft)
