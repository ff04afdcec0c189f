"""A replay in every size: what it looks like, and that nothing in it is amiss; see `test_pictures`."""

import os
from collections.abc import Iterator

import pytest

from saddle_tui.replaying.mark import MarkKind
from saddle_tui.replaying.replay import Bookmark
from saddle_tui.view import View
from tests.tui import states
from tests.tui.gallery import gallery
from tests.tui.pasts import past
from tests.tui.test_pictures import ALL, GOLDEN, SIZES, _check

SHOWN = ["60x18", "80x24", "120x40", "200x60"]
HELD = len(states.held().events)


def moments() -> Iterator[tuple[str, View]]:
    yield "begins", past(at=1)
    yield "looks through", past(at=20, looked=60, playing=True, speed=8.0)
    yield "in the middle", past(at=90, bookmarks=(Bookmark(40, ""),), kind=MarkKind.ADMITTED)
    yield "still written", past(at=100, growing=True, playing=True, speed=0.25)
    yield "live end", past(growing=True, following=True, playing=True)
    yield "held", past(states.held().finish("declined"), at=HELD)
    yield "the end", past(states.tested(0.6).done())


@pytest.mark.parametrize("size", SHOWN)
async def test_a_replay_looks_as_it_was_drawn(size: str) -> None:
    columns, rows = map(int, size.split("x"))
    shown, found = "", dict(moments())
    async with gallery(found["begins"]) as hall:
        for name, view in found.items():
            for room in ("live", "log") if name == "in the middle" else ("live",):
                picture = await hall.picture(view, room, (columns, rows))
                shown += f"=== {name}: {room} ===\n{picture}"

    golden = GOLDEN / f"replay-{size}.txt"
    if os.environ.get("SADDLE_NEW_PICTURES"):
        golden.write_text(shown, encoding="utf-8")
    assert shown == golden.read_text(encoding="utf-8")


async def test_nothing_is_empty_cut_or_on_top_of_another_in_a_replay() -> None:
    views = [view for _, view in moments()]
    async with gallery(views[0]) as hall:
        for number, size in enumerate(SIZES):
            for room in ALL:
                await hall.picture(views[number % len(views)], room, size)
                _check(hall, f"{number}, {room}, {size}")
                strip = hall.app.main.query_one("#timeline")
                assert strip.size.height == {18: 1, 24: 2}.get(size[1], 4 if size[0] >= 100 else 2)
