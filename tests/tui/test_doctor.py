"""`doctor` says what is there, what is not, and how to get it; it never hangs and shows no key."""

import json
import os
import shutil
import socket
import threading
import time
from collections.abc import Iterable
from datetime import date
from pathlib import Path

import pytest

from saddle_tui.config import settings_of
from saddle_tui.doctor.clock import judged as clock_judged
from saddle_tui.doctor.docker import docker, refused
from saddle_tui.doctor.dockerfiles import bases
from saddle_tui.doctor.examine import Probe, examine
from saddle_tui.doctor.finding import Finding, Group, Level, missing, ok, warning
from saddle_tui.doctor.home import home as home_probe
from saddle_tui.doctor.home import locks
from saddle_tui.doctor.models import endpoint, models, table
from saddle_tui.doctor.needs import Needs
from saddle_tui.doctor.program import beside_bounds, beside_lock
from saddle_tui.doctor.render import lines, ready
from saddle_tui.doctor.tasks import tasks
from saddle_tui.doctor.terminal import between, looks, size
from tests.e2e.homes import Home
from tests.tui.docker_daemon import INFO, daemon
from tests.tui.hostile import HOSTILE, violations

ROOT = Path(__file__).parent.parent.parent
KEY = "sk-ant-canary-0123456789"
OK, WARNING, MISSING = Level.OK, Level.WARNING, Level.MISSING
PAID = """\
[model.task]
provider = "anthropic"
name = "claude-sonnet-5"
"""


def needs(home: Path, *, kind: str = "docker", trouble: str = "", **tables: object) -> Needs:
    """What a config of the bundled harness would need."""
    harness = {"bundled": "react"}
    settings = settings_of({"harness": harness, "sandbox": {"kind": kind}, **tables})
    return Needs(settings, Path("c.toml"), home, {}, trouble)


def by_name(findings: Iterable[Finding]) -> dict[str, Finding]:
    return {finding.name: finding for finding in findings}


def levels(findings: Iterable[Finding]) -> dict[str, Level]:
    return {finding.name: finding.level for finding in findings}


# The report


def test_signs_are_words_and_every_remedy_stands_below_its_finding() -> None:
    groups = [
        Group("git", [ok("git", "2.39")]),
        Group("docker", [missing("engine", "not running", "start it"), warning("swap", "none")]),
    ]

    assert list(lines(groups, "the demo", 80)) == [
        "git",
        "  ok       git                 2.39",
        "docker",
        "  MISSING  engine              not running",
        "                               -> start it",
        "  warning  swap                none",
        "",
        "not ready for the demo: 1 missing, 1 to look at",
    ]
    assert not ready(groups)
    assert ready([Group("docker", [warning("swap", "none")])])


def test_no_text_of_the_machine_acts_and_no_line_is_wider_than_asked() -> None:
    hostile = [missing(HOSTILE, HOSTILE, HOSTILE), ok("x", "word " * 100)]

    shown = list(lines([Group(HOSTILE, hostile)], HOSTILE, 80))

    assert violations("\n".join(shown).encode()) == []
    assert max(map(len, list(lines([Group("g", hostile[1:])], "s", 80)))) <= 80


# Probes side by side


def test_a_probe_that_hangs_keeps_what_it_found_and_holds_up_nothing(tmp_path: Path) -> None:
    never = threading.Event()

    def hangs(_: Needs) -> Iterable[Finding]:
        yield ok("first", "found")
        never.wait(60)

    probes = [
        Probe("needed", hangs, 0.05),
        Probe("spare", hangs, 0.05, lambda _: False),
        Probe("quick", lambda _: [ok("third", "found")], 5),
    ]
    begun = time.monotonic()

    found = examine(needs(tmp_path), probes)

    never.set()
    assert time.monotonic() - begun < 10
    assert [(group.name, levels(group.findings)) for group in found] == [
        ("needed", {"first": OK, "needed": MISSING}),
        ("spare", {"first": OK, "spare": WARNING}),
        ("quick", {"third": OK}),
    ]
    assert found[0].findings[1].found == "no answer within 0.05 s"


