"""The tools the model is offered: every module in tools/ is one."""

import importlib
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from saddle_pipe import PipeError
from tools import ToolError

FOLDER = Path(__file__).parent.parent / "tools"
OVER = (409, 410)  # the task has ended: nothing the model could do about it


@dataclass(frozen=True)
class Tool:
    """One module of tools/: NAME, DESCRIPTION, PARAMETERS, REQUIRED and run(pipe, arguments)."""

    module: ModuleType

    def schema(self) -> dict[str, Any]:
        """The tool as the Messages API wants it."""
        return {
            "name": self.module.NAME,
            "description": self.module.DESCRIPTION,
            "input_schema": {
                "type": "object",
                "properties": self.module.PARAMETERS,
                "required": self.module.REQUIRED,
            },
        }


def load() -> dict[str, Tool]:
    """All tools by their names, in the order of their files."""
    paths = sorted(path for path in FOLDER.glob("*.py") if path.stem != "__init__")
    modules = [importlib.import_module(f"tools.{path.stem}") for path in paths]
    return {module.NAME: Tool(module) for module in modules}


def use(pipe: Any, tools: dict[str, Tool], name: str, arguments: dict[str, Any]) -> str:
    """What the tool returns; ToolError when it cannot do what was asked."""
    if name not in tools:
        raise ToolError(f"there is no tool named {name}; there are {', '.join(tools)}")
    module = tools[name].module
    missing = [argument for argument in module.REQUIRED if argument not in arguments]
    unknown = [argument for argument in arguments if argument not in module.PARAMETERS]
    if missing or unknown:
        takes = ", ".join(module.PARAMETERS) or "no arguments"
        raise ToolError(f"{name} takes {takes}; missing {missing}, unknown {unknown}")
    try:
        return str(module.run(pipe, arguments))
    except PipeError as error:
        if error.status in OVER:
            raise
        raise ToolError(error.message) from error
