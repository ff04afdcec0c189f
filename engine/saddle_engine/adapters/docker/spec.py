"""From a `BoxSpec` to the keywords that create its container."""

import os
from pathlib import Path
from typing import Any

from docker.types import LogConfig, Mount, Ulimit

from saddle_engine.adapters.docker.seccomp import profile
from saddle_engine.errors import SandboxError
from saddle_engine.types.boxes import BoxKind, BoxSpec
from saddle_engine.types.boxes import Mount as BoxMount

RUN, BOX, OWNER = "saddle.run", "saddle.box", "saddle.owner"
HARNESS_IMAGE = "python:3.11-slim-bookworm"
FIRST_UID = 20_000
"""Harness and check boxes get a uid of their own each: some limits count per uid, over boxes."""
BYTECODE = "/pycache"
"""Where Python looks for compiled modules: see `compiled.py`."""
FILE_MB, PIDS, OPEN_FILES = 1024, 256, 1024
"""Of harness and check boxes; a task may need a database, a browser, a compiler at work."""
TASK_PIDS, TASK_OPEN_FILES = 512, 4096

# A task that runs as root may do what root does to files and users of its own box.
ROOT_NEEDS = ["CHOWN", "DAC_OVERRIDE", "FOWNER", "KILL", "SETGID", "SETUID"]
SYSTEM = tuple(map(Path, ("/proc", "/sys", "/dev", "/etc", "/boot", "/run/docker.sock")))
TAKEN = ("/proc", "/sys", "/dev", "/tmp", "/box", "/etc", "/usr", "/bin", "/lib")


def is_closed(spec: BoxSpec) -> bool:
    """Whether the box is one for the code of harnesses: read-only, without user and network."""
    return spec.kind in {BoxKind.HARNESS, BoxKind.CHECK}


def container(spec: BoxSpec, slot: int, labels: dict[str, str]) -> dict[str, Any]:
    """Keywords of `containers.create` but the name.

    Raises:
        SandboxError: the spec asks for what no box may have.
    """
    closed = is_closed(spec)
    if closed and (spec.network or spec.user):
        raise SandboxError(f"the box {spec.name} of kind {spec.kind} has no network and no user")
    return {
        **_everywhere(spec, labels),
        **(_closed(spec, FIRST_UID + slot) if closed else _writable(spec)),
    }


def container_name(run: str, box: str) -> str:
    """The container of a box, the same over retries and resumes."""
    return f"saddle-{run}-{box}"


def box_label(spec: BoxSpec) -> str:
    """A box's name within its run."""
    return f"{spec.kind}-{spec.name}"


def _everywhere(spec: BoxSpec, labels: dict[str, str]) -> dict[str, Any]:
    memory = f"{spec.memory_mb}m"
    closed = is_closed(spec)
    file_bytes = (FILE_MB if closed else spec.disk_mb) << 20
    return {
        "image": spec.start_from or spec.image or HARNESS_IMAGE,
        "entrypoint": ["sleep", "infinity"],
        "healthcheck": {"test": ["NONE"]},
        "use_config_proxy": False,  # it may hold a password, and no box needs a proxy
        "hostname": "box",
        "working_dir": spec.workdir,
        "labels": {**labels, BOX: box_label(spec)},
        "network_mode": "bridge" if spec.network else "none",
        "mounts": [_bind(mount) for mount in spec.mounts],
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true", f"seccomp={profile()}"],
        "pids_limit": PIDS if closed else TASK_PIDS,
        "mem_limit": memory,
        "memswap_limit": memory,
        "nano_cpus": int(min(spec.cpus, os.cpu_count() or 1) * 1e9),  # Docker refuses more
        "shm_size": "64m",
        "ulimits": [
            Ulimit(name="nofile", soft=OPEN_FILES, hard=OPEN_FILES if closed else TASK_OPEN_FILES),
            Ulimit(name="core", soft=0, hard=0),
            Ulimit(name="fsize", soft=file_bytes, hard=file_bytes),
        ],
        "ipc_mode": "private",
        "cgroupns": "private",
        "init": True,
        "oom_score_adj": 500,
        "log_config": LogConfig(
            type=LogConfig.types.JSON, config={"max-size": "1m", "max-file": "1"}
        ),
        "restart_policy": {"Name": "no"},
        "auto_remove": False,
    }


def _closed(spec: BoxSpec, uid: int) -> dict[str, Any]:
    return {
        "read_only": True,
        "user": f"{uid}:{uid}",
        "tmpfs": {
            "/tmp": "size=64m,mode=1777,exec,nosuid,nodev",
            "/box": f"size=256m,mode=0700,uid={uid},gid={uid},exec,nosuid,nodev",
            "/run": "size=1m,nosuid,nodev",
        },
        "environment": {
            "HOME": "/box",
            "PYTHONPYCACHEPREFIX": BYTECODE,
            "LANG": "C.UTF-8",
            "TZ": "UTC",
            **dict(spec.env),
        },
    }


def _writable(spec: BoxSpec) -> dict[str, Any]:
    return {
        "user": spec.user or "root",
        "cap_add": ROOT_NEEDS,
        "environment": {"LANG": "C.UTF-8", "TZ": "UTC", **dict(spec.env)},
    }


def _bind(mount: BoxMount) -> Mount:
    """A read-only view of one host folder or file, none of the system's."""
    source, target = mount.source.resolve(), mount.target
    if not mount.source.is_absolute() or not source.exists():
        raise SandboxError(f"mounting {mount.source}: no such absolute path")
    if len(source.parts) < 3 or any(source.is_relative_to(one) for one in SYSTEM):
        raise SandboxError(f"mounting {source}: a box never sees a folder of the system")
    if source.is_socket():
        raise SandboxError(f"mounting {source}: mount the folder of a socket, not the socket")
    if ".." in target.parts or not target.is_absolute() or len(target.parts) < 2:
        raise SandboxError(f"mounting at {target}: expected an absolute path without '..'")
    if any(target.is_relative_to(one) for one in TAKEN):
        raise SandboxError(f"mounting at {target}: the box needs that place itself")
    return Mount(os.fspath(target), os.fspath(source), type="bind", read_only=True)
