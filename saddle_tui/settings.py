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

    path: str | None = Field(None, description="a folder, relative to the config file")
    bundled: Literal["react"] | None = Field(None, description='"react"')


class BenchmarkSection(BaseModel):
    """Which tasks: a registered benchmark and its own options."""

    model_config = ConfigDict(frozen=True, extra="allow", strict=True)

    name: str = Field("bundled", description="the name of a benchmark")


class ModelSection(Section):
    """Which model plays a role."""

    provider: Literal["simulated"] = Field(
        "simulated", description='"simulated", the only provider so far'
    )
    name: str | None = Field(None, description="a model id")


class ModelsSection(Section):
    """The two roles."""

    task: ModelSection = Field(ModelSection(), description="a [model.task] table")
    optimizer: ModelSection = Field(ModelSection(), description="a [model.optimizer] table")


class PolicySection(Section):
    """How the search decides."""

    name: Literal["paper"] = Field("paper", description='"paper", the only policy so far')
    minibatch: int = Field(3, gt=0, description="how many train tasks make a mini-batch")
    epochs: int = Field(2, gt=0, description="how often the search passes over train")
    rollouts: int | None = Field(
        None, gt=0, description="a number of rollouts, after which the search is sealed"
    )
    test_repeats: int = Field(3, gt=0, description="how often seed and best run the test split")


class LimitsSection(Section):
    """Hard limits: never passed; the run pauses, and goes on when one is raised."""

    rollouts: int | None = Field(
        None, gt=0, description="a number of rollouts, those of the test included"
    )


class SandboxSection(Section):
    """Where code runs that is not ours."""

    kind: Literal["docker", "none"] = Field("docker", description='"docker" or "none"')
    concurrency: int = Field(
        4, gt=0, le=64, description="how many rollouts may run at a time, 1 to 64"
    )
    image: str = Field(
        "python:3.11-slim-bookworm", description="the image of the harness and check boxes"
    )


class ApprovalSection(Section):
    """Which patches wait for the operator."""

    hold: Literal["none", "steering", "all"] = Field(
        "none", description='"none", "steering" or "all"'
    )


class Settings(Section):
    """A whole configuration file."""

    seed: int = Field(0, ge=0, description="a number from 0, the seed of every random decision")
    harness: HarnessSection = Field(description="a [harness] table with path or bundled")
    benchmark: BenchmarkSection = Field(BenchmarkSection(), description="a [benchmark] table")
    splits: dict[str, Any] = Field(default_factory=dict, description="a [splits] table")
    model: ModelsSection = Field(ModelsSection(), description="[model.task], [model.optimizer]")
    policy: PolicySection = Field(PolicySection(), description="a [policy] table")
    limits: LimitsSection = Field(LimitsSection(), description="a [limits] table")
    sandbox: SandboxSection = Field(SandboxSection(), description="a [sandbox] table")
    approval: ApprovalSection = Field(ApprovalSection(), description="an [approval] table")

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
