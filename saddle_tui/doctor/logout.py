"""Whether this machine ends an engine when its user logs out."""

import getpass
import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

from saddle_tui.doctor.finding import Finding, ok, warning
from saddle_tui.doctor.needs import Needs

SYSTEMD = Path("/run/systemd/system")
CONFIGS = ("/etc/systemd/logind.conf", "/etc/systemd/logind.conf.d/*.conf")
LINGER = Path("/var/lib/systemd/linger")
ASK = ("loginctl", "show-session", "--property=KillUserProcesses", "--value")
ASK_S = 1.5


def logout(needs: Needs) -> Iterator[Finding]:
    """An engine must live on without a login."""
    if not SYSTEMD.is_dir():
        yield ok("logout", "no systemd here that would end an engine")
        return
    user = getpass.getuser()
    kills = _asked() if _asked() is not None else kills_by_config(_configured())
    yield judged(
        kills=bool(kills), user=user, root=os.getuid() == 0, lingers=(LINGER / user).exists()
    )


def judged(*, kills: bool, user: str, root: bool, lingers: bool) -> Finding:
    """What a logout does to the processes of a user."""
    if not kills or root:  # systemd spares root unless it is told otherwise
        return ok("logout", "an engine goes on when you log out")
    start = "start runs with: systemd-run --user --scope saddle-tui run ..."
    if lingers:
        return warning("logout", "systemd ends what a login has started (KillUserProcesses)", start)
    return warning(
        "logout",
        "systemd ends an engine when you log out (KillUserProcesses)",
        f"loginctl enable-linger {user}; then {start}",
    )


def kills_by_config(texts: list[str]) -> bool:
    """The last word of logind's configuration; without one it kills nothing."""
    said = [
        found[1].lower()
        for text in texts
        for found in re.finditer(r"^\s*KillUserProcesses\s*=\s*(\w+)", text, re.MULTILINE)
    ]
    return bool(said) and said[-1] in {"yes", "true", "1", "on"}


def _asked() -> bool | None:
    """What the login manager says; None when it does not."""
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
    return {"yes": True, "no": False}.get(asked.stdout.strip())


def _configured() -> list[str]:
    files = [file for pattern in CONFIGS for file in sorted(Path("/").glob(pattern[1:]))]
    return [file.read_text("utf-8", "replace") for file in files]
