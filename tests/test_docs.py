"""The documentation is held to the program it describes."""

import argparse
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import BaseModel

from saddle_tui.cli import COMMANDS, _parser
from saddle_tui.config import load
from saddle_tui.settings import LongPromptSection, PriceSection, Settings

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
EXAMPLE = DOCS / "config.example.toml"
FOLDERS = ("docs", "saddle_tui", "engine", "benchmarks", "runs", "tests", ".ci")
FILES = sorted(
    file
    for file in [*ROOT.glob("*"), *(path for name in FOLDERS for path in (ROOT / name).rglob("*"))]
    if file.suffix in {".md", ".py", ".toml", ".lock", ".tcss", ""} and file.is_file()
)
PAGES = [file for file in FILES if file.suffix == ".md"]
PLACES = re.compile(
    r"(?<![\w.])/work\b|(?<![\w.])/root/|\bpypi\.|registry\.[a-z0-9-]+\.|\.internal\b"
)
"""Paths of one machine and addresses of package registries."""


def _keys(
    model: type[BaseModel], table: tuple[str, ...]
) -> Iterator[tuple[tuple[str, ...], str, object]]:
    """Table, key and default of every key; None where there is no default."""
    for name, field in model.model_fields.items():
        inner = field.annotation
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            yield from _keys(inner, (*table, name))
        elif name not in {"splits", "prices"}:
            yield table, name, field.default


def test_the_example_configuration_loads_and_runs_the_bundled_harness() -> None:
    settings = load(EXAMPLE)

    assert settings == Settings.model_validate({"harness": {"bundled": "react"}})


@pytest.mark.parametrize(("table", "key", "default"), list(_keys(Settings, ())))
def test_the_example_configuration_has_every_key_with_its_default(
    table: tuple[str, ...], key: str, default: object
) -> None:
    section = _section(table)

    assert re.search(rf"^(# )?{key} = \S", section, re.MULTILINE), f"no {key} in [{table}]"
    if default is not None:
        shown = tomllib.loads(EXAMPLE.read_text())
        for name in table:
            shown = shown[name]
        assert shown[key] == default


def test_the_example_configuration_has_no_table_that_does_not_exist() -> None:
    shown = set(re.findall(r"^\[(\S+)\]", EXAMPLE.read_text(), re.MULTILINE))

    assert shown == {".".join(table) for table, _, _ in _keys(Settings, ()) if table} | {"splits"}


def test_the_example_configuration_has_every_key_of_a_price() -> None:
    shown = EXAMPLE.read_text().partition("# [prices.")[2].partition("\n\n")[0]
    table = tomllib.loads(f"[prices.{shown}".replace("\n# ", "\n"))

    price = Settings.model_validate({"harness": {"bundled": "react"}, **table}).prices.popitem()[1]

    assert price.model_fields_set == PriceSection.model_fields.keys()
    assert price.long_prompt is not None
    assert price.long_prompt.model_fields_set == LongPromptSection.model_fields.keys()


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "engine"])
def test_commands_md_has_every_option_of_a_command_and_no_other(command: str) -> None:
    usage, described = _described(command)
    wanted = {*_options(command)}

    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", usage)) == wanted
    assert {word for word in wanted if f"`{word}" not in described} == set()


def test_commands_md_has_a_section_for_every_command_and_no_other() -> None:
    sections = re.findall(r"^## (\S+)$", (DOCS / "commands.md").read_text(), re.MULTILINE)

    assert sections == [name for name in COMMANDS if name != "engine"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_somewhere(page: Path) -> None:
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    links = re.findall(r"\]\(([^)#:\s]+)(?:#([\w-]+))?\)", text)

    assert [link for link, _ in links if not (page.parent / link).exists()] == []
    for link, anchor in links:
        if anchor:
            assert anchor in _anchors(page.parent / link), f"{link} has no heading #{anchor}"


def test_the_first_page_of_the_docs_leads_to_every_other() -> None:
    links = set(re.findall(r"\]\(([^)#:\s]+)", (DOCS / "README.md").read_text()))

    assert {page.name for page in DOCS.glob("*.md")} - {"README.md"} - links == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_make_targets_that_a_page_names_exist(page: Path) -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))

    assert set(re.findall(r"(?:^ {4}|`)make ([a-z]+)", page.read_text(), re.MULTILINE)) <= targets


@pytest.mark.parametrize("top", ["", *FOLDERS])
def test_no_file_names_a_machine_or_a_registry(top: str) -> None:
    own = [file for file in FILES if _top(file) == top and file != Path(__file__)]

    assert own
    assert [str(file) for file in own if PLACES.search(file.read_text(errors="replace"))] == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_locks_pin_every_line_by_hash_and_name_no_index(lock: str) -> None:
    text = (ROOT / lock).read_text()
    entries = re.split(r"\n(?=[a-z0-9])", text.strip())

    assert len(entries) > 20
    assert [entry for entry in entries if "--hash=sha256:" not in entry] == []
    assert not re.search(r"https?://|--(extra-)?index-url|--find-links", text)


def test_the_changelog_begins_with_what_is_unreleased() -> None:
    headings = re.findall(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)

    assert headings[0] == "Unreleased"


def _section(table: tuple[str, ...]) -> str:
    """The text of a table in the example, up to the next one."""
    before, *tables = re.split(r"^(?=\[)", EXAMPLE.read_text(), flags=re.MULTILINE)
    head = f"[{'.'.join(table)}]"
    return next((text for text in tables if text.startswith(head)), "") if table else before


def _options(command: str) -> Iterator[str]:
    """The long options of a command, as `--help` shows them."""
    chosen = next(
        action for action in _parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    for action in chosen.choices[command]._actions:
        yield from (word for word in action.option_strings if word not in {"-h", "--help"})


def _described(command: str) -> tuple[str, str]:
    """The usage lines of a command in commands.md, and the rest of its section."""
    text = (DOCS / "commands.md").read_text()
    section = text.partition(f"\n## {command}\n")[2].partition("\n## ")[0]
    lines = section.splitlines()
    usage = [line for line in lines if line.startswith("    saddle-tui ")]
    return "\n".join(usage), "\n".join(line for line in lines if line not in usage)


def _anchors(page: Path) -> set[str]:
    """The headings of a page as a browser of repositories names them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def _top(file: Path) -> str:
    parts = file.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else ""
