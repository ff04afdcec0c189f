"""What a family of tasks is, and the Harbor task folder each of its tasks becomes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from saddle_engine.types.taxonomy import SubType

DOCKERFILE = "FROM debian:bookworm-slim\nWORKDIR /app\nCOPY files/ /app/\n"

TASK = """\
schema_version = "1.1"

[metadata]
family = "{family}"
category = "bundled"

[agent]
timeout_sec = 120.0

[verifier]
timeout_sec = 30.0
"""

FIRST_LINES = """\
# Each expected answer is the first line of its file, whatever follows.
while IFS="$tab" read -r path value; do
    [ "$(awk '{ sub(/[ \\r]*$/, ""); print; exit }' "$path" 2>/dev/null)" = "$value" ] || miss "$path"
done < "$tests/expected.txt"
"""

WHOLE_FILES = """\
# Each expected answer is its whole file.
while IFS="$tab" read -r path value; do
    [ "$(cat "$path" 2>/dev/null)" = "$value" ] || miss "$path"
done < "$tests/expected.txt"
"""

TEST = """\
#!/bin/sh
tests="${{SADDLE_TESTS:-/tests}}"
logs="${{SADDLE_LOGS:-/logs/verifier}}"
tab="$(printf '\\t')"
reward=1
miss() {{
    echo "not as expected: $1"
    reward=0
}}

{check}
mkdir -p "$logs"
echo "$reward" > "$logs/reward.txt"
"""


@dataclass(frozen=True)
class TaskFiles:
    """A complete task folder: relative paths and contents."""

    files: Mapping[str, bytes]
    executables: frozenset[str]


@dataclass(frozen=True)
class Family:
    """Tasks of one kind, any number of them."""

    name: str
    subtype: SubType | None
    """The kind of patch that helps; None for a guard, which only harm can change."""
    generate: Callable[[int], TaskFiles]


@dataclass(frozen=True)
class Draft:
    """The parts of a task in which families differ."""

    instruction: str
    files: Mapping[str, str]
    answers: Mapping[str, str]
    """What must be in which file in the end."""
    solve: str
    """Shell lines of the oracle."""
    programs: Mapping[str, str] | None = None
    check: str = FIRST_LINES

    def folder(self, family: str) -> TaskFiles:
        """The task folder."""
        programs = {f"environment/files/{path}": t for path, t in (self.programs or {}).items()}
        scripts = {
            "tests/test.sh": TEST.format(check=self.check),
            "solution/solve.sh": f"#!/bin/sh\nset -e\n{self.solve}\n",
            **programs,
        }
        texts = {
            "task.toml": TASK.format(family=family),
            "instruction.md": self.instruction + "\n",
            "environment/Dockerfile": DOCKERFILE,
            "tests/expected.txt": "".join(f"{p}\t{v}\n" for p, v in self.answers.items()),
            **{f"environment/files/{path}": text for path, text in self.files.items()},
            **scripts,
        }
        encoded = {path: text.encode() for path, text in texts.items()}
        return TaskFiles(encoded, frozenset(scripts))


def family(name: str, subtype: SubType | None, draft: Callable[[Random], Draft]) -> Family:
    """A family whose tasks are drafted from a generator keyed by family and seed."""
    return Family(name, subtype, lambda seed: draft(Random(f"{name}:{seed}")).folder(name))
