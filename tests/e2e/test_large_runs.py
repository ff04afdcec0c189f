"""Commands answer at once about a long run whose engine has left checkpoints, as engines do."""

import resource
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.e2e.homes import Home
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp

pytestmark = pytest.mark.e2e

ANSWER_CPU_S = 2.5
"""Of computing: 1 s, and room for a slow machine."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Home]:
    folder = tmp_path_factory.mktemp("large")
    run = MadeUp(folder / "home", Shape(nodes=2_000, rollouts=5_000, events=60_000))
    run.write()
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        words = [str(run.folder.path), run.folder.id, run.folder.name]
        subprocess.run([sys.executable, "-m", "saddle_tui.checkpoints", *words], check=True)
        yield Home(folder / "home")


@pytest.mark.parametrize("words", [["runs"], ["show"], ["steer", "pause", "--dry-run"]])
def test_a_run_of_two_thousand_nodes_is_told_of_at_once(home: Home, words: list[str]) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = home.saddle(*words)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)

    assert "made-up" in done.stdout + done.stderr
    assert len(done.stdout.splitlines()) < 500  # a person's, not a script's
    assert after.ru_utime - before.ru_utime < ANSWER_CPU_S
