"""Only `SafeText` reaches a widget: what the type checker cannot see is looked for in the source."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import saddle_tui

ROOT = Path(saddle_tui.__file__).parent
FILES = sorted(ROOT.rglob("*.py"))
# Others parse markup, follow links, or hand control bytes on; each needs a look before it is let in.
WIDGETS = {"Static", "Input"}
PARSE_MARKUP = {"from_markup", "from_rich_text", "notify", "render_str"}
TAKE_TEXT = {"Content", "Static", "update", "Pane", "styled"}


def _calls(file: Path) -> Iterator[ast.Call]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.Call))


def _name(call: ast.Call) -> str:
    match call.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_text_is_parsed_as_markup(file: Path) -> None:
    for call in _calls(file):
        given = {each.arg: each.value for each in call.keywords}

        assert _name(call) not in PARSE_MARKUP, ast.unparse(call)
        if _name(call) == "Static":
            assert ast.unparse(given["markup"]) == "False"
        if _name(call) in TAKE_TEXT:
            assert not any(isinstance(each, ast.JoinedStr) for each in call.args), ast.unparse(call)


def test_only_widgets_that_were_looked_at_are_used() -> None:
    used = {
        each.name
        for file in FILES
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("textual.widgets")
        for each in node.names
    }

    assert used <= WIDGETS


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_only_the_text_folder_says_what_is_safe(file: Path) -> None:
    if file.parent.name != "text":
        assert not [ast.unparse(call) for call in _calls(file) if _name(call) == "SafeText"]


def test_screens_compute_nothing_from_storage() -> None:
    """Widgets know views, not journals: whatever they show went through one fold."""
    for file in (ROOT / "widgets").glob("*.py"):
        source = file.read_text(encoding="utf-8")

        assert "saddle_runs" not in source
        assert "viewer" not in source.lower()


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_child_reads_the_terminal_unless_it_is_handed_over(file: Path) -> None:
    """A child that waits for input would take the operator's keys."""
    handed = {"term/handing.py", "editing.py"}
    if str(file.relative_to(ROOT)) in handed:
        return
    for call in _calls(file):
        if _name(call) in {"Popen", "create_subprocess_exec"} or _runs_a_child(call):
            given = {each.arg for each in call.keywords}

            assert given & {"stdin", "input"}, ast.unparse(call)


def _runs_a_child(call: ast.Call) -> bool:
    return ast.unparse(call.func) in {"subprocess.run", "subprocess.check_output"}
