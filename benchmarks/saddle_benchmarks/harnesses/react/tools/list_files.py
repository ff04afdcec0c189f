"""See what is there."""

from typing import Any

NAME = "list_files"
DESCRIPTION = "Lists the files and folders at the top of the working folder."
PARAMETERS: dict[str, Any] = {}
REQUIRED: list[str] = []


def run(pipe: Any, arguments: dict[str, Any]) -> str:
    done = pipe.exec("ls -1p", timeout_s=10)
    return str(done["stdout"]) or "(empty)"
