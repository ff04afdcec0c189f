"""The Docker engine: there or not, willing or not, and whether it can hold boxes in."""

import errno
import os
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

from saddle_engine.adapters.docker.daemon import local_socket
from saddle_engine.adapters.docker.survey import Survey, survey
from saddle_engine.errors import ConfigError, SandboxError
from saddle_tui.doctor.finding import Finding, ok, warning
from saddle_tui.doctor.needs import Needs

ANSWER_S = 2
OLDEST = (20, 10)
CAPPED = frozenset({"btrfs", "zfs"})
"""Storage drivers that can cap the files of a container."""
INSTALL = "install Docker, such as: sudo apt-get install docker.io"
START = "sudo systemctl start docker"
JOIN = "sudo usermod -aG docker $USER, then log in again (who may use Docker is root here)"


def docker(needs: Needs) -> Iterator[Finding]:
    """What boxes would be made with."""
    try:
        path = local_socket()
    except ConfigError as why:
        yield needs.without_docker("engine", str(why), "unset DOCKER_HOST, or set unix://PATH")
        return
    if refusal := refused(path):
        yield needs.without_docker("engine", *refusal)
        return
    try:
        found = survey(path, ANSWER_S)
    except SandboxError as why:
        yield needs.without_docker("engine", str(why), "sudo systemctl restart docker")
        return
    yield _engine(needs, found, path)
    yield storage(found)
    yield from limits(needs, found)


def refused(path: Path) -> tuple[str, str] | None:
    """Why nobody answers at a socket and what to do; None when somebody does."""
    try:
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(ANSWER_S)
            client.connect(str(path))
    except FileNotFoundError:
        if rootless := _rootless():
            return f"nothing at {path}, but at {rootless}", f"export DOCKER_HOST=unix://{rootless}"
        if shutil.which("dockerd") or shutil.which("docker"):
            return f"it is not running: there is no {path}", START
        return f"it is not installed: there is no {path}", INSTALL
    except PermissionError:
        return f"you may not use it: no permission for {path}", JOIN
    except ConnectionRefusedError:
        return f"it is not running: nobody listens at {path}", START
    except TimeoutError:
        return f"it hangs: no connection at {path}", "sudo systemctl restart docker"
    except OSError as why:
        return f"{path}: {why.strerror or errno.errorcode.get(why.errno or 0, why)}", START
    return None


def storage(found: Survey) -> Finding:
    """Where the files of boxes are, and whether their size can have an end."""
    where = f"{found.driver} on {found.backing}" if found.backing else found.driver
    if found.driver in CAPPED:
        return ok("storage", f"{where}, which can cap the files of a box")
    if (found.driver, found.backing) == ("overlay2", "xfs"):
        return ok("storage", f"{where}, which can cap the files of a box if mounted with pquota")
    return ok(
        "storage",
        f"{where}, which cannot cap the files of a box (overlay2 on xfs with pquota, btrfs and zfs "
        "can); what a box writes is measured while it runs",
    )


def limits(needs: Needs, found: Survey) -> Iterator[Finding]:
    """What keeps a box from taking the machine, or leaving itself."""
    able = {"memory": found.memory, "processes": found.pids, "processors": found.cpus}
    cgroup = f"cgroup v{found.cgroup}"
    if lacking := [name for name, has in able.items() if not has]:
        remedy = "enable these cgroup controllers (rootless: delegate them to your user)"
        yield needs.without_docker("limits", f"no limit of {', '.join(lacking)} ({cgroup})", remedy)
    else:
        yield ok("limits", f"{', '.join(able)} ({cgroup})")
    if not found.swap:
        remedy = "boot with swapaccount=1, or without swap"
        yield warning("swap", "a box may swap: its use cannot be limited", remedy)
    if found.seccomp:
        yield ok("seccomp", "system calls can be denied")
    else:
        remedy = "run an engine and a kernel with seccomp (CONFIG_SECCOMP)"
        yield needs.without_docker("seccomp", "system calls cannot be denied", remedy)
    if found.rootless:
        yield warning("rootless", "boxes in a rootless engine have not been tried", "")


def _engine(needs: Needs, found: Survey, path: Path) -> Finding:
    numbers = tuple(int(part) for part in found.version.split(".")[:2] if part.isdigit())
    shown = f"{found.version} ({found.system}) at {path}"
    if numbers < OLDEST:
        return needs.without_docker("engine", f"{shown}; expected 20.10 or newer", INSTALL)
    return ok("engine", shown)


def _rootless() -> Path | None:
    own = Path(os.environ.get("XDG_RUNTIME_DIR", f"/run/user/{os.getuid()}")) / "docker.sock"
    return own if own.is_socket() else None
