from pathlib import Path

import pytest

from saddle_benchmarks.harbor.folder import Agreements, TaskFolder, read_folder
from saddle_engine.errors import ConfigError
from saddle_engine.types.rollout import Split
from tests.benchmarks.harbor_folders import write_task


def read(folder: Path, *, network: bool = False) -> TaskFolder:
    return read_folder(folder, Split.TRAIN, Agreements(network=network))


def test_a_folder_becomes_a_task(tmp_path: Path) -> None:
    toml = "[metadata]\ncategory = 'sums'\npass_at = 0.5\n[agent]\ntimeout_sec = 30\n"
    folder = write_task(tmp_path / "add-up", {"task.toml": toml})

    task = read(folder).task

    assert (task.id, task.family, task.pass_at) == ("add-up", "sums", 0.5)
    assert task.limits.seconds == 30
    assert task.instruction == "Write the sum into answer.txt.\n"


@pytest.mark.parametrize(
    "canary",
    [
        "<!-- benchmark canary GUID 1 -->\n",
        "# harbor-canary GUID 1\n",
        "\n<!-- CANARY -->\n# canary\n\n",
    ],
)
def test_canary_lines_are_kept_from_the_agent(tmp_path: Path, canary: str) -> None:
    text = canary + "# Task\nKeep the canary alive.\n"
    folder = write_task(tmp_path / "bird", {"instruction.md": text})

    assert read(folder).task.instruction == "# Task\nKeep the canary alive.\n"


@pytest.mark.parametrize(
    "path", ["instruction.md", "environment/numbers.txt", "tests/test.sh", "tests/data/new"]
)
def test_the_digest_covers_every_file(tmp_path: Path, path: str) -> None:
    before = read(write_task(tmp_path / "a")).task.digest
    same = read(write_task(tmp_path / "b")).task.digest
    after = read(write_task(tmp_path / "c", {path: "else"})).task.digest

    assert before == same != after


def test_the_digest_covers_executable_bits(tmp_path: Path) -> None:
    before = read(write_task(tmp_path / "a")).task.digest
    (tmp_path / "a/tests/test.sh").chmod(0o755)

    assert read(tmp_path / "a").task.digest != before


@pytest.mark.parametrize("needed", ["tests/test.sh", "instruction.md", "task.toml"])
def test_a_task_without_a_needed_file_is_refused_naming_it(tmp_path: Path, needed: str) -> None:
    folder = write_task(tmp_path / "sum", {needed: None})

    with pytest.raises(ConfigError, match=f"task sum has no {needed}; expected at"):
        read(folder)


def test_a_link_in_a_task_is_refused(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "sum")
    (folder / "tests" / "shadow").symlink_to("/etc/shadow")

    with pytest.raises(ConfigError, match="link or no plain file"):
        read(folder)


def test_a_link_in_place_of_a_needed_file_is_not_followed(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "sum", {"task.toml": None})
    (folder / "task.toml").symlink_to("/etc/passwd")

    with pytest.raises(ConfigError, match="link or no plain file"):
        read(folder)


@pytest.mark.parametrize(
    ("toml", "part"),
    [
        ("[environment]\nos = 'windows'", "runs on windows"),
        ("[environment]\ngpus = 1", "GPU"),
        ("[environment]\nmcp_servers = [{name = 'x'}]", "MCP servers"),
        ("[environment]\nhealthcheck = {command = 'x'}", "healthcheck"),
        ("[environment]\nallow_internet = true", "needs the internet"),
        ("[verifier]\nnetwork_mode = 'public'", "needs the internet"),
        ("[environment]\nnetwork_mode = 'allowlist'", "allow-list"),
        ("[[steps]]\nname = 'one'", "several steps"),
        ("[verifier]\nenvironment_mode = 'separate'", "no artifacts"),
        ("[verifier.environment]\ncpus = 1", "environment of its own"),
        ("[[verifier.collect]]\ncommand = 'x'", "collect"),
        ("artifacts = ['../x']", ".. in its path"),
        ("artifacts = [{source = 'x', service = 'db'}]", "second container"),
        ("schema_version = '2.0'", "schema '2.0'"),
        ("[metadata]\npass_at = 0", "pass_at"),
    ],
)
def test_what_is_not_supported_is_refused_in_a_sentence(
    tmp_path: Path, toml: str, part: str
) -> None:
    folder = write_task(tmp_path / "sum", {"task.toml": toml})

    with pytest.raises(ConfigError, match="task sum") as refused:
        read(folder)

    assert part in str(refused.value)
    assert "\n" not in str(refused.value)


def test_a_compose_file_is_refused(tmp_path: Path) -> None:
    folder = write_task(tmp_path / "sum", {"environment/docker-compose.yaml": "services: {}"})

    with pytest.raises(ConfigError, match="several containers"):
        read(folder)


def test_a_verifier_with_an_image_of_its_own_is_refused(tmp_path: Path) -> None:
    toml = "artifacts = ['x']\n[verifier]\nenvironment_mode = 'separate'\n"
    folder = write_task(tmp_path / "sum", {"task.toml": toml, "tests/Dockerfile": "FROM x"})

    with pytest.raises(ConfigError, match="environment of its own"):
        read(folder)


@pytest.mark.parametrize(
    ("toml", "agreed", "network"),
    [
        ("", False, False),
        ("", True, True),
        ("[environment]\nallow_internet = true", True, True),
        ("[environment]\nallow_internet = false", True, False),
        ("[agent]\nnetwork_mode = 'no-network'", True, False),
    ],
)
def test_the_internet_takes_a_task_that_wants_it_and_an_operator_who_agrees(
    tmp_path: Path, toml: str, agreed: bool, network: bool
) -> None:
    folder = write_task(tmp_path / "sum", {"task.toml": toml})

    assert read(folder, network=agreed).network is network


@pytest.mark.parametrize(
    ("toml", "dockerfile", "workdir"),
    [
        ("", "FROM x\nWORKDIR /srv\nWORKDIR work\n", "/srv/work"),
        ("[environment]\nworkdir = '/there'", "FROM x\nWORKDIR /srv\n", "/there"),
        ("", "FROM x\n", "/app"),
    ],
)
def test_the_working_folder_is_what_the_task_says(
    tmp_path: Path, toml: str, dockerfile: str, workdir: str
) -> None:
    files = {"task.toml": toml, "environment/Dockerfile": dockerfile}

    assert read(write_task(tmp_path / "sum", files)).workdir == workdir
