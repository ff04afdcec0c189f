"""The project's simulated models answer through the server."""

from typing import Any

from tests.loopback.rig import opened
from tests.loopback.simulated import Simulated

LIST: dict[str, Any] = {
    "name": "list_files",
    "description": "Lists the files of the working folder.",
    "input_schema": {"type": "object", "properties": {}},
}


async def test_the_simulated_task_agent_asks_for_a_tool() -> None:
    turns = [{"role": "user", "content": "Copy the number in plan.txt to answer.txt."}]
    async with opened(Simulated()) as rig:
        reply = await rig.ask(model="simulated-task-agent", tools=[LIST], messages=turns)

    assert {block.type for block in reply.content} <= {"text", "tool_use"}
    assert reply.stop_reason in ("tool_use", "end_turn")


async def test_the_simulated_optimizer_answers_under_its_own_name() -> None:
    async with opened(Simulated()) as rig:
        reply = await rig.ask(model="simulated-optimizer")

    assert reply.content[0].to_dict() == {
        "type": "text",
        "text": "I do not know what is asked of me.",
    }