def test_a_file_that_cannot_be_read_is_a_finding_and_a_fault_of_ours_is_not(
    tmp_path: Path,
) -> None:
    def unreadable(_: Needs) -> Iterable[Finding]:
        yield ok("x", (tmp_path / "nothing").read_text())

    def faulty(_: Needs) -> Iterable[Finding]:
        raise KeyError("x")

    (group,) = examine(needs(tmp_path), [Probe("files", unreadable, 5)])

    assert "could not be looked at" in group.findings[0].found
    with pytest.raises(KeyError):
        examine(needs(tmp_path), [Probe("fault", faulty, 5)])


# Docker


def test_not_installed_not_running_and_not_allowed_are_told_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    there, left = tmp_path / "there", tmp_path / "left"
    with socket.socket(socket.AF_UNIX) as closed:
        closed.bind(str(left))
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(there))
        listening.listen()

        assert refused(there) is None
        assert "nobody listens" in _refusal(left)
        there.chmod(0)
        assert "you may not use it" in _as_nobody(there)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    assert "it is not installed" in _refusal(tmp_path / "nothing")
    (tmp_path / "dockerd").write_text("#!/bin/sh\n")
    (tmp_path / "dockerd").chmod(0o755)
    assert "it is not running: there is no" in _refusal(tmp_path / "nothing")
    left.rename(tmp_path / "docker.sock")
    assert f"export DOCKER_HOST=unix://{tmp_path}/docker.sock" in _refusal(tmp_path / "nothing")


def _refusal(path: Path) -> str:
    said = refused(path)
    assert said is not None
    return " ".join(said)


def _as_nobody(path: Path) -> str:
    """What another user is told; root may connect whatever the mode says."""
    if os.getuid():
        return _refusal(path)
    path.parent.chmod(0o700)
    reader, writer = os.pipe()
    if (child := os.fork()) == 0:
        os.setresuid(65534, 65534, 65534)
        os.write(writer, " ".join(refused(path) or ()).encode())
        os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader) as said:
        return said.read()


def test_an_engine_that_never_answers_is_missing_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.socket(socket.AF_UNIX) as silent:
        silent.bind(str(tmp_path / "s"))
        silent.listen()
        monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/s")
        begun = time.monotonic()

        (found,) = docker(needs(tmp_path))
        (spared,) = docker(needs(tmp_path, kind="none"))

    assert time.monotonic() - begun < 20
    assert found.level is MISSING
    assert "no answer within 2 s" in found.found
    assert spared.level is WARNING
    assert "not needed here" in spared.found


def test_an_engine_elsewhere_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DOCKER_HOST", "tcp://10.0.0.1:2375")

    (found,) = docker(needs(tmp_path))

    assert found.level is MISSING
    assert "on this machine" in found.found


