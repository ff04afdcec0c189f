"""Whether two versions of a Python file do the same: syntax trees without words for the model."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Sequence

from saddle_engine.errors import PatchRefused

WORDS = "words for the model"
# The parser is quadratic in the parts of an imported name: 128 kB of `import a.a.a` take a minute.
PARTS_LIMIT = 100
LONG_NAME = re.compile(rb"(?:\.[\s\\]*[\w\x80-\xff]+[\s\\]*){%d}" % PARTS_LIMIT)
Documented = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def same_code(before: bytes | None, after: bytes, path: str, text: Sequence[str]) -> bool:
    """Whether only comments, layout, docstrings and the `text` constants differ.

    Args:
        before: the earlier version; None when there is none.
        after: the later version.
        path: its path, for messages.
        text: dotted paths of constants, `PARAMETERS.*.description`.

    Raises:
        PatchRefused: the later version is not Python that can be read, with the line.
    """
    skeleton = _skeleton(after, path, text)
    try:
        return before is not None and _skeleton(before, path, text) == skeleton
    except PatchRefused:
        return False


def _skeleton(source: bytes, path: str, text: Sequence[str]) -> str:
    try:
        _check_readable(source, path)
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(node, Documented):
                _drop_docstring(node)
        for constant in text:
            for value in _constants(tree, constant.split(".")):
                value.value, value.kind = WORDS, None
        return ast.dump(tree)
    except SyntaxError as why:
        raise PatchRefused(f"{path!r} is not valid Python at line {why.lineno}: {why.msg}") from why
    except (ValueError, RecursionError, MemoryError) as why:
        raise PatchRefused(f"{path!r} cannot be read as Python: {why!r}") from why


def _check_readable(source: bytes, path: str) -> None:
    # With another declared encoding, what runs is not what a reader of the diff sees.
    encoding, _ = tokenize.detect_encoding(io.BytesIO(source).readline)
    if encoding not in {"utf-8", "utf-8-sig"}:
        raise PatchRefused(f"{path!r} declares the encoding {encoding!r}; expected UTF-8")
    if LONG_NAME.search(source):
        raise PatchRefused(f"{path!r} has a dotted name of more than {PARTS_LIMIT} parts")


def _drop_docstring(node: Documented) -> None:
    if ast.get_docstring(node, clean=False) is not None:
        node.body = node.body[1:] or [ast.Pass()]


def _constants(tree: ast.Module, dotted: Sequence[str]) -> Iterator[ast.Constant]:
    name, *rest = dotted
    for statement in tree.body:
        match statement:
            case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
                yield from _strings(value, rest)
            case ast.AnnAssign(target=ast.Name(id=found), value=ast.expr() as value) if (
                found == name
            ):
                yield from _strings(value, rest)


def _strings(node: ast.expr, rest: Sequence[str]) -> Iterator[ast.Constant]:
    match node:
        case ast.Constant(value=str()) if not rest:
            yield node
        case ast.Dict() if rest:
            for key, value in zip(node.keys, node.values, strict=True):
                if rest[0] == "*" or (isinstance(key, ast.Constant) and key.value == rest[0]):
                    yield from _strings(value, rest[1:])
        case ast.List() | ast.Tuple() if rest:
            for index, value in enumerate(node.elts):
                if rest[0] in {"*", str(index)}:
                    yield from _strings(value, rest[1:])
