"""The configuration of a run: one TOML file, every key with its unit and meaning."""

from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

import saddle_benchmarks
from saddle_engine.types.steering import Hold


class Section(BaseModel):
    """A table of the file; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class HarnessSection(Section):
    """Which harness is improved: a folder with a harness.toml, or a bundled one by name."""

    path: str | None = Field(None, description="folder, relative to the config file")
    bundled: Literal["react"] | None = Field(None, description="a harness that ships with us")


class BenchmarkSection(BaseModel):
    """Which tasks: a registered benchmark and its own options."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    name: str = Field("bundled", description="`bundled`, `harbor`, or a plug-in's name")


class ModelSection(Section):
    """Which model plays a role."""

    provider: Literal["simulated"] = Field("simulated", description="who answers")
    name: str | None = Field(None, description="model id; default: the provider's own")


class ModelsSection(Section):
    """The two roles."""

    task: ModelSection = ModelSection()
    optimizer: ModelSection = ModelSection()


class PolicySection(Section):
    """How the search decides."""

    name: Literal["paper"] = Field("paper", description="which policy")
    minibatch: int = Field(3, gt=0, description="train tasks a mini-batch")
    epochs: int = Field(2, gt=0, description="passes over train")
    rollouts: int | None = Field(
        None, gt=0, description="the search's budget; it seals when used up"
    )
    test_repeats: int = Field(3, gt=0, description="runs of the test split for seed and best")


class LimitsSection(Section):
    """Hard limits: never passed; the run pauses, and goes on when one is raised."""

    rollouts: int | None = Field(None, gt=0, description="all rollouts, the test's included")


class SandboxSection(Section):
    """Where code runs that is not ours."""

    kind: Literal["docker", "none"] = Field("docker", description="isolation of the boxes")
    concurrency: int = Field(4, gt=0, le=64, description="rollouts at a time")
    image: str = Field(
        "python:3.11-slim-bookworm", description="image of the harness and check boxes"
    )


class ApprovalSection(Section):
    """Which patches wait for the operator."""

    hold: Literal["none", "steering", "all"] = Field("none", description="held before any check")


class Settings(Section):
    """A whole configuration file."""

    seed: int = Field(0, ge=0, description="of every random decision of the run")
    harness: HarnessSection
    benchmark: BenchmarkSection = BenchmarkSection()
    splits: dict[str, Any] = Field(default_factory=dict)
    model: ModelsSection = ModelsSection()
    policy: PolicySection = PolicySection()
    limits: LimitsSection = LimitsSection()
    sandbox: SandboxSection = SandboxSection()
    approval: ApprovalSection = ApprovalSection()

    @property
    def simulated(self) -> bool:
        """Whether any number of the run comes from a simulated model."""
        return "simulated" in {self.model.task.provider, self.model.optimizer.provider}

    @property
    def hold(self) -> Hold:
        """Which patches are held."""
        return Hold(self.approval.hold)

    def harness_folder(self) -> Path:
        """The folder of the harness."""
        if self.harness.bundled:
            return Path(saddle_benchmarks.__file__).parent / "harnesses" / self.harness.bundled
        return Path(self.harness.path or "")
