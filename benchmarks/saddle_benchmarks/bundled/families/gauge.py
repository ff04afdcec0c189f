"""Run a program and say what it found."""

from random import Random

from saddle_benchmarks.bundled.families.parts import Draft, family
from saddle_benchmarks.bundled.families.words import number, one_of, paragraphs, picked, picking
from saddle_engine.types.taxonomy import SubType

SAYS_IT = """\
#!/bin/sh
echo "looking at the {thing}"
{pick}echo "state: $1" >&2
echo "done"
"""

ENDS_WITH_IT = """\
#!/bin/sh
echo "looking at the {thing}"
{pick}echo "done"
case $1 in
{cases}esac
"""

SAYS_WORDINGS = paragraphs("""
Run `{program}`: it reports the state of the {thing}, one of {options}. Write the state to
`{out}`.

What is the state of the {thing}? It is one of {options}, and the program `{program}` reports
which. Put the state into `{out}`.
""")
ENDS_WORDINGS = paragraphs("""
Run `{program}` to learn the state of the {thing}, one of {options}. Its exit status means:
{meanings}. Write the state to `{out}`.

The program `{program}` tests the {thing} and ends with an exit status: {meanings}. Save the
state of the {thing} (one of {options}) in `{out}`.
""")

SOLVE_SAYS = "./{program} 2>&1 >/dev/null | sed 's/state: //' > {out}"
SOLVE_ENDS = """\
status=0
./{program} > /dev/null || status=$?
case $status in
{meant}esac > {out}"""

THINGS = ("pump", "boiler", "crane", "press", "lift")
STATES = (("sound", "worn", "cracked"), ("clean", "dusty", "blocked"), ("tight", "loose", "open"))
STATUSES = (0, 3, 4)


def draft(rng: Random) -> Draft:
    states, key = rng.choice(STATES), str(number(rng))
    codes = dict(zip(states, rng.sample(STATUSES, len(states)), strict=True))
    source, wordings, solve = rng.choice(
        [(SAYS_IT, SAYS_WORDINGS, SOLVE_SAYS), (ENDS_WITH_IT, ENDS_WORDINGS, SOLVE_ENDS)]
    )
    slots = {
        "thing": rng.choice(THINGS),
        "program": rng.choice(["inspect", "probe"]),
        "out": rng.choice(["state.txt", "report.txt"]),
        "options": one_of(states),
        "meanings": ", ".join(f"{code} {state}" for state, code in codes.items()),
        "pick": picking(key, states),
        "cases": "".join(f"    {state}) exit {code} ;;\n" for state, code in codes.items()),
        "meant": "".join(f"    {code}) echo {state} ;;\n" for state, code in codes.items()),
    }
    return Draft(
        instruction=rng.choice(wordings).format(**slots),
        files={},
        programs={slots["program"]: source.format(**slots)},
        answers={slots["out"]: picked(key, states)},
        solve=solve.format(**slots),
    )


FAMILY = family("gauge", SubType.IMPLEMENTATION_FIX, draft)
