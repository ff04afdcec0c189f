"""Sources of new tools that look at text files, each under the names it may have."""

TOOL = '''\
"""{doc}"""

from typing import Any

NAME = "{name}"
DESCRIPTION = "{description}"
PARAMETERS = {{
    "path": {{"type": "string", "description": "Which file, relative to the working folder."}},
    "{argument}": {{"type": "integer", "description": "{meaning}"}},
}}
REQUIRED = ["path", "{argument}"]
{constant}

def run(pipe: Any, arguments: dict[str, Any]) -> str:
{body}'''

BY_OFFSET = """\
    text = str(pipe.read(arguments["path"])["content"])
    start = max(int(arguments["offset"]), 0)
    part = text[start : start + PART_CHARACTERS]
    return f"{part}\\n[characters {start} to {start + len(part)} of {len(text)}]"
"""

BY_LINE = """\
    lines = str(pipe.read(arguments["path"])["content"]).split("\\n")
    first = max(int(arguments["first_line"]), 1)
    part = lines[first - 1 : first - 1 + PART_LINES]
    return "\\n".join(part) + f"\\n[lines {first} to {first + len(part) - 1} of {len(lines)}]"
"""

HEAD = """\
    text = str(pipe.read(arguments["path"])["content"])
    return text[: min(int(arguments["length"]), MOST_CHARACTERS)]
"""

STATISTICS = """\
    words = str(pipe.read(arguments["path"])["content"]).split()
    longest = max(map(len, words), default=0)
    return f"{len(words)} words, none longer than {min(longest, int(arguments['up_to']))} letters"
"""


def reading_on() -> dict[str, str]:
    """Shows what follows a position."""
    return _drafts(
        "read_part read_more",
        doc="Read on in a long text file.",
        description="Shows a part of a text file, beginning at any character.",
        argument="offset",
        meaning="The first character to show; the file begins at 0.",
        constant="\nPART_CHARACTERS = 2_000\n",
        body=BY_OFFSET,
    )


def showing_lines() -> dict[str, str]:
    """Shows some lines."""
    return _drafts(
        "read_lines show_lines",
        doc="Read some lines of a text file.",
        description="Shows some lines of a text file, beginning at any line.",
        argument="first_line",
        meaning="The first line to show; the file begins at 1.",
        constant="\nPART_LINES = 60\n",
        body=BY_LINE,
    )


def showing_head() -> dict[str, str]:
    """Shows no more than is shown anyway."""
    return _drafts(
        "read_head show_head",
        doc="Show the beginning of a text file.",
        description="Shows the beginning of a text file.",
        argument="length",
        meaning="How many characters to show, at most 2000.",
        constant="\nMOST_CHARACTERS = 2_000\n",
        body=HEAD,
    )


def measuring() -> dict[str, str]:
    """Counts words."""
    return _drafts(
        "text_statistics statistics",
        doc="Measure a text.",
        description="Tells how many words a text has, and how long they are.",
        argument="up_to",
        meaning="The longest word length of interest.",
        constant="",
        body=STATISTICS,
    )


def _drafts(names: str, **parts: str) -> dict[str, str]:
    return {name: TOOL.format(name=name, **parts) for name in names.split()}
