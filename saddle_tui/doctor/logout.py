"""Whether this machine ends an engine when its user logs out."""

import os
import pwd
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from saddle_tui.doctor.finding import Finding, ok, warning
from saddle_tui.doctor.logind import Login, login
from saddle_tui.doctor.needs import Needs

START = "start it outside of the login: systemd-run --user --scope saddle-tui run ..."
NO_MANAGER = "ask for a systemd of your own: log in over SSH, not with su or sudo, so that XDG_RUNTIME_DIR is set"
CONTAINER = ("/.dockerenv", "/run/.containerenv")


def logout(needs: Needs) -> Iterator[Finding]:
    """An engine must live on without a login, and so must all that it uses."""
    found = login(_user(), needs.environ)
    if found is None:
        inside = any(map(Path.exists, map(Path, CONTAINER)))
        more = "; this is a container, and an engine ends with it" if inside else ""
        yield ok("logout", f"no systemd here that would end an engine{more}")
        return
    yield judged(found)
    yield from runtime(found, needs.environ, tempfile.gettempdir(), docker=needs.docker)


def _user() -> str:
    """As the login manager names whoever runs this, whatever the environment says; a number where nobody has a name."""
    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return str(os.getuid())


def judged(found: Login) -> Finding:
    """What a logout does to the processes of a user."""
    linger = f"loginctl enable-linger {found.user}"
    if not found.kills:
        return ok("logout", "an engine goes on when you log out")
    if found.outside and found.lingers:
        return ok("logout", "what is started here is outside of the login, and goes on without one")
    ends = "systemd ends an engine when you log out (KillUserProcesses), one in tmux too"
    if found.outside:
        return warning("logout", f"{ends}, after your last login has ended", linger)
    if not found.manager:
        return warning("logout", ends, f"{linger}; {NO_MANAGER}; then {START}")
    if found.lingers:
        return warning("logout", ends, START)
    return warning("logout", ends, f"{linger}; then {START}")


def runtime(
    found: Login, environ: Mapping[str, str], temporary: str, *, docker: bool
) -> Iterator[Finding]:
    """What lies in the folder that goes with the last login: sockets and temporary files."""
    folder = environ.get("XDG_RUNTIME_DIR", "")
    if not folder or found.lingers:
        return
    linger = f"loginctl enable-linger {found.user}"
    if Path(temporary).is_relative_to(folder):
        said = f"temporary files are in {temporary}, which is removed when you log out"
        yield warning("temporary", said, f"export TMPDIR=/tmp, or {linger}")
    if docker and environ.get("DOCKER_HOST", "").startswith(f"unix://{folder}"):
        said = "the Docker engine is your own (rootless), and ends when you log out"
        yield warning("rootless Docker", said, linger)
