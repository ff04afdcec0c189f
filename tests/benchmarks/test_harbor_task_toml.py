import pytest

from saddle_benchmarks.harbor.task_toml import Network, TaskToml, read_task_toml
from saddle_benchmarks.harbor.variables import fill
from saddle_engine.errors import ConfigError


def read(text: str) -> TaskToml:
    return read_task_toml(text.encode(), "task x: task.toml")[0]


def test_an_empty_file_is_a_task_with_the_defaults_of_the_format() -> None:
    toml = read("")

    assert (toml.verifier.timeout_sec, toml.environment.memory_mb) == (600, 2048)
    assert toml.environment.network is None


def test_schema_1_0_is_read() -> None:
    toml = read('version = "1.0"\n[environment]\nmemory = "4G"\nstorage = "10G"\ncpus = 2\n')

    assert (toml.schema_version, toml.environment.memory_mb) == ("1.0", 4096)


@pytest.mark.parametrize(
    ("written", "megabytes"),
    [('"2G"', 2048), ('"512M"', 512), ('"1.5GB"', 1536), ('"2Gi"', 2048), ("300", 300)],
)
def test_old_memory_sizes_are_understood(written: str, megabytes: int) -> None:
    assert read(f"[environment]\nmemory = {written}").environment.memory_mb == megabytes


def test_memory_mb_wins_over_the_old_key() -> None:
    toml = read('[environment]\nmemory = "1G"\nmemory_mb = 512')

    assert toml.environment.memory_mb == 512


@pytest.mark.parametrize(
    ("line", "network"),
    [
        ("allow_internet = false", Network.NONE),
        ("allow_internet = true", Network.PUBLIC),
        ('network_mode = "no-network"', Network.NONE),
        ('allow_internet = true\nnetwork_mode = "no-network"', Network.NONE),
    ],
)
def test_old_and_new_network_keys_are_understood(line: str, network: Network) -> None:
    assert read(f"[environment]\n{line}").environment.network is network


def test_a_task_table_without_a_name_is_read() -> None:
    assert read('[task]\nid = "x-1"\nauthors = "me"').schema_version == "1.0"


def test_unknown_keys_are_listed_and_known_ones_are_not() -> None:
    text = b'schema_version = "1.4"\nfoo = 1\n[agent]\ntimeout_sec = 5\nmood = "x"\n[solution]\nenv = {}'

    _, unknown = read_task_toml(text, "task x")

    assert unknown == ("foo", "agent.mood")


def test_artifacts_are_names_or_tables() -> None:
    toml = read('artifacts = ["/app/a", {source = "/app/b", exclude = ["*.o"]}]')

    assert [artifact.source for artifact in toml.artifacts] == ["/app/a", "/app/b"]


def test_a_numeric_user_is_a_name() -> None:
    assert read("[agent]\nuser = 1000").agent.user == "1000"


@pytest.mark.parametrize(
    ("text", "part"),
    [
        (b"a = ", "is not TOML"),
        (b"\xff\xfe\x00", "is not TOML"),
        (b"a = " + b"[" * 100_000, "is not TOML"),
        (b"[agent]\ntimeout_sec = 'soon'", "key `agent.timeout_sec` = 'soon'"),
        (b"[environment]\nmemory = 'lots'", "key `environment.memory_mb` = 'lots'"),
        (b"agent = 3", "key `agent` = 3"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_with_its_place(text: bytes, part: str) -> None:
    with pytest.raises(ConfigError, match=r"task x: task\.toml") as refused:
        read_task_toml(text, "task x: task.toml")

    assert part in str(refused.value)


def test_variables_are_filled_in_only_with_the_operators_agreement() -> None:
    host = {"JUDGE_KEY": "k", "HOME": "/home/me"}

    assert fill({"KEY": "a-${JUDGE_KEY}"}, ["JUDGE_KEY"], "task x", host) == {"KEY": "a-k"}
    assert fill({"KEY": "${HOME:-none}"}, [], "task x", host) == {"KEY": "none"}


@pytest.mark.parametrize(
    ("agreed", "host", "part"),
    [
        (["JUDGE_KEY"], {}, "JUDGE_KEY: it is not set"),
        ([], {"JUDGE_KEY": "k"}, "pass_env = ['JUDGE_KEY']"),
    ],
)
def test_a_variable_that_cannot_be_had_is_refused_by_name(
    agreed: list[str], host: dict[str, str], part: str
) -> None:
    with pytest.raises(ConfigError, match="task x needs your environment variable") as refused:
        fill({"KEY": "${JUDGE_KEY}"}, agreed, "task x", host)

    assert part in str(refused.value)
