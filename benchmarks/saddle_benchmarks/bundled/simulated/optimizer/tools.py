"""Tools of a harness that are Python modules with a name, a description and parameters."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from saddle_benchmarks.bundled.simulated.optimizer import code
from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness, Source
from saddle_engine.types.taxonomy import Layer


@dataclass(frozen=True)
class ToolModule:
    """One tool: the constants that declare it and the function that runs it."""

    source: Source
    parameters: ast.Dict
    run: ast.FunctionDef

    @property
    def arguments(self) -> list[str]:
        """The names of its parameters."""
        keys = self.parameters.keys
        return [str(key.value) for key in keys if isinstance(key, ast.Constant)]

    @property
    def pipe(self) -> str:
        """What its function calls the way to the environment."""
        return self.run.args.args[0].arg

    @property
    def given(self) -> str:
        """What its function calls the arguments."""
        return self.run.args.args[1].arg


def tools(harness: Harness) -> Iterator[ToolModule]:
    """The tools among the files that were read."""
    for source in harness.of(Layer.TOOL, ".py"):
        if found := _tool(source):
            yield found


def _tool(source: Source) -> ToolModule | None:
    tree = code.parse(source)
    if tree is None:
        return None
    declared = dict(code.constants(tree))
    runs = [one for one in code.functions(tree) if len(one.args.args) == 2]
    match declared.get("NAME"), declared.get("DESCRIPTION"), declared.get("PARAMETERS"), runs:
        case (
            ast.Constant(value=str()),
            ast.expr(),
            ast.Dict() as parameters,
            [*_, ast.FunctionDef() as run],
        ):
            return ToolModule(source, parameters, run)
        case _:
            return None
