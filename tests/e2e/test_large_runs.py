"""Commands answer at once about runs of any size."""

import time

import pytest

from tests.e2e.homes import Home
from tests.synthetic.shape import Shape
from tests.synthetic.writing import MadeUp

pytestmark = pytest.mark.e2e

ANSWER_S = 4.0
"""1 s, and room for a busy machine."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    path = tmp_path_factory.mktemp("large") / "home"
    MadeUp(path, Shape(nodes=2_000, rollouts=5_000, events=60_000)).write()
    return Home(path)


@pytest.mark.parametrize("words", [["runs"], ["show"], ["steer", "pause", "--dry-run"]])
def test_a_run_of_two_thousand_nodes_is_told_of_at_once(home: Home, words: list[str]) -> None:
    since = time.monotonic()
    done = home.saddle(*words)
    took = time.monotonic() - since

    assert "made-up" in done.stdout + done.stderr
    assert took < ANSWER_S
