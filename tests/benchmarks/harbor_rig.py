"""A Harbor benchmark of one task and two others, and the boxes of the first."""

from collections.abc import Mapping
from pathlib import Path

from saddle_benchmarks.harbor import Harbor
from saddle_engine.adapters.none import HostFolders
from saddle_engine.types.boxes import BoxSpec
from saddle_engine.types.rollout import Split
from tests.benchmarks.harbor_folders import write_task, write_tasks
from tests.benchmarks.scripted_boxes import ScriptedBoxes


def harbor(folder: Path, files: Mapping[str, str | None] | None = None) -> Harbor:
    """One task `Sum_1` with some files changed, and two others."""
    write_task(folder / "tasks" / "Sum_1", files)
    write_tasks(folder / "tasks", "b", "c")
    splits = {"train": ["Sum_1"], "dev": ["b"], "test": ["c"]}
    return Harbor({"path": str(folder / "tasks"), "splits": splits}, folder / "private")


async def spec_of(benchmark: Harbor, boxes: ScriptedBoxes | HostFolders) -> BoxSpec:
    return await benchmark.spec(benchmark.tasks(Split.TRAIN)[0], boxes)


async def prepared(benchmark: Harbor, base: Path) -> dict[str, str]:
    """The files in the working folder of a prepared host folder."""
    boxes = HostFolders(base)
    (task,) = benchmark.tasks(Split.TRAIN)
    async with boxes.open(await benchmark.spec(task, boxes)) as box:
        await benchmark.prepare(task, box)
        return _texts(Path(box.path(".")))


def _texts(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in folder.rglob("*")
        if path.is_file()
    }
