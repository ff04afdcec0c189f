"""Which images a Dockerfile starts from."""

from pathlib import Path

from saddle_benchmarks.harbor.dockerfile import instructions


def bases(context: Path) -> set[str]:
    """The images that must be had; stages of its own and names with variables are left out."""
    try:
        text = (context / "Dockerfile").read_text("utf-8", "replace")
    except OSError:
        return set()
    found, stages = set(), {"scratch"}
    for line in instructions(text):
        if line.word == "FROM":
            words = [word for word in line.words if not word.startswith("--")]
            if words and "$" not in words[0] and words[0] not in stages:
                found.add(words[0])
            if len(words) == 3 and words[1].lower() == "as":
                stages.add(words[2])
    return found
