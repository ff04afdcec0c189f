"""What a request must look like, in the API's own words where they are known."""

import re
from typing import Any

from tests.loopback.conversation import check_messages
from tests.loopback.marks import check_marks
from tests.loopback.prices import Served
from tests.loopback.refusals import invalid

KNOWN = frozenset(
    {
        "model", "max_tokens", "messages", "system", "tools", "tool_choice", "stream", "metadata",
        "stop_sequences", "temperature", "top_p", "top_k", "thinking", "cache_control",
        "output_config", "service_tier", "inference_geo", "speed",
    }
)  # fmt: skip
TOOL_NAME = re.compile(r"[a-zA-Z0-9_-]{1,128}\Z")
LEAST_THINKING = 1_024


def check_prompt(body: dict[str, Any]) -> None:
    """Whether tools, system and messages keep the rules.

    Raises:
        Refusal: 400, at the first that does not.
    """
    if not isinstance(body.get("model"), str):
        raise invalid("model: Field required")
    for name in body:
        if name not in KNOWN:
            raise invalid(f"{name}: Extra inputs are not permitted")
    _check_tools(body.get("tools") or [])
    _check_system(body.get("system") or "")
    check_messages(body.get("messages"))
    check_marks(body)


def check_sampling(body: dict[str, Any], served: Served) -> None:
    """Whether what shapes the reply keeps the rules.

    Raises:
        Refusal: 400, at the first that does not.
    """
    most = body.get("max_tokens")
    if most is None:
        raise invalid("max_tokens: Field required")
    if not isinstance(most, int) or most < 1:
        raise invalid("max_tokens: Input should be greater than or equal to 1")
    if most > served.max_output:
        raise invalid(
            f"max_tokens: {most} > {served.max_output}, which is the maximum allowed number of "
            f"output tokens for {body['model']}"
        )
    if not 0 <= body.get("temperature", 1) <= 1:
        raise invalid("temperature: range: 0..1")
    _check_thinking(body.get("thinking") or {}, most)


def _check_thinking(thinking: dict[str, Any], most: int) -> None:
    if thinking.get("type") != "enabled":
        return
    budget = thinking.get("budget_tokens", 0)
    if budget < LEAST_THINKING:
        raise invalid(
            f"thinking.enabled.budget_tokens: Input should be greater than or equal to {LEAST_THINKING}"
        )
    if budget >= most:
        raise invalid("`max_tokens` must be greater than `thinking.budget_tokens`.")


def _check_tools(tools: list[dict[str, Any]]) -> None:
    names = [tool.get("name") for tool in tools]
    for at, tool in enumerate(tools):
        if not TOOL_NAME.match(str(tool.get("name", ""))):
            raise invalid(
                f"tools.{at}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'"
            )
        if (
            tool.get("type", "custom") == "custom"
            and _type_of(tool.get("input_schema")) != "object"
        ):
            raise invalid(f"tools.{at}.custom.input_schema.type: Input should be 'object'")
    if len(set(names)) < len(names):
        raise invalid("tools: Tool names must be unique.")


def _type_of(schema: object) -> object:
    return schema.get("type") if isinstance(schema, dict) else None


def _check_system(system: str | list[dict[str, Any]]) -> None:
    if isinstance(system, str):
        return
    for at, block in enumerate(system):
        if block.get("type") != "text":
            raise invalid(f"system.{at}.type: Input should be 'text'")
        if not block.get("text"):
            raise invalid("system: text content blocks must be non-empty")
