"""Command lines of README and docs are ones that the program takes; those with the example do what they say."""

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_tui import cli

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LINE = re.compile(r"^ {4}(?:ssh -t \S+ |systemd-run --user --scope )?saddle-tui (.*)$")
PATTERN = re.compile(r"[\[\]{}|─]|\.\.\.")
"""Of a line that says which words there are, and is none to be typed."""
SCREENS = {("replay", "--example", "--at", "it3"), ("triage", "--example"), ("attach",), ("reset",)}
"""What needs a terminal."""


def _lines(page: Path) -> Iterator[list[str]]:
    """The words behind `saddle-tui` of every line that can be typed."""
    for line in page.read_text().splitlines():
        if (match := LINE.match(line)) and not PATTERN.search(match[1]):
            yield shlex.split(match[1], comments=True)


TYPED = [
    pytest.param(words, id=f"{page.name}: {' '.join(words)}")
    for page in PAGES
    for words in _lines(page)
]


@pytest.mark.parametrize("words", TYPED)
def test_the_program_takes_every_line_that_a_page_says(words: list[str]) -> None:
    code: object = 0
    try:
        cli._parser().parse_args(words)
    except SystemExit as error:  # --help and --version end with 0
        code = error.code
    assert code == 0


def test_the_lines_of_the_readme_about_the_example_do_what_they_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("GIT_CONFIG_COUNT", "2")
    for number, name in enumerate(("name", "email")):
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{number}", f"user.{name}")
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{number}", "ann")
    text = (ROOT / "README.md").read_text()
    section = text.partition("\n## Look back")[2].partition("\n## ")[0]
    lines = [line.strip() for line in section.splitlines() if line.startswith("    ")]

    for line in lines:
        if match := LINE.match(f"    {line}"):
            words = shlex.split(match[1], comments=True)
            assert tuple(words) in SCREENS or cli.main(words) == 0, line
        else:
            subprocess.run(line, shell=True, check=True, capture_output=True)

    made = ("p2.svg", "it3.cast", "request.md", "example.html", "example.tar.gz")
    assert [name for name in made if not (tmp_path / name).stat().st_size] == []
    log = ["git", "-C", "agent", "log", "--format=%s", "better"]
    subjects = subprocess.run(log, check=True, capture_output=True, text=True).stdout.split("\n")
    assert [each[:4] for each in subjects] == ["p6: ", "p1: ", "seed", ""]
