"""Harbor tasks in host folders: what runs there does as in Docker, and the others are refused."""

from pathlib import Path

import pytest

from saddle_benchmarks.harbor import Harbor
from saddle_engine.adapters.none import HostFolders
from saddle_engine.errors import ConfigError
from tests.benchmarks.harbor_folders import write_tasks
from tests.benchmarks.harbor_rig import harbor, prepared, spec_of


@pytest.mark.parametrize(
    ("copies", "files"),
    [
        ("COPY numbers.txt .", {"numbers.txt"}),
        ("COPY numbers.txt /app", {"numbers.txt"}),
        ("COPY numbers.txt /app/other.txt", {"other.txt"}),
        ("COPY numbers.txt deep/ ", {"deep/numbers.txt"}),
        ("COPY data .", {"a.csv", "sub/b.csv"}),
        ("COPY data/ /app/data/", {"data/a.csv", "data/sub/b.csv"}),
        ("COPY numbers.txt data/a.csv both/", {"both/numbers.txt", "both/a.csv"}),
        ('COPY ["numbers.txt", "x"]', None),
        ("# note\nCOPY \\\n  numbers.txt \\\n  .", {"numbers.txt"}),
        ("", set()),
    ],
)
async def test_without_docker_copies_do_what_they_do_in_it(
    tmp_path: Path, copies: str, files: set[str] | None
) -> None:
    environment = {
        "environment/Dockerfile": f"FROM debian\nWORKDIR /app\n{copies}\n",
        "environment/data/a.csv": "1",
        "environment/data/sub/b.csv": "2",
    }
    benchmark = harbor(tmp_path, environment)
    if files is None:
        with pytest.raises(ConfigError, match="COPY"):
            await prepared(benchmark, tmp_path / "boxes")
    else:
        assert set(await prepared(benchmark, tmp_path / "boxes")) == files


@pytest.mark.parametrize(
    ("dockerfile", "reason"),
    [
        ("FROM debian\nWORKDIR /app\nRUN apt-get update\n", "Dockerfile with RUN"),
        ("FROM a\nFROM b\nWORKDIR /app\n", "several FROM"),
        ("FROM debian\nWORKDIR /app\nCOPY numbers.txt /etc/\n", "COPY numbers.txt /etc/"),
        ("FROM debian\nWORKDIR /app\nCOPY numbers.txt ../x\n", "COPY numbers.txt ../x"),
        ("FROM debian\nWORKDIR /app\nCOPY --chown=1 numbers.txt .\n", "COPY --chown=1"),
        ("FROM debian\nWORKDIR /app\nCOPY *.txt .\n", "COPY *.txt"),
        ("FROM debian\nWORKDIR /app\nCOPY nowhere .\n", "COPY nowhere"),
        ("FROM debian\nWORKDIR /app\nCOPY ../tests .\n", "COPY ../tests"),
        ("FROM debian\nCOPY numbers.txt .\n", "COPY numbers.txt"),
    ],
)
async def test_without_docker_a_task_that_needs_more_than_files_is_refused(
    tmp_path: Path, dockerfile: str, reason: str
) -> None:
    benchmark = harbor(tmp_path, {"environment/Dockerfile": dockerfile})

    with pytest.raises(ConfigError, match=r"task Sum_1 .*needs --sandbox docker") as refused:
        await spec_of(benchmark, HostFolders(tmp_path / "boxes"))

    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("echo 1 >/logs/verifier/reward.txt", "/logs/verifier and not $SADDLE_LOGS"),
        ('python3 /tests/look.py >"$SADDLE_LOGS/reward.txt"', "/tests and not $SADDLE_TESTS"),
    ],
)
async def test_without_docker_tests_at_fixed_places_are_refused(
    tmp_path: Path, line: str, reason: str
) -> None:
    benchmark = harbor(tmp_path, {"tests/test.sh": f"#!/bin/sh\n{line}\n"})

    with pytest.raises(ConfigError, match=r"task Sum_1 .*needs --sandbox docker") as refused:
        await spec_of(benchmark, HostFolders(tmp_path / "boxes"))

    assert reason in str(refused.value)


async def test_without_docker_a_default_for_docker_is_fine(tmp_path: Path) -> None:
    line = 'sh "${SADDLE_TESTS:-/tests}/a.sh" >"${SADDLE_LOGS:-/logs/verifier}/reward.txt"'
    benchmark = harbor(tmp_path, {"tests/test.sh": f"#!/bin/sh\n{line}\n"})

    assert (await spec_of(benchmark, HostFolders(tmp_path / "boxes"))).image == ""


async def test_without_docker_an_image_without_a_dockerfile_is_refused(tmp_path: Path) -> None:
    toml = "[environment]\ndocker_image = 'me/sum:1'"
    files = {"task.toml": toml, "environment/Dockerfile": None}
    write_tasks(tmp_path / "tasks", "a", "b", "c", files=files)
    options = {"path": str(tmp_path / "tasks"), "splits": {"train": 1, "dev": 1, "test": 1}}

    with pytest.raises(ConfigError, match="has no Dockerfile"):
        await spec_of(Harbor(options, tmp_path), HostFolders(tmp_path / "boxes"))
