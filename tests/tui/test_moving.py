"""Moving on the screen: between panes, in them, into what is selected and back out."""

from pathlib import Path
from typing import Any

import pytest
from textual._compositor import Compositor
from textual.geometry import Region

from saddle_engine.types.rollout import Purpose
from saddle_runs.folder import RunFolder
from saddle_tui.screens.contents import CONTENTS
from saddle_tui.screens.rooms import ROOMS
from saddle_tui.screens.section import FURTHEST, Content, Section
from saddle_tui.screens.stand import FAR
from tests.tui.helms import Helmed, at_helm
from tests.tui.stories import Story, write_run
from tests.tui.views import view_of

TASKS = [f"task-{number:02}" for number in range(30)]


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    story = Story().start().seed().decline("n0").grow(0.75, "n0").grow(0.8, "n1")
    story.iterate("n2")
    story.batch(Purpose.BEFORE, TASKS, 2)
    story.begin_all(Purpose.AFTER, TASKS[:3], 504)
    return write_run(tmp_path / "home", story)


def _here(helm: Helmed) -> str:
    assert helm.app.focused is not None
    return str(helm.app.focused.id)


async def test_another_screen_is_not_painted_twice(
    run: RunFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    painted: list[Region] = []
    chops = Compositor._render_chops

    def noted(self: Compositor, crop: Region, *rest: Any) -> Any:
        painted.append(crop)
        return chops(self, crop, *rest)

    async with at_helm(run) as helm:
        await helm.press("7")
        monkeypatch.setattr(Compositor, "_render_chops", noted)
        await helm.press("2")
        await helm.until(lambda: not helm.app.main._dirty_widgets)
        await helm.press()  # whatever was put off has been painted
        assert sum(each.area for each in painted) < 2 * helm.app.size.area


async def test_numbers_go_to_screens(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        for key, room in [("2", "dag"), ("3", "rollouts"), ("4", "diagnosis"), ("5", "patches"),
                          ("6", "scores"), ("7", "log"), ("8", "triage"), ("1", "live")]:  # fmt: skip
            await helm.press(key)
            assert _here(helm) == f"{room}-{ROOMS[room].panes[0]}"
            assert helm.app.main.query_one(f"#{room}").display
            assert sum(helm.app.main.query_one(f"#{each}").display for each in ROOMS) == 1


@pytest.mark.parametrize("size", [(60, 18), (80, 24), (120, 40), (200, 60)])
async def test_tab_goes_round(run: RunFolder, size: tuple[int, int]) -> None:
    async with at_helm(run, size) as helm:
        visible = [f"live-{pane}" for pane in helm.app.main.stand.visible()]
        seen = [_here(helm)]
        for _ in visible:
            await helm.press("tab")
            seen.append(_here(helm))

        assert seen == [*visible, visible[0]]
        await helm.press("left")
        assert _here(helm) == visible[-1]


async def test_what_has_the_focus_is_told_without_colour(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        assert "━Live › Rollouts" in helm.text
        assert "─EvoDAG" in helm.text
        await helm.press("tab")
        await helm.see("━EvoDAG")
        assert "─Rollouts" in helm.text


async def test_moving_in_a_list_selects_and_its_trace_follows(run: RunFolder) -> None:
    async with at_helm(run, (120, 40)) as helm:
        await helm.see("Trace r35")
        await helm.press("j")
        assert helm.follower.view().selected == "r36"
        await helm.see("Trace r36")
        await helm.press("down", "down", "k")
        assert helm.follower.view().selected == "r37"
        await helm.press("home")
        assert helm.follower.view().selected == "r35"
        await helm.press("end")
        assert helm.follower.view().selected == "r1"
        await helm.press("j")
        assert helm.follower.view().selected == "r1"
        await helm.press("escape")
        assert helm.follower.view().selected == ""


async def test_a_selected_row_is_on_the_screen(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        for _ in range(25):
            await helm.press("j")
        selected = helm.follower.view().selected
        await helm.see(f"›{selected} ")


async def test_opening_a_rollout_leads_to_its_trace_and_then_to_the_whole_window(
    run: RunFolder,
) -> None:
    async with at_helm(run) as helm:
        await helm.press("j", "enter")
        assert _here(helm) == "rollouts-trace"
        await helm.see("Trace r36")
        assert "Rollouts  " in helm.text
        await helm.press("enter")
        await helm.until(lambda: "Rollouts  " not in helm.text)
        await helm.press("escape")
        await helm.until(lambda: "Rollouts  " in helm.text)
        assert _here(helm) == "rollouts-trace"
        await helm.press("escape")
        assert _here(helm) == "live-rollouts"
        assert helm.follower.view().selected == "r36"


async def test_the_view_before_comes_back_and_goes_again(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("4")
        await helm.press("minus")
        assert _here(helm) == "live-rollouts"
        await helm.press("minus")
        assert _here(helm) == "diagnosis-diagnoses"


async def test_opening_a_node_leads_to_its_patch(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("2", "end", "enter")
        assert _here(helm) == "dag-node"
        await helm.press("enter")
        assert _here(helm) == "patches-patch"
        assert helm.follower.view().patch == "p3"
        await helm.see("Patch p3")


async def test_text_is_moved_through_and_stops_at_its_ends(run: RunFolder) -> None:
    async with at_helm(run) as helm:
        await helm.press("5", "tab", "pagedown")
        await helm.press("home")
        await helm.press("up", "up", "end", "home")
        await helm.until(lambda: " more" not in helm.text)


async def test_a_resize_keeps_where_one_is(run: RunFolder) -> None:
    async with at_helm(run, (120, 40)) as helm:
        await helm.press("6", "tab")
        there = _here(helm)
        for size in [(80, 24), (60, 18), (30, 10), (1, 1), (200, 60), (120, 40)]:
            await helm.pilot.resize_terminal(*size)
            await helm.pilot.pause()
            assert helm.app.is_running
        assert _here(helm) == there


@pytest.mark.parametrize("content", CONTENTS.values(), ids=lambda content: content.id)
def test_a_pane_that_is_moved_as_far_as_it_goes_is_drawn_at_once(content: Content) -> None:
    view = view_of(Story().start().seed().grow(0.75, "n0"))
    section = Section("live", content, lambda: view)

    for _ in range(3):
        section.move(FAR)
        assert len(section._part(view, 74, 12)) <= 12
        section.move(-FAR)
        assert len(section._part(view, 74, 12)) <= 12

    assert section._away <= FURTHEST
