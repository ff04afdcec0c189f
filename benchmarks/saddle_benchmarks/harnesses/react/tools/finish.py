"""End the task."""

from typing import Any

NAME = "finish"
DESCRIPTION = "Ends the task. Nothing can be done afterwards."
PARAMETERS = {
    "summary": {"type": "string", "description": "One sentence about what was done."},
}
REQUIRED = ["summary"]


def run(pipe: Any, arguments: dict[str, Any]) -> str:
    pipe.finish(arguments["summary"])
    return "finished"
