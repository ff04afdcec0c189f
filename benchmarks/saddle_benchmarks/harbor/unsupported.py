"""What a task may ask for and we do not have: refused in one sentence, never half done."""

from collections.abc import Iterator
from pathlib import Path

from saddle_benchmarks.harbor.task_toml import Network, TaskToml, VerifierMode
from saddle_engine.types.boxes import Image

COMPOSE = ("docker-compose.yaml", "docker-compose.yml", "compose.yaml", "compose.yml")


def why_unsupported(toml: TaskToml, folder: Path, network_agreed: bool) -> str:
    """The first reason not to run a task, or an empty text."""
    return next(_reasons(toml, folder, network_agreed), "")


def why_lost(toml: TaskToml, image: Image) -> str:
    """Why a verifier would not see all that an agent leaves, or an empty text."""
    shared = toml.verifier.environment_mode is VerifierMode.SHARED
    if not image.volumes or toml.artifacts or shared:
        return ""
    folders = ", ".join(image.volumes)[:200]
    return (
        f"has an image with VOLUME {folders}: files there do not reach its verifier; declare them "
        "as artifacts"
    )


def _reasons(toml: TaskToml, folder: Path, network_agreed: bool) -> Iterator[str]:
    yield from _machine(toml, folder)
    yield from _network(toml, network_agreed)
    yield from _verifier(toml, folder)
    major = toml.schema_version.partition(".")[0]
    if major != "1":
        yield f"is written in schema {toml.schema_version[:20]!r}, and only 1.x is read"
    if toml.steps or (folder / "steps").is_dir():
        yield "has several steps, and only tasks of one step are run"
    if (folder / "trajectory.json").exists():
        yield "begins with an earlier conversation (trajectory.json), which cannot be given"


def _machine(toml: TaskToml, folder: Path) -> Iterator[str]:
    environment = toml.environment
    if environment.os != "linux":
        yield f"runs on {environment.os[:20]}, and only Linux boxes are opened"
    if environment.gpus or environment.tpu:
        yield "needs a GPU or TPU, and boxes have none"
    if environment.mcp_servers:
        yield "needs MCP servers, and boxes have none"
    if environment.healthcheck:
        yield "waits for a service (healthcheck), and boxes start none"
    if any((folder / "environment" / name).exists() for name in COMPOSE):
        yield "needs several containers (a compose file), and a task gets one box"


def _network(toml: TaskToml, agreed: bool) -> Iterator[str]:
    asked = {toml.environment.network, toml.agent.network_mode, toml.verifier.network_mode}
    if Network.ALLOWLIST in asked:
        yield "needs a network with an allow-list, and boxes have either all of it or none"
    if Network.PUBLIC in asked and not agreed:
        yield "needs the internet; agree with network = true in [benchmark]"


def _verifier(toml: TaskToml, folder: Path) -> Iterator[str]:
    verifier = toml.verifier
    apart = verifier.environment_mode is VerifierMode.SEPARATE
    if verifier.environment is not None or (apart and (folder / "tests" / "Dockerfile").exists()):
        yield "has a verifier with an environment of its own, and verifiers use the task's image"
    if verifier.collect:
        yield "runs commands to collect files for its verifier, which is not supported"
    if any(artifact.service for artifact in toml.artifacts):
        yield "takes artifacts from a second container, and a task gets one box"
    if any(".." in artifact.source.split("/") for artifact in toml.artifacts):
        yield "declares an artifact with .. in its path"
    if apart and not toml.artifacts:
        yield "has a separate verifier and no artifacts for it to look at"
