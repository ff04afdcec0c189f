"""Ask a program about one thing."""

from random import Random

from saddle_benchmarks.bundled.families.parts import Draft, family
from saddle_benchmarks.bundled.families.words import number, one_of, paragraphs, picked, picking
from saddle_engine.types.taxonomy import SubType

PROGRAM = """\
#!/bin/sh
if [ $# -ne 1 ]; then
    echo "usage: {program} NUMBER"
    exit 2
fi
{pick}echo "{what}: $1"
"""

WORDINGS = paragraphs("""
The program `{program}` takes the number of a {thing} as its argument and prints the {what} of
it. Write the {what} of {thing} {number}, which is one of {options}, to `{out}`.

Put the {what} of {thing} {number} into `{out}`. It is one of {options}; `{program}` prints it
when it is run with the number as its argument.

Every {thing} has a {what}: one of {options}. Run `{program}` with the number of the {thing} as
argument to learn it, and save the {what} of number {number} in `{out}`.
""")

SUBJECTS = (
    ("route", "parcel", "gate", ("A", "B", "C")),
    ("assign", "visitor", "desk", ("D1", "D2", "D3")),
    ("locate", "crate", "dock", ("P", "Q", "R")),
)


def draft(rng: Random) -> Draft:
    program, thing, what, options = rng.choice(SUBJECTS)
    salt, wanted, out = number(rng), number(rng), rng.choice([f"{what}.txt", "answer.txt"])
    source = PROGRAM.format(program=program, pick=picking(f"{salt}$1", options), what=what)
    return Draft(
        instruction=rng.choice(WORDINGS).format(
            program=program, thing=thing, what=what, number=wanted, options=one_of(options), out=out
        ),
        files={},
        programs={program: source},
        answers={out: picked(f"{salt}{wanted}", options)},
        solve=f"./{program} {wanted} | sed 's/.*: //' > {out}",
    )


FAMILY = family("dispatch", SubType.ARGUMENT_CHANGE, draft)
