"""The run that ships with saddle-tui, from what a newcomer asks of it to a branch whose check passes, by keys alone."""

import asyncio
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any, cast

import pytest

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.adapters.gitstore import GitStore
from saddle_runs.folder import RunFolder
from saddle_runs.stores import repository
from saddle_tui.app import SaddleApp
from saddle_tui.example import example
from saddle_tui.follower import Follower
from saddle_tui.reading import begun, open_viewer
from saddle_tui.seat import Seat
from tests.tui.harvests import commits, committed
from tests.tui.helms import Helmed, Watch

BOTH = re.compile(r"<<<<<<< .*?\n(.*?)\|\|\|\|\|\|\| .*?=======\n(.*?)>>>>>>> .*?\n", re.DOTALL)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return example(tmp_path / "home")


@asynccontextmanager
async def looked_at(run: RunFolder) -> AsyncIterator[Helmed]:
    """A screen on a run that nobody works on."""
    clock, watch, nobody = SystemClock(), Watch(), cast(Any, None)
    with open_viewer(run) as viewer, closing(Follower(run, viewer, clock)) as follower:
        app = SaddleApp(follower, Seat(run, clock, observe=True), watch)
        async with app.run_test(size=(80, 24)) as pilot:
            helm = Helmed(app, pilot, follower, nobody, nobody, watch)
            await helm.until(lambda: not follower.behind)
            yield helm


async def test_why_the_patch_of_iteration_3_was_declined_stands_on_the_screen(
    run: RunFolder,
) -> None:
    async with looked_at(run) as helm:
        await helm.press("8", "home", "down")
        await helm.see("p2 it3 ✗ declined")
        await helm.see("verdict declined, since only a gain goes on to dev: on the same 3 tasks")
        await helm.see("(simulated), 1 fixed and 1 broken")


async def test_three_patches_one_edited_one_conflict_resolved_a_branch_whose_check_passes(
    run: RunFolder, tmp_path: Path
) -> None:
    home = await asyncio.to_thread(_seeded, run, tmp_path / "mine")
    async with looked_at(run) as helm:
        await helm.press("8", "home", "space")
        await helm.see("p1 is chosen: 1 of 1; kept in")
        await helm.press("end", "space", "up", "space")
        await helm.see("1 conflict: R resolves")

        _hand(helm, lambda text: text.replace("DESCRIPTION = ", "# ours\nDESCRIPTION = ", 1))
        await helm.press("home", "e")
        await helm.see("Keep this version of p1?")
        await helm.see("# ours")
        await helm.calm()
        await helm.press("enter")
        await helm.see("p1 is taken home in your version")

        _hand(helm, lambda text: BOTH.sub(r"\1\2", text))
        await helm.press("R")
        await helm.see("resolved: p6 goes on top of those before it")
        await helm.see("3 chosen: w exports")

        await helm.press("w", "down")
        await helm.type("mine")
        await helm.press("enter")
        await helm.see("exported: ")

    assert [title[:3] for title in commits(home, "better-harness")] == ["p1:", "p5:", "p6:"]
    await asyncio.to_thread(_checked, home)


def _hand(helm: Helmed, change: Any) -> None:
    """Stands in for the operator's editor."""

    def edit(command: Sequence[str]) -> str:
        for file in map(Path, command[1:]):
            file.write_text(change(file.read_text()))
        return ""

    async def hand(command: Sequence[str]) -> str:
        return edit(command)

    helm.app.main.taking.hand = hand


def _seeded(run: RunFolder, folder: Path) -> Path:
    """A fresh repository with the harness as the run began with it."""
    with open_viewer(run) as viewer:
        started = begun(run, viewer).run
    assert started is not None
    folder.mkdir()
    store = GitStore(repository(run))
    asyncio.run(store.export(started.commit, folder / "agent"))
    return committed(folder)


def _checked(home: Path) -> None:
    """The harness's own check, on the branch."""
    subprocess.run(["git", "-C", str(home), "checkout", "-q", "better-harness"], check=True)
    agent = home / "agent"
    assert "<<<<" not in (agent / "prompts/system.md").read_text()
    assert any("# ours" in file.read_text() for file in (agent / "tools").glob("*.py"))
    subprocess.run([sys.executable, "-s", "main.py", "--check"], check=True, cwd=agent)


@pytest.mark.parametrize(
    ("keys", "step"), [(("enter", "enter"), "step 9,"), (("d", "enter"), "step 1,")]
)
async def test_evidence_and_first_difference_lead_into_a_transcript_that_was_never_open(
    run: RunFolder, keys: Sequence[str], step: str
) -> None:
    async with looked_at(run) as helm:
        await helm.press("8", "home", "down")
        await helm.see("Evidence p2")
        await helm.press(keys[0])
        await helm.see("transcript 1 of 1" if keys[0] == "enter" else "they part at step 1")
        await helm.press(*keys[1:])

        await helm.see("Rollouts › Trace")
        await helm.see(f"── {step}")
