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

    provider: Literal["anthropic", "simulated"] = Field(
        "simulated", description='"anthropic" or "simulated"'
    )
    name: str | None = Field(None, description="a model id")
    effort: str | None = Field(None, description='how hard it thinks: "low", "medium", "high", ...')
    base_url: str | None = Field(None, description="where the Messages API is, if not at Anthropic")
    key_env: str = Field("ANTHROPIC_API_KEY", description="the variable that holds the key")
    key_file: str | None = Field(None, description="a file that holds the key, mode 0600")
    timeout_s: float = Field(
        120.0, gt=0, le=3600, description="seconds without a word after which a reply is given up"
    )


class ModelsSection(Section):
    """The two roles."""

    task: ModelSection = Field(ModelSection(), description="a [model.task] table")
    optimizer: ModelSection = Field(ModelSection(), description="a [model.optimizer] table")


class RatesSection(Section):
    """What tokens cost: US dollars per million, at most three decimals."""

    input: float = Field(ge=0, le=10_000, description="USD per million input tokens")
    output: float = Field(ge=0, le=10_000, description="USD per million output tokens")
    cache_write: float | None = Field(
        None, ge=0, le=10_000, description="USD per million tokens kept for 5 minutes"
    )
    cache_write_1h: float | None = Field(
        None, ge=0, le=10_000, description="USD per million tokens kept for an hour"
    )
    cache_read: float | None = Field(
        None, ge=0, le=10_000, description="USD per million tokens read from the cache"
    )


class LongPromptSection(RatesSection):
    """Other rates for a whole call whose prompt is long."""

    over_tokens: int = Field(gt=0, description="tokens of a prompt beyond which these hold")


class PriceSection(RatesSection):
    """What one model costs."""

    long_prompt: LongPromptSection | None = Field(
        None, description='a [prices."MODEL".long_prompt] table'
    )


class PolicySection(Section):
    """How the search decides."""

    name: Literal["paper"] = Field("paper", description='"paper", the only policy so far')
    minibatch: int = Field(3, gt=0, description="how many train tasks make a mini-batch")
    epochs: int = Field(2, gt=0, description="how often the search passes over train")
    rollouts: int | None = Field(
        None, gt=0, description="a number of rollouts, after which the search is sealed"
    )
    test_repeats: int = Field(3, gt=0, description="how often seed and best run the test split")


class RolloutSection(Section):
    """Hard limits of one rollout; a task's own limits hold where they are lower."""

    usd: float | None = Field(None, gt=0, description="US dollars for model calls")
    tokens: int | None = Field(None, gt=0, description="tokens in both directions")
    steps: int | None = Field(None, gt=0, description="model calls")
    seconds: float | None = Field(None, gt=0, description="seconds from start to finish")


class LimitsSection(Section):
    """Hard limits: never passed; the run pauses, and goes on when one is raised."""

    rollouts: int | None = Field(
        None, gt=0, description="a number of rollouts, those of the test included"
    )
    usd: float | None = Field(None, gt=0, description="US dollars for all model calls of all roles")
    tokens: int | None = Field(None, gt=0, description="tokens of all roles, in both directions")
    hours: float | None = Field(None, gt=0, description="hours in which an engine is at work")
    rollout: RolloutSection = Field(RolloutSection(), description="a [limits.rollout] table")

    @property
    def by_name(self) -> dict[str, float]:
        """Those of the run that are set."""
        return self.model_dump(exclude={"rollout"}, exclude_none=True)


class SandboxSection(Section):
    """Where code runs that is not ours."""

    kind: Literal["docker", "none"] = Field("docker", description='"docker" or "none"')
    concurrency: int = Field(
        4, gt=0, le=64, description="how many rollouts may run at a time, 1 to 64"
    )
    image: str = Field(
        "python:3.11-slim-bookworm", description="the image of the harness and check boxes"
    )


class EngineSection(Section):
    """The process that works on the run."""

    idle_hours: float = Field(
        4.0,
        ge=0,
        le=10_000,
        description="hours after which an engine ends that waits for you and that nobody watches; 0 for never",
    )


class ApprovalSection(Section):
    """Which patches wait for the operator."""

    hold: Literal["none", "steering", "all"] = Field(
        "none", description='"none", "steering" or "all"'
    )
    shadow: int = Field(
        0, ge=0, description="rollouts that may be spent to see what vetoes were worth, from 0"
    )


class Settings(Section):
    """A whole configuration file."""

    seed: int = Field(0, ge=0, description="a number from 0, the seed of every random decision")
    harness: HarnessSection = Field(description="a [harness] table with path or bundled")
    benchmark: BenchmarkSection = Field(BenchmarkSection(), description="a [benchmark] table")
    splits: dict[str, Any] = Field(default_factory=dict, description="a [splits] table")
    model: ModelsSection = Field(ModelsSection(), description="[model.task], [model.optimizer]")
    prices: dict[str, PriceSection] = Field(
        default_factory=dict, description='[prices."MODEL"] tables'
    )
    policy: PolicySection = Field(PolicySection(), description="a [policy] table")
    limits: LimitsSection = Field(LimitsSection(), description="a [limits] table")
    sandbox: SandboxSection = Field(SandboxSection(), description="a [sandbox] table")
    approval: ApprovalSection = Field(ApprovalSection(), description="an [approval] table")
    engine: EngineSection = Field(EngineSection(), description="an [engine] table")

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
