"""Run one of the task's programs."""

import re
from typing import Any

from tools import ToolError

NAME = "run_program"
DESCRIPTION = "Runs a program of the working folder and returns what it prints."
PARAMETERS = {
    "name": {"type": "string", "description": "The program's file name, nothing else."},
}
REQUIRED = ["name"]

TIMEOUT_S = 20
PLAIN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
CANNOT_RUN = (126, 127)  # what sh says of a file that is no program, or not there


def run(pipe: Any, arguments: dict[str, Any]) -> str:
    name = str(arguments["name"])
    if not PLAIN.fullmatch(name):
        raise ToolError(f"{name!r} is not the file name of a program")

    command = f"./{name}"
    done = pipe.exec(command, timeout_s=TIMEOUT_S)

    if done["timed_out"]:
        raise ToolError(f"{name} did not end within {TIMEOUT_S} s")
    if done["exit_code"] in CANNOT_RUN:
        raise ToolError(f"there is no program named {name}")

    return str(done["stdout"])
