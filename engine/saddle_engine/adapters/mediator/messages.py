"""What a harness may ask of the model: the configured one, and nothing whose price is not known beforehand."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from saddle_engine.adapters.mediator.asking import Refused, shaped

FIELDS = frozenset(
    [
        "model",
        "max_tokens",
        "messages",
        "system",
        "tools",
        "tool_choice",
        "temperature",
        "top_p",
        "top_k",
        "stop_sequences",
        "stream",
        "metadata",
        "thinking",
        "output_config",
        "output_format",
        "cache_control",
        "context_management",
        "service_tier",
        "speed",
    ]
)
"""Others are not passed on: among them are servers to call, containers, other models to fall back to."""
CLIENT_TOOLS = ("custom", "bash_", "text_editor_", "memory_", "computer_")
"""Tools that the harness itself carries out, by how their type begins."""
CLEARING = "clear_"
"""Edits of a context that take something away; others make the model write, and are billed."""
SENT_WHOLE = frozenset({"base64", "text", "content"})
PDF = "application/pdf"


class _Block(BaseModel):
    model_config = ConfigDict(strict=True)
    type: str


class _Message(BaseModel):
    model_config = ConfigDict(strict=True)
    role: str
    content: str | list[_Block]


class _Tool(BaseModel):
    model_config = ConfigDict(strict=True)
    name: str
    type: str | None = None


class Messages(BaseModel):
    """The parts of POST /v1/messages that everything behind it may rely on."""

    model_config = ConfigDict(strict=True)
    model: str
    max_tokens: int = Field(gt=0)
    messages: list[_Message] = Field(min_length=1)
    system: str | list[_Block] = ""
    tools: list[_Tool] = []
    stream: bool = False


class Counted(Messages):
    """POST /v1/messages/count_tokens."""

    max_tokens: int = Field(1, gt=0)


@dataclass(frozen=True)
class Allowed:
    """The model of a run."""

    model: str
    effort: str | None = None
    """How hard it thinks; None: as it does by itself."""

    def check(self, body: dict[str, Any], shape: type[Messages]) -> None:
        """Refuse what the run was not configured for.

        Raises:
            Refused: 400, saying what was expected.
        """
        asked = shaped(shape, body).model
        if asked != self.model:
            raise Refused(400, "wrong_model", f"model {asked[:80]!r}: expected {self.model!r}")
        for why in self._reasons(body):
            raise Refused(400, "not_allowed", why[:300])

    def _reasons(self, body: dict[str, Any]) -> Iterator[str]:
        for name in sorted(body.keys() - FIELDS):
            yield f"{name[:80]}: a harness may not ask for this; allowed are {', '.join(sorted(FIELDS))}"
        config = body.get("output_config")
        effort = config.get("effort") if isinstance(config, dict) else None
        if effort is not None and effort != self.effort:
            yield f"output_config.effort {str(effort)[:80]!r}: expected {self.effort!r}, or none"
        if body.get("service_tier") not in {None, "standard_only"}:
            yield "service_tier: expected 'standard_only', or none"
        if body.get("speed") not in {None, "standard"}:
            yield "speed: expected 'standard', or none"
        for tool in body.get("tools", ()):
            kind = str(tool.get("type") or "custom")
            if not kind.startswith(CLIENT_TOOLS):
                yield f"the tool type {kind[:80]!r}: expected one that the harness itself carries out"
        yield from _edits(body.get("context_management"))
        for message in body["messages"]:
            yield from _sources(message["content"])


def _edits(management: object) -> Iterator[str]:
    edits = management.get("edits") if isinstance(management, dict) else None
    for edit in edits if isinstance(edits, list) else ():
        kind = str(edit.get("type")) if isinstance(edit, dict) else ""
        if not kind.startswith(CLEARING):
            yield f"context_management: {kind[:80]!r}: expected an edit that clears"


def _sources(content: object) -> Iterator[str]:
    """What a block refers to is fetched by the provider, and its size is not seen here."""
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            continue
        kind = str(block.get("type"))
        if kind == "container_upload":
            yield "container_upload: there is no container"
        source = block.get("source")
        if isinstance(source, dict):
            if str(source.get("type")) not in SENT_WHOLE:
                yield f"a source of type {str(source.get('type'))[:80]!r}: expected its content, as base64"
            if source.get("media_type") == PDF:
                yield "a PDF: what it costs cannot be known beforehand; send its text"
            yield from _sources(source.get("content"))
        if kind == "tool_result":
            yield from _sources(block.get("content"))
