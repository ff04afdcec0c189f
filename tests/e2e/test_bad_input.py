"""What cannot be used is refused in one sentence, before a run exists."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.homes import Home, write_config

pytestmark = pytest.mark.e2e

ROOT = Path(__file__).parent.parent.parent
Break = Callable[[Path], object]

CONFIG = """\
[harness]
path = "agent"
[benchmark]
name = "harbor"
path = "tasks"
[splits]
train = ["count-lines"]
dev = ["find-word"]
test = ["sum-prices"]
[sandbox]
kind = "none"
"""
NAMES_NOTHING = b"""\
name = "x"
start = ["python3", "main.py"]
[[surface]]
layer = "prompt"
files = ["nothing/*.md"]
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """A folder with a harness, tasks and a config that would run."""
    shutil.copytree(ROOT / "docs" / "example", tmp_path / "mine")
    (tmp_path / "mine" / "config.toml").write_text(CONFIG)
    return tmp_path / "mine"


def _config(old: str, new: str) -> Break:
    def change(mine: Path) -> None:
        config = mine / "config.toml"
        assert old in config.read_text()
        config.write_text(config.read_text().replace(old, new))

    return change


def _write(path: str, content: bytes) -> Break:
    return lambda mine: (mine / path).write_bytes(content)


def _pipe(mine: Path) -> None:
    (mine / "config.toml").unlink()
    os.mkfifo(mine / "config.toml")


def _limits(mine: Path) -> None:
    (mine / "config.toml").write_text(CONFIG + "[limits]\nrollouts = 6\n")


def _image(mine: Path) -> None:
    dockerfile = mine / "tasks" / "sum-prices" / "environment" / "Dockerfile"
    dockerfile.write_text(dockerfile.read_text() + "RUN apt-get install -y cowsay\n")


@pytest.mark.parametrize(
    ("broken", "told"),
    [
        (lambda mine: (mine / "config.toml").unlink(), "cannot read the config"),
        (_pipe, "is no plain file"),
        (_write("config.toml", b"\x7fELF\xff\xfe\x00"), "is not UTF-8 text"),
        (_write("config.toml", b"{'json': 1}"), "is not valid TOML"),
        (_write("config.toml", b"# " + b"x" * 2_000_000), "more than 1 MB"),
        (_config("[harness]", "[harnes]"), "key `harnes` is unknown; did you mean `harness`?"),
        (_config("kind =", "kin ="), "key `sandbox.kin` is unknown; did you mean `kind`?"),
        (_config('"none"', "1"), 'key `sandbox.kind` = 1; expected "docker" or "none"'),
        (_config('path = "agent"', "path = 7"), "key `harness.path` = 7; expected a folder"),
        (_config('path = "agent"', ""), "[harness] needs either path"),
        (_config('"agent"', '"agnt"'), "is not a harness: "),
        (_config('"agent"', '"a\\u0000b"'), "cannot be a path: embedded null byte"),
        (_config('"tasks"', '"a\\u0000b"'), "cannot be a path: embedded null byte"),
        (_write("agent/harness.toml", b'name = "x"\nstart = ["x"]'), "key `surface` is missing"),
        (_config("[harness]", "seed = 0\npolicy = 3\n[harness]"), "key `policy` = 3; expected a"),
        (_write("agent/harness.toml", NAMES_NOTHING), "no file of the harness matches"),
        (lambda mine: (mine / "agent" / "l").symlink_to("main.py"), "'l' is a symbolic link"),
        (_write("agent/main.py", b"import nothing_of_that_name"), "the harness does not load"),
        (_config('["find-word"]', "[]"), "[splits] dev is empty"),
        (_config('["find-word"]', '["count-*"]'), "[splits] train and dev overlap: count-lines"),
        (_config('["find-word"]', '["find-wrod"]'), "names no task; did you mean 'find-word'?"),
        (_config("train =", "trian ="), "[splits] key `trian` is unknown; did you mean `train`?"),
        (_config('"harbor"', '"harbour"'), "not installed; did you mean 'harbor'?"),
        (_config('"tasks"', '"tsks"'), "no such folder"),
        (lambda mine: shutil.rmtree(mine / "tasks" / "find-word" / "tests"), "find-word"),
        (_image, "task sum-prices"),
        (_limits, "[limits] rollouts = 6 does not cover the seed's dev run and the test"),
    ],
)
def test_one_sentence_and_no_run(
    mine: Path, capsys: pytest.CaptureFixture[str], broken: Break, told: str
) -> None:
    home = Home(mine / "home")
    broken(mine)

    code = home.inside("run", mine / "config.toml", "--headless", "--unsandboxed")

    said = capsys.readouterr().err
    assert told in said
    assert code == 2
    assert said.startswith("saddle-tui: ")
    assert said.count("config.toml") == 1
    assert said.count("\n") == 1
    assert not list((mine / "home").glob("runs/*"))


def test_code_that_nobody_vouches_for_needs_a_sandbox_or_consent(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(mine / "home")

    assert home.inside("run", mine / "config.toml", "--headless") == 2
    assert "use docker, or say --unsandboxed" in capsys.readouterr().err
    assert not (mine / "home").exists()


def test_without_docker_nothing_begins(
    mine: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    home = Home(mine / "home")
    monkeypatch.setenv("DOCKER_HOST", f"unix://{mine}/nobody.sock")

    code = home.inside("run", write_config(mine / "c.toml"), "--headless", "--sandbox", "docker")

    assert code == 2
    assert "start Docker (try `docker info`)" in capsys.readouterr().err
    assert not list((mine / "home").glob("runs/*"))


def test_a_name_that_is_taken_or_none_is_refused(
    mine: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(mine / "home")

    assert home.inside("run", write_config(mine / "c.toml"), "--headless", "--name", "No Name") == 2
    assert "'No Name' cannot be a run's name" in capsys.readouterr().err
    assert not list((mine / "home").glob("runs/*"))
