"""Read a text file."""

from typing import Any

NAME = "read_file"
DESCRIPTION = "Shows the beginning of a text file."
PARAMETERS = {
    "path": {"type": "string", "description": "Which file, relative to the working folder."},
}
REQUIRED = ["path"]

SHOWN_CHARACTERS = 2_000


def run(pipe: Any, arguments: dict[str, Any]) -> str:
    text = pipe.read(arguments["path"])["content"]
    if len(text) <= SHOWN_CHARACTERS:
        return str(text)
    shown = text[:SHOWN_CHARACTERS]
    return f"{shown}\n[first {SHOWN_CHARACTERS} of {len(text)} characters]"
