"""Whatever stands in a run, a report holds it as text: nothing in it is an element, a link, a mention or a control."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from saddle_runs.folder import RunFolder
from saddle_tui.reporting.facts.everything import facts_of
from saddle_tui.reporting.html import POLICY, page
from saddle_tui.reporting.markdown import MADE, markdown
from saddle_tui.reporting.material import gather
from saddle_tui.reporting.sections.everything import document
from saddle_tui.text.safe import clean
from tests.tui.hostile import violations
from tests.tui.reports import ACTS, HOSTILE, hostile_run
from tests.tui.stories import BEGAN

TAGS = {
    "html", "head", "meta", "link", "title", "style", "body", "div", "header", "footer", "main", "nav", "section",
    "h1", "h2", "h4", "p", "ul", "ol", "li", "b", "span", "a", "bdi", "dl", "dt", "dd", "table", "caption", "thead",
    "tbody", "tr", "th", "td", "figure", "figcaption", "details", "summary", "pre", "svg", "desc", "text", "line",
    "path", "rect", "g", "small",
}  # fmt: skip
BAR = re.compile(r"(?<!\\)\|")


class Page(HTMLParser):
    """Elements, addresses and text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: set[str] = set()
        self.words: list[str] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.addresses |= {
            value or "" for name, value in attrs if name in {"href", "src", "action"}
        }
        if tag not in {"meta", "link"}:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> RunFolder:
    return hostile_run(tmp_path_factory.mktemp("hostile") / "home")


@pytest.fixture(scope="module")
def made(run: RunFolder) -> tuple[str, str]:
    material = gather(run, BEGAN)
    found = document(material, facts_of(material))
    return page(found), markdown(found)


def test_a_page_holds_only_elements_of_ours(made: tuple[str, str]) -> None:
    found = Page()
    found.feed(made[0])
    found.close()

    assert found.open == []
    assert found.tags <= TAGS
    assert not {name for name in found.attributes if name.startswith("on")}
    assert {each for each in found.addresses if not each.startswith("#")} == {"data:,"}


def test_a_page_shows_hostile_text_whole(made: tuple[str, str]) -> None:
    found = Page()
    found.feed(made[0])
    shown = "".join(found.words)

    assert shown.count(clean(HOSTILE)) > 10
    for act in ACTS[:7]:
        assert clean(act) in shown


def test_a_page_allows_nothing_but_its_own_style(made: tuple[str, str]) -> None:
    head = made[0].partition("<title>")[0]

    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in head
    assert POLICY.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:")
    style = made[0].partition("<style>")[2].partition("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style


@pytest.mark.parametrize("which", [0, 1])
def test_no_report_holds_a_character_that_acts(made: tuple[str, str], which: int) -> None:
    assert violations(made[which].encode()) == []


def test_in_markdown_foreign_words_are_code_and_nothing_else(made: tuple[str, str]) -> None:
    tokens = list(_all(MarkdownIt("gfm-like").parse(made[1])))

    kinds = {token.type for token in tokens}
    assert not kinds & {"link_open", "image", "html_inline", "s_open", "em_open"}
    assert [token.content.strip() for token in tokens if token.type == "html_block"] == [MADE]
    bare = [token.content for token in tokens if token.type == "text"]
    for text in bare:
        assert "evil" not in text
        assert "@" not in text.replace("Pass@1", "")


def test_in_markdown_every_row_has_the_cells_of_its_head(made: tuple[str, str]) -> None:
    lines = made[1].split("\n")
    bars = [len(BAR.findall(line)) if line.startswith("|") else 0 for line in lines]

    tables = MarkdownIt("gfm-like").parse(made[1])
    heads = sum(line.startswith("| ---") for line in lines)
    assert sum(token.type == "table_open" for token in tables) == heads > 5
    for before, after in pairwise(bars):
        assert not before or not after or before == after


def _all(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from _all(token.children or [])
