"""Find one entry far down in a long list."""

from random import Random

from saddle_benchmarks.bundled.families.parts import Draft, family
from saddle_benchmarks.bundled.families.words import OPTIONS, PEOPLE, one_of, paragraphs
from saddle_engine.types.taxonomy import SubType

LINE = "parcel {number}: from {name}, {weight} kg, label {label}\n"
LINES = 96
FIRST = 56
"""The entry stands after at least this many lines, about 2,500 characters."""

WORDINGS = paragraphs("""
Which label does parcel {number} have in `{book}`? It is one of {options}. Write the label to
`{out}`.

Look up parcel {number} in `{book}` and put its label into `{out}`. Labels are one of {options}.

Save the label of parcel {number} in `{out}`: it is one of {options}, and `{book}` says which.

`{book}` has a line for each parcel. Write the label of number {number} (it is one of {options})
to `{out}`.
""")


def draft(rng: Random) -> Draft:
    options = rng.choice(OPTIONS)
    numbers = rng.sample(range(1000, 10_000), LINES)
    labels = [rng.choice(options) for _ in numbers]
    wanted = rng.randrange(FIRST, LINES - 8)
    book, out = (
        rng.choice(["parcels.txt", "list.txt", "register.txt"]),
        rng.choice(["label.txt", "answer.txt"]),
    )
    text = "".join(
        LINE.format(number=number, name=rng.choice(PEOPLE), weight=rng.randint(1, 40), label=label)
        for number, label in zip(numbers, labels, strict=True)
    )
    number = numbers[wanted]
    return Draft(
        instruction=rng.choice(WORDINGS).format(
            book=book, number=number, options=one_of(options), out=out
        ),
        files={book: text},
        answers={out: labels[wanted]},
        solve=f"sed -n 's/^parcel {number}: .* label //p' {book} > {out}",
    )


FAMILY = family("archive", SubType.NEW_TOOL, draft)
