"""Add up one person's payments."""

from random import Random

from saddle_benchmarks.bundled.families.parts import Draft, family
from saddle_benchmarks.bundled.families.words import PEOPLE, paragraphs
from saddle_engine.types.taxonomy import SubType

WORDINGS = paragraphs("""
`{book}` lists payments, one a line: day, name, amount. Add up everything that {name} paid and
write the sum to `{out}`.

How much did {name} pay in all? The payments are in `{book}`, a line each with day, name and
amount. Put the total into `{out}`.

In `{book}` every line is a payment: the day, who paid, and how much. Save the total of all
payments by {name} in `{out}`.

We need one figure in `{out}`: the sum of what {name} has paid according to `{book}` (columns:
day, name, amount). Write it to that file.
""")


def draft(rng: Random) -> Draft:
    people = rng.sample(PEOPLE, 5)
    name = people[0]
    payers = [name] * rng.randint(5, 8) + [
        rng.choice(people[1:]) for _ in range(rng.randint(16, 24))
    ]
    rng.shuffle(payers)
    rows = [
        (f"{rng.randint(1, 28):02}/{rng.randint(1, 12):02}", payer, rng.randint(11, 480))
        for payer in payers
    ]
    book, out = (
        rng.choice(["payments.txt", "book.txt", "cash.txt"]),
        rng.choice(["sum.txt", "total.txt"]),
    )
    total = sum(amount for _, payer, amount in rows if payer == name)
    return Draft(
        instruction=rng.choice(WORDINGS).format(book=book, name=name, out=out),
        files={book: "".join(f"{day} {payer} {amount}\n" for day, payer, amount in rows)},
        answers={out: str(total)},
        solve=f"awk '$2 == \"{name}\" {{ sum += $3 }} END {{ print sum }}' {book} > {out}",
    )


FAMILY = family("ledger", SubType.RULE_ADDITION, draft)
