"""A pane paints what it is given, and of a change no more than what differs."""

from collections.abc import Iterator

import pytest
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.theme import Theme

from saddle_tui.text.safe import SafeText, clean
from saddle_tui.view import View
from saddle_tui.widgets.pane import Line, Pane
from tests.tui.stories import Story
from tests.tui.views import view_of

VIEW = view_of(Story())


class Shown(App[None]):
    """One pane, between a line of its own height and the end of the screen."""

    CSS = "#pane { border-top: solid green; padding: 0 1; height: 1fr; } #own { height: auto; } #own.-empty { display: none; }"

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[Line] = []
        self.title = "one"
        self.pane = Pane("pane", lambda view, width, rows: self.lines, title=self._head)
        self.own = Pane("own", lambda view, width, rows: self.lines)

    def compose(self) -> ComposeResult:
        yield self.own
        yield self.pane

    def _head(self, view: View) -> SafeText:
        return clean(self.title)

    @property
    def text(self) -> list[str]:
        strips = self.screen._compositor.render_strips()
        return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def _lines(*texts: str, style: str = "") -> list[Line]:
    return [[(clean(text), style)] for text in texts]


async def test_lines_are_cut_and_filled_to_the_room() -> None:
    app = Shown()
    async with app.run_test(size=(20, 5)) as pilot:
        app.lines = _lines("short", "界" * 20, "x" * 40)
        app.pane.draw(VIEW)
        await pilot.pause()

        assert app.text[1:] == [" short", " " + "界" * 9, " " + "x" * 18, ""]


async def test_only_what_differs_is_painted_again() -> None:
    app = Shown()
    async with app.run_test(size=(40, 8)) as pilot:
        app.lines = [*_lines("first"), [(clean("second "), ""), (clean("row"), "bold")]]
        app.pane.draw(VIEW)
        await pilot.pause()
        painted = list(_painted(app.pane))
        app.lines = [*_lines("first"), [(clean("second "), ""), (clean("line"), "bold")]]
        app.pane.draw(VIEW)
        again = list(_painted(app.pane))
        await pilot.pause()
        shown = app.text

    assert painted == []
    # Row 1 of the content is row 2 of the pane; the first span of 7 cells is behind a padding of 1.
    assert again == [Region(8, 2, 31, 1)]
    assert shown[1:3] == [" first", " second line"]


def _painted(pane: Pane) -> Iterator[Region]:
    yield from pane._repaint_regions


async def test_a_title_is_painted_when_it_changes_and_the_lines_are_not() -> None:
    app = Shown()
    async with app.run_test(size=(40, 8)) as pilot:
        app.pane.draw(VIEW)
        await pilot.pause()
        app.title = "two"
        app.pane.draw(VIEW)
        again = list(_painted(app.pane))
        await pilot.pause()

        assert again == [Region(1, 0, 38, 1)]
        assert "two" in app.text[0]


async def test_a_pane_of_its_own_height_grows_shrinks_and_goes() -> None:
    app = Shown()
    async with app.run_test(size=(40, 8)) as pilot:
        for count in (0, 2, 1, 0):
            app.lines = _lines(*"abc"[:count])
            app.own.draw(VIEW)
            await pilot.pause()
            assert app.own.region.height == count
            assert app.text[:count] == list("abc"[:count])


@pytest.mark.parametrize("style", ["$text-success", "bold $text-success"])
async def test_names_of_styles_mean_what_they_mean_in_the_theme(style: str) -> None:
    app = Shown()
    async with app.run_test(size=(40, 8)) as pilot:
        app.lines = _lines("well", style=style)
        seen = []
        for name, colour in (("one", "#112233"), ("two", "#445566")):
            variables = {"text-success": colour}
            app.register_theme(Theme(name, primary="#ffffff", variables=variables))
            app.theme = name
            app.pane.draw(VIEW)
            await pilot.pause()
            strips = app.screen._compositor.render_strips()
            (segment,) = (each for each in strips[1] if each.text == "well")
            assert segment.style is not None
            assert segment.style.color is not None
            assert segment.style.color.triplet is not None
            seen.append(segment.style.color.triplet.hex)
            assert bool(segment.style.bold) == ("bold" in style)

    assert seen == ["#112233", "#445566"]
