"""A run's harnesses are read from repositories of its user alone, whatever stands in the cache."""

from pathlib import Path

import pytest

from saddle_engine.errors import JournalError
from saddle_runs.stores import repository
from saddle_tui.example import example


@pytest.mark.parametrize("planted", ["link", "open"])
def test_what_others_may_have_put_there_is_not_read(
    planted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    run = example(tmp_path)
    kept = repository(run)
    assert repository(run) == kept
    moved = kept.rename(tmp_path / "elsewhere.git")
    if planted == "link":
        kept.symlink_to(moved)
    else:
        moved.rename(kept).chmod(0o777)

    with pytest.raises(JournalError, match="is none of yours alone, so it is not read; remove it"):
        repository(run)
