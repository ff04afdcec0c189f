"""Say how large a file is."""

from typing import Any

NAME = "file_size"
DESCRIPTION = "Tells how large a file is. The size is given in kilobytes."
PARAMETERS = {
    "path": {"type": "string", "description": "Which file, relative to the working folder."},
}
REQUIRED = ["path"]


def run(pipe: Any, arguments: dict[str, Any]) -> str:
    size = pipe.read(arguments["path"], limit=1)["size"]
    return f"size: {size}"
