"""Who asks, told by the tools that a request offers."""

from typing import Any

ANSWERS = {
    "propose_patch": "diagnosis",
    "record_reflection": "reflection",
    "choose_parent": "evolution",
}
"""The tool that ends each of the optimizer's sessions."""


def role_of(request: dict[str, Any]) -> str:
    """`diagnosis`, `reflection`, `evolution`, or else `task`."""
    names = [tool.get("name") for tool in request.get("tools") or []]
    return next((role for tool, role in ANSWERS.items() if tool in names), "task")
