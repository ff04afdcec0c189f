"""What there is to look at: a configuration, or the demo's, and where it would run."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from saddle_tui.doctor.finding import Finding, missing, warning
from saddle_tui.settings import ModelSection, Settings


@dataclass(frozen=True)
class Needs:
    """What a run would be made of."""

    settings: Settings
    source: Path | None
    """The file of the settings; None for the demo."""
    home: Path
    """Where runs are kept; it may not exist yet."""
    environ: Mapping[str, str]
    trouble: str = ""
    """Why the file cannot be used; the settings are the demo's then."""

    @property
    def docker(self) -> bool:
        """Whether boxes are containers."""
        return self.settings.sandbox.kind == "docker"

    @property
    def models(self) -> dict[str, ModelSection]:
        """By role: the models that are asked for real."""
        models = self.settings.model
        roles = {"task": models.task, "optimizer": models.optimizer}
        return {role: each for role, each in roles.items() if each.provider != "simulated"}

    def without_docker(self, name: str, found: str, remedy: str) -> Finding:
        """Something of Docker that is not there: it matters only where boxes are containers."""
        if self.docker:
            return missing(name, found, remedy)
        return warning(name, f"{found} (not needed here: sandbox none)", remedy)
