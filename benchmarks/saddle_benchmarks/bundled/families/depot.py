"""Find a note that lies in one of several folders."""

from random import Random

from saddle_benchmarks.bundled.families.parts import Draft, family
from saddle_benchmarks.bundled.families.words import FOLDERS, number, one_of, paragraphs
from saddle_engine.types.taxonomy import SubType

WORDINGS = paragraphs("""
The delivery note `{file}` lies in one of the folders {folders}. Write the weight that it states
to `{out}`.

Find `{file}`: it is in one of the folders {folders}. Put the weight it gives into `{out}`.

Save the weight of the delivery in `{out}`. It is stated in a note called `{file}`, in one of
the folders {folders}.
""")


def draft(rng: Random) -> Draft:
    folders = rng.sample(FOLDERS, 3)
    place = rng.choice(folders)
    file, out = f"{number(rng)}.txt", rng.choice(["weight.txt", "answer.txt"])
    weight = rng.randint(12, 980)
    others = {f"{folder}/{number(rng)}.md": "empty\n" for folder in folders}
    quoted = one_of([f"`{folder}`" for folder in folders])
    return Draft(
        instruction=rng.choice(WORDINGS).format(file=file, folders=quoted, out=out),
        files={**others, f"{place}/{file}": f"delivery note\nweight: {weight}\n"},
        answers={out: str(weight)},
        solve=f"sed -n 's/weight: //p' */{file} > {out}",
    )


FAMILY = family("depot", SubType.LOOP_CHANGE, draft)
