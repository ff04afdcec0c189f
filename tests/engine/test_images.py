"""Images are had, or their absence is told, before a run begins."""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from saddle_engine.adapters import images
from saddle_engine.adapters.images import prepare_images
from saddle_engine.errors import BenchmarkBroken, ConfigError
from saddle_engine.ports import Sandboxes
from saddle_engine.testing import FakeBoxes
from saddle_engine.types.base import TaskId
from saddle_engine.types.boxes import BoxKind, BoxSpec
from saddle_engine.types.rollout import Task
from tests.engine.mediator_rig import AnswerFile, task


@dataclass
class Pictured(AnswerFile):
    """A benchmark whose tasks say what becomes of their images."""

    broken: str = ""
    troubles: Mapping[str, str] = field(default_factory=dict)
    cpus: float = 1.0
    seconds: float = 0.0

    async def spec(self, task: Task, boxes: Sandboxes) -> BoxSpec:
        await asyncio.sleep(self.seconds)
        if trouble := self.troubles.get(task.id):
            raise BenchmarkBroken(trouble)
        return BoxSpec(kind=BoxKind.TASK, name="task", cpus=self.cpus)


def tasks(*names: str) -> list[Task]:
    return [task().model_copy(update={"id": TaskId(name)}) for name in names]


async def test_images_that_are_there_are_no_news() -> None:
    said: list[str] = []

    await prepare_images(Pictured(), FakeBoxes(), tasks("a", "b"), said.append)

    assert said == []


async def test_all_that_is_missing_is_told_at_once_and_equal_troubles_once() -> None:
    troubles = {"a": "no image x", "b": "no image x", "c": "building c: oh dear"}

    with pytest.raises(ConfigError) as told:
        await prepare_images(
            Pictured(troubles=troubles), FakeBoxes(), tasks("a", "b", "c", "d"), print
        )

    assert str(told.value).splitlines()[1:] == ["no image x", "building c: oh dear"]
    assert "nothing was spent" in str(told.value)


async def test_a_long_list_of_troubles_has_an_end() -> None:
    names = [f"t{number}" for number in range(13)]
    troubles = {name: f"no image {name}" for name in names}

    with pytest.raises(ConfigError, match=r"and 3 more$"):
        await prepare_images(Pictured(troubles=troubles), FakeBoxes(), tasks(*names), print)


async def test_what_takes_long_is_said_while_it_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "SLOW_S", 0.01)
    said: list[str] = []

    await prepare_images(Pictured(seconds=0.1), FakeBoxes(), tasks("a", "b"), said.append)

    assert said[0] == "preparing the image of task a (1 of 2)"
    assert said[1].startswith("preparing the image of task a (1 of 2): ")


async def test_a_task_that_asks_for_more_than_this_machine_has_is_named() -> None:
    said: list[str] = []

    await prepare_images(Pictured(cpus=5000), FakeBoxes(), tasks("a"), said.append)

    assert said == [
        f"task a asks for 5000 processors and gets all {os.cpu_count()} of this machine"
    ]
