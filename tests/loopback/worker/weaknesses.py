"""The two weaknesses of `react` that the worker knows, each with its sign and its patch."""

from dataclasses import dataclass

from tests.loopback.worker.view import Json

READ_FILE, SYSTEM = "tools/read_file.py", "prompts/system.md"


@dataclass(frozen=True)
class Weakness:
    """One cause of failures."""

    file: str
    """Where it is."""
    line: str
    """The line by which it is recognised there."""
    sign: str
    """A pattern that finds it in traces."""
    subtype: str
    layer: str
    patch_class: str
    title: str
    cause: str
    rejected: str
    risk: str
    edits: tuple[tuple[str, str], ...]
    """Old and new text."""

    def patch(self) -> list[Json]:
        """The edits as the tools take them."""
        return [
            {"op": "replace", "path": self.file, "old": old, "new": new} for old, new in self.edits
        ]


CUT = Weakness(
    file=READ_FILE,
    line="SHOWN_CHARACTERS = 2_000",
    sign=r"\[first [0-9]+ of [0-9]+ characters\]",
    subtype="argument_change",
    layer="tool",
    patch_class="capability",
    title="Let read_file go on where a long file was cut",
    cause=(
        "read_file shows the first 2,000 characters of a file and has no way to ask for the rest, "
        "so that whatever depends on a whole long file is worked out from its beginning"
    ),
    rejected="Chance: the same cut stands in every failing trace that reads a long file.",
    risk="A long file takes several steps more; an attempt that is close to its limit may reach it.",
    edits=(
        (
            'DESCRIPTION = "Shows the beginning of a text file."',
            'DESCRIPTION = "Shows a part of a text file: its beginning, or what follows an offset."',
        ),
        (
            'relative to the working folder."},\n}',
            (
                'relative to the working folder."},\n'
                '    "offset": {"type": "integer", "description": "How many characters to skip; 0 if absent."},\n}'
            ),
        ),
        (
            (
                '    text = pipe.read(arguments["path"])["content"]\n'
                "    if len(text) <= SHOWN_CHARACTERS:\n"
                "        return str(text)\n"
                "    shown = text[:SHOWN_CHARACTERS]\n"
                '    return f"{shown}\\n[first {SHOWN_CHARACTERS} of {len(text)} characters]"\n'
            ),
            (
                '    text = str(pipe.read(arguments["path"])["content"])\n'
                '    start = max(0, int(arguments.get("offset", 0)))\n'
                "    end = min(len(text), start + SHOWN_CHARACTERS)\n"
                "    if start == 0 and end == len(text):\n"
                "        return text\n"
                '    more = f"; go on with offset={end}" if end < len(text) else ""\n'
                '    return f"{text[start:end]}\\n[characters {start} to {end} of {len(text)}{more}]"\n'
            ),
        ),
    ),
)

ROUNDING = Weakness(
    file=SYSTEM,
    line="- Round every number that you report to a whole number.",
    sign=r"Round every number",
    subtype="rule_modification",
    layer="prompt",
    patch_class="steering",
    title="Round only where the task asks for it",
    cause=(
        "the system prompt says to round every number, so that values which must be kept exactly "
        "lose their decimals"
    ),
    rejected="Chance: the number written differs from the number read, and only by its decimals.",
    risk="A task that expects whole numbers without saying so would get decimals.",
    edits=(
        (
            "- Round every number that you report to a whole number.",
            "- Round a number only when the task asks for it; else keep it exactly as it is.",
        ),
    ),
)

KNOWN = (CUT, ROUNDING)
