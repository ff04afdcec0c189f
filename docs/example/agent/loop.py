"""Ask the model, run what it asks for, show it the result; until it asks for nothing."""

from pathlib import Path

from shell import TOOL, bash

SYSTEM = Path(__file__).parent / "prompts" / "system.md"
MAX_STEPS = 20


def run(pipe):
    task = pipe.task()
    messages = [{"role": "user", "content": task["instruction"]}]
    for _ in range(MAX_STEPS):
        reply = pipe.messages(
            {
                "model": task["model"],
                "max_tokens": 4096,
                "system": SYSTEM.read_text(encoding="utf-8"),
                "tools": [TOOL],
                "messages": messages,
            }
        )
        messages.append({"role": "assistant", "content": reply["content"]})
        calls = [block for block in reply["content"] if block["type"] == "tool_use"]
        if not calls:
            break
        messages.append({"role": "user", "content": [answer(pipe, call) for call in calls]})
    pipe.finish()


def answer(pipe, call):
    text = bash(pipe, call["input"].get("command", ""))
    return {"type": "tool_result", "tool_use_id": call["id"], "content": text}