@pytest.mark.parametrize(
    ("changes", "name", "level", "told"),
    [
        ({}, "engine", OK, "27.1.0 (linux/x86_64)"),
        ({"ServerVersion": "19.03.8"}, "engine", MISSING, "expected 20.10 or newer"),
        ({}, "storage", OK, "overlay2 on extfs, which cannot cap the files"),
        ({"Driver": "btrfs"}, "storage", OK, "can cap the files"),
        (
            {"DriverStatus": [["Backing Filesystem", "xfs"]]},
            "storage",
            OK,
            "if mounted with pquota",
        ),
        ({}, "limits", OK, "memory, processes, processors (cgroup v2)"),
        ({"MemoryLimit": False, "PidsLimit": False}, "limits", MISSING, "no limit of memory, proc"),
        ({"SwapLimit": False}, "swap", WARNING, "may swap"),
        ({"SecurityOptions": []}, "seccomp", MISSING, "cannot be denied"),
        ({"SecurityOptions": ["name=seccomp", "name=rootless"]}, "rootless", WARNING, "rootless"),
    ],
)
def test_what_an_engine_can_hold_is_told(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    changes: dict[str, object],
    name: str,
    level: Level,
    told: str,
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/d")

    with daemon(tmp_path / "d", {**INFO, **changes}):
        found = by_name(docker(needs(tmp_path)))

    assert found[name].level is level
    assert told in found[name].found


# The config


@pytest.fixture
def example(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "docs" / "example", tmp_path / "mine")
    return tmp_path / "mine"


def _example_needs(example: Path, kind: str = "docker") -> Needs:
    splits = {"train": ["sum-prices"], "dev": ["find-word"], "test": ["count-lines"]}
    table = {
        "harness": {"path": str(example / "agent")},
        "benchmark": {"name": "harbor", "path": str(example / "tasks")},
        "splits": splits,
        "sandbox": {"kind": kind, "image": "harness:1"},
    }
    return Needs(settings_of(table), example / "config.toml", example, {})


def test_images_are_here_or_will_be_built_or_cannot_be_had(
    example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    toml = example / "tasks" / "sum-prices" / "task.toml"
    toml.write_text(f'{toml.read_text()}\n[environment]\ndocker_image = "ready:2"\n')
    socket_ = example / "d"
    monkeypatch.setenv("DOCKER_HOST", f"unix://{socket_}")

    with daemon(socket_, images=frozenset({"harness:1"})):
        found = list(tasks(_example_needs(example)))

    told = [(each.level, each.found) for each in found if "image" in each.name]
    assert told[:3] == [
        (OK, "harness:1 is here"),
        (MISSING, "ready:2 is not on this machine"),
        (OK, "0 are here, 2 will be built"),
    ]
    assert told[3][0] is WARNING
    assert told[3][1].startswith("debian:bookworm-slim, which 2 Dockerfiles start from")
    assert found[-1].remedy == "docker pull debian:bookworm-slim"


def test_without_an_engine_images_are_missing_and_without_boxes_they_do_not_matter(
    example: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{example}/nobody")

    found = by_name(tasks(_example_needs(example)))
    none = by_name(tasks(_example_needs(example, "none")))

    assert found["tasks"] == ok("tasks", "1 train, 1 dev, 1 test")
    assert found["images"].level is MISSING
    assert "images" not in none
    assert "--unsandboxed" in none["harness"].found


def test_a_config_that_names_nothing_is_told_by_its_own_sentence(example: Path) -> None:
    shutil.rmtree(example / "tasks" / "find-word")
    (example / "agent" / "harness.toml").unlink()

    found = by_name(tasks(_example_needs(example)))

    assert levels(found.values()) == {"harness": MISSING, "tasks": MISSING}
    assert "names no task" in found["tasks"].found


def test_stages_and_variables_are_no_images_to_be_had(tmp_path: Path) -> None:
    (tmp_path / "Dockerfile").write_text(
        "ARG B=x\nFROM --platform=linux/amd64 a:1 AS one\nFROM one\nFROM $B\nFROM scratch\nFROM b\n"
    )

    assert bases(tmp_path) == {"a:1", "b"}


# Models


def test_simulated_models_need_nothing(tmp_path: Path) -> None:
    assert set(levels(models(needs(tmp_path))).values()) == {OK}


def test_each_thing_that_a_paid_model_lacks_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    model = {"task": {"provider": "anthropic", "name": "nobody-1"}}

    found = by_name(models(needs(tmp_path, model=model)))

    assert levels(found.values()) == {
        "task model": OK,
        "task key": MISSING,
        "task endpoint": OK,
        "task price": MISSING,
        "prices": OK,
        "cap": WARNING,
    }
    assert "export ANTHROPIC_API_KEY=" in found["task key"].remedy
    assert '[prices."nobody-1"]' in found["task price"].remedy


@pytest.mark.parametrize(("mode", "level"), [(0o600, OK), (0o640, MISSING), (0o604, MISSING)])
def test_a_key_file_must_be_its_owners_alone(tmp_path: Path, mode: int, level: Level) -> None:
    file = tmp_path / "key"
    file.write_text(KEY)
    file.chmod(mode)
    model = {"task": {"provider": "anthropic", "name": "claude-sonnet-5", "key_file": str(file)}}

    found = by_name(models(needs(tmp_path, model=model)))["task key"]

    assert found.level is level
    assert f"{mode:04o}" in found.found or level is OK
    assert f"chmod 600 {file}" in found.remedy or level is OK


@pytest.mark.parametrize(
    ("url", "level", "told"),
    [
        (None, OK, "Anthropic's own"),
        ("http://127.0.0.1:8080", OK, "127.0.0.1:8080 is this machine (loopback)"),
        ("http://localhost/v1", OK, "localhost is this machine"),
        ("http://[::1]:1", OK, "::1:1 is this machine"),
        ("https://u:secret@example.com", OK, "example.com, not Anthropic's own"),
        ("http://example.com", WARNING, "the key travels in the open"),
        ("ftp://example.com", MISSING, "no http address"),
        ("http://[secret", MISSING, "no http address"),
        ("http://x:99999999", MISSING, "no http address"),
    ],
)
def test_where_calls_go_is_told_without_what_an_address_may_hide(
    url: str | None, level: Level, told: str
) -> None:
    found = endpoint("task", url)

    assert found.level is level
    assert told in found.found
    assert "secret" not in f"{found}"


def test_old_prices_are_doubted_only_where_they_are_used() -> None:
    assert table("2026-01-01", date(2026, 2, 1), asked=True).level is OK
    assert table("2026-01-01", date(2026, 12, 1), asked=True).level is WARNING
    assert table("2026-01-01", date(2026, 12, 1), asked=False).level is OK


# The machine


def test_a_small_terminal_and_what_stands_between_are_told() -> None:
    assert size(80, 24).level is OK
    assert size(79, 24).level is WARNING
    assert size(80, 23).level is WARNING
    tmux = {"TMUX": "x", "TERM": "xterm-256color", "SSH_TTY": "/dev/pts/1"}
    told = levels(between(tmux, frozenset({"mosh-server"})))
    assert told == {"tmux": WARNING, "mosh": OK, "SSH": OK}
    assert levels(between(tmux | {"TERM": "tmux-256color"}, frozenset()))["tmux"] is OK
    assert levels(between({"STY": "1", "TERM": "screen"}, frozenset())) == {"GNU screen": WARNING}


@pytest.mark.parametrize(
    ("environ", "encoding", "letters", "colours"),
    [
        ({"COLORTERM": "truecolor"}, "UTF-8", "unicode: the locale says UTF-8", "16 million; theme dark"),
        ({"NO_COLOR": "1"}, "UTF-8", "unicode: the locale says UTF-8", "none (NO_COLOR, or a terminal that has none); theme mono"),
        ({"TERM": "xterm-256color"}, "ASCII", "ascii: the locale says ASCII", "256; theme dark"),
        ({"TERM": "linux", "SADDLE_THEME": "light"}, "UTF-8", "ascii: TERM is linux", "theme light"),
    ],
)  # fmt: skip
def test_letters_and_colours_are_told_with_what_chose_them(
    environ: dict[str, str], encoding: str, letters: str, colours: str, tmp_path: Path
) -> None:
    found = by_name(looks({"XDG_CONFIG_HOME": str(tmp_path), **environ}, encoding))

    assert found["letters"].found == letters
    assert found["colours"].found.endswith(colours)


def test_settings_of_the_screen_that_cannot_be_used_are_told(tmp_path: Path) -> None:
    (tmp_path / "saddle-tui").mkdir()
    (tmp_path / "saddle-tui" / "screen.toml").write_text("theme = 'pink'")

    found = by_name(looks({"XDG_CONFIG_HOME": str(tmp_path)}, "UTF-8"))

    assert found["your settings"].level is WARNING
    assert "'pink'" in found["your settings"].found


def test_a_home_is_looked_at_without_being_made(tmp_path: Path) -> None:
    found = by_name(home_probe(needs(tmp_path / "a" / "b")))

    assert found["home"].level is OK
    assert found["locks"].level is OK
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o777)
    assert by_name(home_probe(needs(tmp_path / "open")))["home"].level is MISSING
    (tmp_path / "file").touch()
    assert by_name(home_probe(needs(tmp_path / "file" / "x")))["home"].level is MISSING
    assert locks(tmp_path / "nothing").level is MISSING


def test_a_clock_before_the_installation_is_wrong() -> None:
    assert clock_judged(1_790_000_000, 1_789_000_000).level is OK
    assert clock_judged(1_000_000, 1_789_000_000).level is WARNING
    assert clock_judged(2_800_000_000, 1_789_000_000).level is WARNING


def test_libraries_are_compared_with_the_lock_or_with_what_the_package_asks_for() -> None:
    assert beside_lock((ROOT / "requirements.lock").read_text()).level is OK
    assert "pydantic 2." in beside_lock("pydantic==0.1 \\\n").found
    assert beside_lock("pydantic==0.1 \\\n").level is WARNING
    assert beside_lock("no-such-thing==1.0 \\\n").level is MISSING
    assert beside_lock("no-such-thing==1.0 ; sys_platform == 'win32' \\\n").level is OK
    assert beside_bounds({"pydantic": ">=2.12,<3"}).level is OK
    assert beside_bounds({"pydantic": ">=2.12,<2.12"}).level is WARNING
    assert beside_bounds({"no-such-thing": ">=1"}).level is MISSING
    assert beside_bounds({}).level is MISSING


# The command


def test_the_demo_needs_no_docker_no_key_and_no_config(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{tmp_path}/nobody")

    code = Home(tmp_path / "home").inside("doctor")

    said = capsys.readouterr().out
    assert code == 0, said
    assert "ready for the demo" in said
    assert "warning  engine" in said
    assert not (tmp_path / "home").exists()


def test_a_config_decides_what_is_missing_and_no_key_is_ever_shown(
    example: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOCKER_HOST", f"unix://{example}/nobody")
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    config = example / "config.toml"
    config.write_text(config.read_text() + PAID)
    home = Home(example / "home")

    assert home.inside("doctor", config, "--json") == 1
    facts = json.loads(capsys.readouterr().out)
    assert home.inside("doctor", config) == 1
    said = capsys.readouterr().out

    found = {each["name"]: each for each in facts["findings"]}
    assert facts["ready"] is False
    assert facts["for"] == str(config)
    assert found["engine"]["level"] == "missing"
    assert found["task key"]["level"] == "ok"
    assert found["git"].keys() == {"group", "name", "level", "found", "remedy"}
    assert not any(KEY[at : at + 6] in said + json.dumps(facts) for at in range(len(KEY) - 6))


def test_a_config_that_cannot_be_read_is_one_finding_among_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "c.toml").write_text("[harnes]\n")

    assert Home(tmp_path / "home").inside("doctor", tmp_path / "c.toml") == 1

    said = " ".join(capsys.readouterr().out.split())
    assert "MISSING config" in said
    assert "did you mean `harness`?" in said
    assert "ok git" in said


@pytest.mark.docker
def test_a_real_engine_answers(tmp_path: Path) -> None:
    if refused(Path("/var/run/docker.sock")):
        pytest.skip("no Docker engine answers")

    found = levels(docker(needs(tmp_path)))

    assert found["engine"] is OK
    assert {"storage", "limits", "seccomp"} <= found.keys()
