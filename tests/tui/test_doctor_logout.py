"""Hosts that end what a login has started: `doctor` says so, and what to type."""

from pathlib import Path

import pytest

from saddle_tui.doctor.finding import Level
from saddle_tui.doctor.limits import group, ulimits
from saddle_tui.doctor.logind import Login, concerns, configured, kills_by_config, login
from saddle_tui.doctor.logout import judged, logout, runtime
from tests.tui.test_doctor import needs

ADA = Login("ada", kills=True, lingers=False, manager=True, outside=False)
LINGER = "loginctl enable-linger ada"
SCOPE = "systemd-run --user --scope saddle-tui run"
UNLIMITED = {"files": -1, "processes": -1, "memory": -1}


def write(root: Path, path: str, text: str = "") -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A machine with systemd, whose login manager says nothing of logouts."""
    (tmp_path / "run/systemd/system").mkdir(parents=True)
    write(tmp_path, "etc/systemd/logind.conf", "[Login]\n#KillUserProcesses=yes\n")
    return tmp_path


def here(root: Path, user: str = "ada") -> Login:
    found = login(user, {"XDG_RUNTIME_DIR": "/run/user/1000"}, root, ask=False)
    assert found is not None
    return found


def test_without_systemd_nothing_ends_an_engine(tmp_path: Path) -> None:
    assert login("ada", {}, tmp_path, ask=False) is None


def test_what_the_login_manager_is_told_is_read_as_it_reads_it(root: Path) -> None:
    assert not here(root).kills
    write(root, "usr/lib/systemd/logind.conf.d/50-a.conf", "[Login]\nKillUserProcesses = yes\n")
    assert here(root).kills
    write(root, "etc/systemd/logind.conf.d/50-a.conf", "[Login]\n")  # hides the one called alike
    assert not here(root).kills
    write(root, "run/systemd/logind.conf.d/10-b.conf", "[Login]\nKillUserProcesses=no\n")
    write(root, "etc/systemd/logind.conf.d/20-c.conf", "[Login]\nKillUserProcesses=on\n")
    assert here(root).kills
    assert kills_by_config(configured(root))


def test_users_who_are_spared_are_spared(root: Path) -> None:
    write(root, "etc/systemd/logind.conf", "KillUserProcesses=yes\n")
    assert not here(root, "root").kills
    assert concerns(["KillExcludeUsers=\n"], "root")
    assert not concerns(["KillExcludeUsers=ada bob\n"], "ada")
    assert not concerns(["KillOnlyUsers=bob\n"], "ada")
    assert concerns(["KillOnlyUsers=bob ada\n"], "ada")


def test_what_the_user_has_is_seen(root: Path) -> None:
    bare = here(root)
    write(root, "var/lib/systemd/linger/ada")
    write(root, "run/user/1000/systemd/private")
    write(
        root, "proc/self/cgroup", "0::/user.slice/user-1000.slice/user@1000.service/app.slice/x\n"
    )
    full = here(root)

    assert (bare.lingers, bare.manager, bare.outside) == (False, False, False)
    assert (full.lingers, full.manager, full.outside) == (True, True, True)


@pytest.mark.parametrize(
    ("found", "level", "remedy"),
    [
        (ADA._replace(kills=False), Level.OK, ""),
        (ADA, Level.WARNING, f"{LINGER}; then start it outside of the login: {SCOPE}"),
        (ADA._replace(lingers=True), Level.WARNING, f"start it outside of the login: {SCOPE}"),
        (ADA._replace(outside=True), Level.WARNING, LINGER),
        (ADA._replace(outside=True, lingers=True), Level.OK, ""),
        (ADA._replace(manager=False), Level.WARNING, f"{LINGER}; ask for a systemd of your own"),
    ],
)
def test_a_logout_that_ends_engines_is_told_with_the_way_out(
    found: Login, level: Level, remedy: str
) -> None:
    said = judged(found)

    assert said.level is level
    assert said.remedy.startswith(remedy)


def test_what_goes_with_the_last_login_is_told() -> None:
    environ = {
        "XDG_RUNTIME_DIR": "/run/user/1000",
        "DOCKER_HOST": "unix:///run/user/1000/docker.sock",
    }
    told = list(runtime(ADA, environ, "/run/user/1000/tmp", docker=True))

    assert [each.name for each in told] == ["temporary", "rootless Docker"]
    assert all(LINGER in each.remedy for each in told)
    assert not list(runtime(ADA._replace(lingers=True), environ, "/run/user/1000", docker=True))
    assert not list(runtime(ADA, environ | {"DOCKER_HOST": ""}, "/tmp", docker=True))
    assert not list(runtime(ADA, environ, "/tmp", docker=False))


def test_limits_that_an_engine_would_meet_are_told_with_what_to_type() -> None:
    assert not list(ulimits(UNLIMITED, -1))
    assert not list(ulimits({"files": 1024, "processes": 4000, "memory": 1 << 34}, -1))
    told = list(ulimits({"files": 256, "processes": 50, "memory": 1 << 28}, 3600))

    assert [each.remedy.split(",")[0] for each in told] == [
        "ulimit -n 4096", "ulimit -u 4096", "ulimit -v unlimited", "ulimit -t unlimited",
    ]  # fmt: skip


def test_the_tightest_limit_of_the_groups_above_counts(tmp_path: Path) -> None:
    ours = tmp_path / "cgroup"
    ours.write_text("0::/user.slice/me\n")
    write(tmp_path, "fs/user.slice/memory.max", str(512 << 20))
    write(tmp_path, "fs/user.slice/me/memory.max", "max\n")
    write(tmp_path, "fs/user.slice/me/pids.max", "64\n")
    told = list(group(tmp_path / "fs", ours))

    assert [(each.name, each.found.split()[0]) for each in told] == [
        ("memory", "512"),
        ("processes", "64"),
    ]
    assert not list(group(tmp_path / "none", ours))
    assert not list(group(tmp_path / "fs", tmp_path / "none"))


def test_a_user_without_a_name_is_looked_at_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def nobody(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.setattr("pwd.getpwuid", nobody)
    for name in ("LOGNAME", "USER", "LNAME", "USERNAME"):
        monkeypatch.delenv(name, raising=False)

    assert list(logout(needs(tmp_path)))
