"""A report in a browser: it asks nobody for anything, runs nothing, fits, and is looked at in both lights."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from saddle_tui.reporting.facts.everything import facts_of
from saddle_tui.reporting.html import page
from saddle_tui.reporting.material import gather
from saddle_tui.reporting.sections.everything import document
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp
from tests.tui.chromium import FOUND, Chromium, chromium
from tests.tui.reports import hostile_run, scored_story
from tests.tui.stories import BEGAN, Story, write_run

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.skipif(FOUND is None, reason="there is no chromium"),
]
WIDTHS = (1200, 400)
PAGES = ("tested", "empty", "hostile", "large")


class Outside:
    """Everything that is not the page: it counts who asks."""

    def __init__(self) -> None:
        self.asked: list[bytes] = []
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._server.close()

    def _serve(self) -> None:
        while True:
            try:
                asking, _ = self._server.accept()
            except OSError:
                return
            with asking:
                asking.settimeout(1)
                self.asked.append(asking.recv(300))


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with all of them."""
    folder = tmp_path_factory.mktemp("pages")
    large = MadeUp(folder / "large", Shape(nodes=500, rollouts=2000, events=30_000, hostile=True))
    large.write()
    runs = {
        "tested": write_run(folder / "tested", scored_story(test=True)),
        "empty": write_run(folder / "empty", Story().start()),
        "hostile": hostile_run(folder / "hostile"),
        "large": large.folder,
    }
    for name, run in runs.items():
        material = gather(run, BEGAN)
        (folder / f"{name}.html").write_text(page(document(material, facts_of(material))))
    return folder


@pytest.fixture(scope="module")
def outside() -> Iterator[Outside]:
    found = Outside()
    yield found
    found.close()


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory, outside: Outside) -> Iterator[Chromium]:
    with chromium(tmp_path_factory.mktemp("profile"), f"127.0.0.1:{outside.port}") as found:
        yield found


@pytest.mark.parametrize("name", PAGES)
def test_no_request_leaves_the_page(
    pages: Path, browser: Chromium, outside: Outside, name: str
) -> None:
    browser.open(f"file://{pages}/{name}.html", width=1200)

    asked = [each["request"]["url"] for each in browser.told("Network.requestWillBeSent")]
    assert [url for url in asked if not url.startswith("data:")] == [f"file://{pages}/{name}.html"]
    assert [each for each in outside.asked if b"evil" in each] == []


def test_what_would_leave_a_page_is_seen(pages: Path, browser: Chromium, outside: Outside) -> None:
    leaky = pages / "leaky.html"
    leaky.write_text(
        "<!doctype html><img src=http://evil.example/a.png><script>console.error(1)</script>"
    )

    browser.open(f"file://{leaky}", width=1200)

    asked = [each["request"]["url"] for each in browser.told("Network.requestWillBeSent")]
    assert "http://evil.example/a.png" in asked
    assert any(b"evil" in each for each in outside.asked)
    outside.asked.clear()


@pytest.mark.parametrize("name", PAGES)
def test_nothing_runs_and_nothing_is_complained_about(
    pages: Path, browser: Chromium, name: str
) -> None:
    browser.open(f"file://{pages}/{name}.html", width=1200)

    assert browser.value("window.evil === undefined && document.scripts.length === 0")
    assert browser.value("document.title").endswith(" - saddle-tui report")
    said = ["Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown"]
    assert [each for kind in said for each in browser.told(kind)] == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_never_wider_than_its_window(
    pages: Path, browser: Chromium, name: str, width: int
) -> None:
    browser.open(f"file://{pages}/{name}.html", width=width)
    browser.value("document.querySelectorAll('details').forEach(each => each.open = true)")

    assert browser.value("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_another_ground_in_the_dark_and_is_pictured(
    pages: Path, browser: Chromium, name: str, tmp_path: Path
) -> None:
    grounds = set()
    for dark in (False, True):
        browser.open(f"file://{pages}/{name}.html", width=1200, dark=dark)
        grounds.add(browser.value("getComputedStyle(document.documentElement).backgroundColor"))
        picture = tmp_path / f"{name}-{'dark' if dark else 'light'}.png"
        browser.picture(picture, 1500)
        assert picture.stat().st_size > 10_000
    assert grounds == {"rgb(255, 255, 255)", "rgb(13, 17, 23)"}


@pytest.mark.parametrize("name", ["tested", "hostile"])
def test_every_plot_has_a_name_a_description_and_its_numbers(
    pages: Path, browser: Chromium, name: str
) -> None:
    browser.open(f"file://{pages}/{name}.html", width=1200)

    assert browser.value("document.querySelectorAll('svg').length") > 5
    assert browser.value(
        "[...document.querySelectorAll('svg')].every(svg => svg.getAttribute('aria-labelledby').split(' ')"
        ".every(id => document.getElementById(id).textContent.length > 3)"
        " && svg.closest('figure').querySelector('details table td'))"
    )
