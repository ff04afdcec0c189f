"""The agent loop: ask the model, do what it asks for, show it the results, until it finishes."""

from pathlib import Path
from typing import Any

from tools import ToolError

from middleware import limits, toolbox
from middleware.hooks import Hooks

PROMPT = Path(__file__).parent.parent / "prompts" / "system.md"


def run(pipe: Any) -> str:
    """Work on the task behind `pipe` to its end; returns how it ended."""
    task = pipe.task()
    tools, hooks = toolbox.load(), Hooks.load()
    messages: list[dict[str, Any]] = [{"role": "user", "content": task["instruction"]}]
    for _ in range(limits.MAX_STEPS):
        reply = pipe.messages(request(task, tools, messages))
        messages.append({"role": "assistant", "content": reply["content"]})
        calls = [block for block in reply["content"] if block["type"] == "tool_use"]
        if not calls:
            return end(pipe, "the model stopped asking for tools")
        results = []
        for call in calls:
            try:
                text = act(pipe, tools, hooks, call)
            except ToolError as error:
                return end(pipe, f"gave up after a tool error: {error}")
            if text is None:
                return "finished"
            results.append(result(call, text))
        messages.append({"role": "user", "content": results})
    return end(pipe, f"stopped after {limits.MAX_STEPS} steps")


def act(
    pipe: Any, tools: dict[str, toolbox.Tool], hooks: Hooks, call: dict[str, Any]
) -> str | None:
    """What to show the model for one tool call; None when the call ended the task."""
    reminder = hooks.before(call["name"], call["input"])
    if reminder:
        return f"Reminder: {reminder}\n(The call was not made. Repeat it to go on.)"
    text = toolbox.use(pipe, tools, call["name"], call["input"])
    return None if call["name"] == "finish" else text


def request(
    task: dict[str, Any], tools: dict[str, toolbox.Tool], messages: list[dict[str, Any]]
) -> dict[str, Any]:
    return {
        "model": task["model"],
        "max_tokens": limits.REPLY_TOKENS,
        "system": system_prompt(),
        "tools": [tool.schema() for tool in tools.values()],
        "messages": messages,
    }


def result(call: dict[str, Any], text: str, *, is_error: bool = False) -> dict[str, Any]:
    block = {
        "type": "tool_result",
        "tool_use_id": call["id"],
        "content": text[: limits.RESULT_CHARACTERS],
    }
    return {**block, "is_error": True} if is_error else block


def end(pipe: Any, how: str) -> str:
    """Close the task on behalf of a model that did not call finish."""
    pipe.finish(how)
    return how


def system_prompt() -> str:
    return PROMPT.read_text(encoding="utf-8")
