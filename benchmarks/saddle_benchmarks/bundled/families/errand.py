"""Do several small things, all of them."""

from random import Random

from saddle_benchmarks.bundled.families.parts import Draft, family
from saddle_benchmarks.bundled.families.words import PEOPLE
from saddle_engine.types.taxonomy import SubType

OPENINGS = (
    "`{book}` has the extensions of our staff, a name and a number on each line.",
    "You find the staff's extensions in `{book}`: each line is a name and a number.",
)
LOOKUPS = (
    "Write the extension of {name} to `{out}`.",
    "Put the extension of {name} into `{out}`.",
    "The extension of {name} goes into `{out}`: save it in `{out}`.",
)
CLOSINGS = (
    "Leave the word `{word}` in `{out}`.",
    "And write the word `{word}` to `{out}`.",
    "The desk also wants to see the word `{word}` in `{out}`.",
)


def draft(rng: Random) -> Draft:
    people = rng.sample(PEOPLE, rng.randint(8, 14))
    extensions = {name: str(rng.randint(100, 999)) for name in people}
    book, word = rng.choice(["staff.txt", "phones.txt"]), rng.choice(["sent", "ready", "copied"])
    wanted, outs = people[:2], rng.sample(["first.txt", "second.txt", "one.txt", "other.txt"], 2)
    status = rng.choice(["status.txt", "note.txt", "flag.txt"])
    lookups = [
        rng.choice(LOOKUPS).format(name=name, out=out)
        for name, out in zip(wanted, outs, strict=True)
    ]
    parts = [rng.choice(OPENINGS).format(book=book), *lookups]
    parts.append(rng.choice(CLOSINGS).format(word=word, out=status))
    listed = sorted(people, key=lambda _: rng.random())
    return Draft(
        instruction=(" " if rng.random() < 0.5 else "\n- ").join(parts),
        files={book: "".join(f"{name} {extensions[name]}\n" for name in listed)},
        answers={**dict(zip(outs, map(extensions.__getitem__, wanted), strict=True)), status: word},
        solve="\n".join(
            f"awk '$1 == \"{name}\" {{ print $2 }}' {book} > {out}"
            for name, out in zip(wanted, outs, strict=True)
        )
        + f"\necho {word} > {status}",
    )


FAMILY = family("errand", SubType.PRE_TOOL_HOOK, draft)
