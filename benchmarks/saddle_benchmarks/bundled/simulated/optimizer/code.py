"""Python sources looked at by structure, not by name."""

import ast
from collections.abc import Iterator

from saddle_benchmarks.bundled.simulated.optimizer.harness import Source
from saddle_engine.types.patch import ReplaceText


def parse(source: Source) -> ast.Module | None:
    """The syntax tree; None when it is no valid Python."""
    try:
        return ast.parse(source.text)
    except (SyntaxError, ValueError):
        return None


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions, the outermost first."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def constants(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Names that are assigned at the top of a module, with what they are assigned."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                yield name, value
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                yield name, value
            case _:
                pass


def span(source: Source, node: ast.expr | ast.stmt | ast.ExceptHandler) -> tuple[int, int]:
    """Where a node begins and ends, in characters."""
    return (
        _place(source.text, node.lineno, node.col_offset),
        _place(source.text, node.end_lineno or node.lineno, node.end_col_offset or 0),
    )


def text(source: Source, node: ast.expr | ast.stmt) -> str:
    """The source of a node."""
    start, end = span(source, node)
    return source.text[start:end]


def swap(source: Source, node: ast.expr | ast.stmt, new: str) -> ReplaceText:
    """Put other source in the place of a node."""
    return source.swap_span(*span(source, node), new)


def indent(node: ast.stmt) -> str:
    """The white space before a statement."""
    return " " * node.col_offset


def calls(tree: ast.AST, *names: str) -> list[ast.Call]:
    """Calls of functions or methods with one of these names."""
    return [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and called(node.func) in names
    ]


def called(node: ast.expr) -> str:
    """The last part of a dotted name."""
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return name
        case _:
            return ""


def _place(source: str, line: int, column: int) -> int:
    before = source.split("\n")[: line - 1]
    here = source.split("\n")[line - 1].encode()[:column].decode()
    return sum(len(one) + 1 for one in before) + len(here)
