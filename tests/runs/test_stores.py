"""A run's harnesses are read from repositories of its user alone, whatever stands in the cache."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from saddle_engine.errors import JournalError
from saddle_runs.folder import find_run
from saddle_runs.stores import repository
from saddle_tui.example import FILE, example


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


@pytest.mark.parametrize("named", ["{planted}", "../../../planted", "", "0" * 63, "\\n"])
def test_no_word_of_a_file_leads_to_a_repository_that_came_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    planted = tmp_path / "planted.git"
    shutil.copytree(repository(example(tmp_path)), planted)
    file = shutil.copyfile(FILE, tmp_path / "run.db")
    connection = sqlite3.connect(file)
    connection.execute("DROP TRIGGER journal_keeps_records")
    connection.execute(
        "UPDATE journal SET body = json_set(body, '$.pack', ?) WHERE kind = 'HarnessesPacked'",
        (named.format(planted=planted.with_suffix("")),),
    )
    connection.commit()
    connection.close()

    with pytest.raises(JournalError, match="is damaged: its harnesses are called"):
        repository(find_run(tmp_path, str(file)))
