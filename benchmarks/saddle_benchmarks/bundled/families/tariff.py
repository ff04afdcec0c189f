"""Work out what an order costs, to the cent."""

from random import Random

from saddle_benchmarks.bundled.families.parts import Draft, family
from saddle_benchmarks.bundled.families.words import GOODS, PEOPLE, paragraphs
from saddle_engine.types.taxonomy import SubType

WORDINGS = paragraphs("""
`{bill}` says what {name} ordered: item, quantity and unit price on each line. Work out the
amount due and write it to `{out}`.

Each line of `{bill}` has an item, a quantity and a unit price. What does the order of {name}
come to? Put the amount into `{out}`.

{name} wants to pay. Take the quantities and unit prices in `{bill}` and save the amount due in
`{out}`.

Write the price of the whole order of {name} to `{out}`; item, quantity and unit price are in
`{bill}`, an item a line.
""")


def draft(rng: Random) -> Draft:
    while True:
        rows = [
            (item, rng.randint(2, 9), rng.randint(105, 995))
            for item in rng.sample(GOODS, rng.randint(2, 4))
        ]
        cents = sum(quantity * price for _, quantity, price in rows)
        if cents % 100:
            break
    bill, out = rng.choice(["order.txt", "bill.txt"]), rng.choice(["due.txt", "amount.txt"])
    return Draft(
        instruction=rng.choice(WORDINGS).format(bill=bill, name=rng.choice(PEOPLE), out=out),
        files={bill: "".join(f"{i} {q} {p // 100}.{p % 100:02}\n" for i, q, p in rows)},
        answers={out: f"{cents // 100}.{cents % 100:02}"},
        solve=f"awk '{{ sum += $2 * $3 }} END {{ printf \"%.2f\\n\", sum }}' {bill} > {out}",
    )


FAMILY = family("tariff", SubType.RULE_MODIFICATION, draft)
