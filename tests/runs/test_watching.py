"""An engine knows whether anybody looks at its run, without asking anybody."""

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from saddle_runs.folder import RunFolder
from saddle_runs.watching import watched, watching

LOOKS = """
import sys, time
from pathlib import Path
from saddle_runs.folder import RunFolder
from saddle_runs.watching import watching
with watching(RunFolder(Path(sys.argv[1]), "abcdefgh", "demo")):
    print("looks", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def folder(tmp_path: Path) -> RunFolder:
    return RunFolder(tmp_path, "abcdefgh", "demo")


def test_a_run_is_watched_as_long_as_one_of_its_screens_is_there(folder: RunFolder) -> None:
    assert not watched(folder)
    with watching(folder):
        with watching(folder):
            assert watched(folder)
        assert watched(folder)

    assert not watched(folder)


def test_a_screen_that_is_killed_watches_no_more(folder: RunFolder) -> None:
    screen = subprocess.Popen(
        [sys.executable, "-c", LOOKS, str(folder.path)], stdout=subprocess.PIPE
    )
    with screen:
        assert screen.stdout is not None
        assert screen.stdout.readline() == b"looks\n"
        seen = watched(folder)
        os.kill(screen.pid, signal.SIGKILL)
        screen.wait()

    assert seen
    assert not watched(folder)


def test_an_engine_that_looks_keeps_no_screen_out(folder: RunFolder) -> None:
    with watching(folder), ThreadPoolExecutor(1) as pool:
        looks = pool.submit(lambda: [watched(folder) for _ in range(5_000)])
        for _ in range(200):
            with watching(folder):
                pass

        assert all(looks.result())


def test_a_run_that_cannot_be_written_to_can_be_looked_at(tmp_path: Path) -> None:
    gone = RunFolder(tmp_path / "gone", "abcdefgh", "demo")

    with watching(gone):
        assert not watched(gone)
