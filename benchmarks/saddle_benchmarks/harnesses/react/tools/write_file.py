"""Write a text file."""

from typing import Any

NAME = "write_file"
DESCRIPTION = "Creates a text file, or replaces the text of one."
PARAMETERS = {
    "path": {"type": "string", "description": "Which file, relative to the working folder."},
    "content": {"type": "string", "description": "The whole new text."},
}
REQUIRED = ["path", "content"]


def run(pipe: Any, arguments: dict[str, Any]) -> str:
    content = str(arguments["content"])
    pipe.write(arguments["path"], content)
    return f"wrote {len(content)} characters to {arguments['path']}"
