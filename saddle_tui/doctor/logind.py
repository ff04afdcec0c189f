"""What the login manager of this machine does to those who log out: from its answer, else its files."""

import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

SYSTEMD = "run/systemd/system"
MAIN = ("etc/systemd/logind.conf", "run/systemd/logind.conf", "usr/lib/systemd/logind.conf")
"""The first that is there counts."""
FOLDERS = ("usr/lib", "run", "etc")
"""Of more files, each in `systemd/logind.conf.d`; of two that are called alike the later folder's counts."""
LINGER = "var/lib/systemd/linger"
ASK = (
    "busctl", "get-property", "org.freedesktop.login1", "/org/freedesktop/login1",
    "org.freedesktop.login1.Manager", "KillUserProcesses",
)  # fmt: skip
ASK_S = 1.5
YES = {"yes", "true", "1", "on", "y", "t"}


class Login(NamedTuple):
    """Of one user."""

    user: str
    kills: bool
    """What a login has started is ended when its user logs out."""
    lingers: bool
    """The user's own services live on without a login."""
    manager: bool
    """There is a systemd of the user, which could start something outside of the login."""
    outside: bool
    """We were started outside of the login, by that systemd."""


def login(
    user: str, environ: Mapping[str, str], root: Path = Path("/"), *, ask: bool = True
) -> Login | None:
    """How it is here; None where no systemd looks after logins."""
    if not (root / SYSTEMD).is_dir():
        return None
    said = _asked() if ask else None
    texts = configured(root)
    kills = kills_by_config(texts) if said is None else said
    runtime = environ.get("XDG_RUNTIME_DIR", "")
    return Login(
        user=user,
        kills=kills and concerns(texts, user),
        lingers=(root / LINGER / user).exists(),
        manager=bool(runtime) and (root / runtime.lstrip("/") / "systemd" / "private").exists(),
        outside=_outside(root),
    )


def configured(root: Path) -> list[str]:
    """The texts of its configuration, what counts most last."""
    main = next((root / each for each in MAIN if (root / each).is_file()), None)
    more: dict[str, Path] = {}
    for folder in FOLDERS:
        found = (root / folder / "systemd/logind.conf.d").glob("*.conf")
        more |= {file.name: file for file in found}
    files = [*([main] if main else []), *(more[name] for name in sorted(more))]
    return [file.read_text("utf-8", "replace") for file in files if file.is_file()]


def kills_by_config(texts: Iterable[str]) -> bool:
    """The last word of logind's configuration; without one it kills nothing."""
    return _last(texts, "KillUserProcesses").lower() in YES


def concerns(texts: Iterable[str], user: str) -> bool:
    """Whether it kills this user's processes where it kills any: systemd spares root unless it is told otherwise."""
    texts = list(texts)
    only = _last(texts, "KillOnlyUsers").split()
    spared = _last(texts, "KillExcludeUsers", "root").split()
    return user not in spared and (not only or user in only)


def _last(texts: Iterable[str], key: str, default: str = "") -> str:
    found = [
        match[1].strip()
        for text in texts
        for match in re.finditer(rf"^[^\S\n]*{key}[^\S\n]*=([^\n]*)$", text, re.MULTILINE)
    ]
    return found[-1] if found else default


def _asked() -> bool | None:
    """What the login manager says itself; None when it does not."""
    try:
        asked = subprocess.run(
            ASK,
            capture_output=True,
            text=True,
            timeout=ASK_S,
            check=False,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return {"b true": True, "b false": False}.get(asked.stdout.strip())


def _outside(root: Path) -> bool:
    try:
        ours = (root / "proc/self/cgroup").read_text("utf-8", "replace")
    except OSError:
        return False
    return bool(re.search(r"/user@\d+\.service/", ours))
