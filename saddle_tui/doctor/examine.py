"""Runs the probes side by side; one that hangs costs its own line and nothing else."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from saddle_engine.errors import SaddleError
from saddle_tui.doctor.clock import clock
from saddle_tui.doctor.docker import docker
from saddle_tui.doctor.finding import Finding, Group, missing, warning
from saddle_tui.doctor.git import git
from saddle_tui.doctor.home import home
from saddle_tui.doctor.keys import keys
from saddle_tui.doctor.limits import limits
from saddle_tui.doctor.logout import logout
from saddle_tui.doctor.models import models
from saddle_tui.doctor.needs import Needs
from saddle_tui.doctor.program import program
from saddle_tui.doctor.tasks import tasks
from saddle_tui.doctor.terminal import terminal

Look = Callable[[Needs], Iterable[Finding]]


class Probe(NamedTuple):
    """One kind of thing to look at."""

    group: str
    look: Look
    seconds: float
    """How long it may take."""
    needed: Callable[[Needs], bool] = lambda _: True
    """Whether no run can do without what it looks at."""


PROBES = (
    Probe("program", program, 3),
    Probe("git", git, 3),
    Probe("docker", docker, 5, lambda needs: needs.docker),
    Probe("harness, tasks, images", tasks, 15),
    Probe("models", models, 3),
    Probe("terminal", terminal, 1, lambda _: False),
    Probe("keys", keys, 3, lambda _: False),
    Probe("home", home, 5),
    Probe("logout", logout, 3, lambda _: False),
    Probe("limits", limits, 1, lambda _: False),
    Probe("clock", clock, 1, lambda _: False),
)


def examine(needs: Needs, probes: Sequence[Probe] = PROBES) -> list[Group]:
    """What was found, in the order of the probes; groups without a finding are left out."""
    begun = [(probe, _Look(probe, needs)) for probe in probes]
    found = [Group(probe.group, look.wait()) for probe, look in begun]
    return [group for group in found if group.findings]


class _Look:
    """A probe at work in a thread that nobody has to wait for."""

    def __init__(self, probe: Probe, needs: Needs) -> None:
        self._probe = probe
        self._needs = needs
        self._findings: list[Finding] = []
        self._crash: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._until = time.monotonic() + probe.seconds
        self._thread.start()

    def wait(self) -> list[Finding]:
        """All findings, or those until the deadline and that there was one."""
        self._thread.join(max(0.0, self._until - time.monotonic()))
        if self._crash:
            raise self._crash
        late = [self._late()] if self._thread.is_alive() else []
        return [*self._findings, *late]

    def _run(self) -> None:
        try:
            for finding in self._probe.look(self._needs):
                self._findings.append(finding)
        except (OSError, SaddleError) as why:
            self._findings.append(self._unknown(f"could not be looked at: {why}"))
        except BaseException as crash:  # noqa: BLE001 - raised again where it is waited for
            self._crash = crash

    def _late(self) -> Finding:
        return self._unknown(f"no answer within {self._probe.seconds:g} s")

    def _unknown(self, found: str) -> Finding:
        if self._probe.needed(self._needs):
            return missing(self._probe.group, found, "make it answer, then ask again")
        return warning(self._probe.group, found)
