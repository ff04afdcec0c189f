import asyncio
from collections.abc import Sequence

import pytest

from saddle_engine.errors import RolloutBroken
from saddle_engine.types.rollout import Outcome, RolloutResult
from saddle_engine.types.wire import Exchange
from tests.engine.mediator_rig import ORDER
from tests.engine.runner_rig import RunnerRig, rigged

SEQUENTIAL = """
    task = pipe.task()
    first = say("start")
    pipe.write("plan.txt", first["content"][1]["text"])
    seen = pipe.exec("cat plan.txt question.txt; wc -l < question.txt")["stdout"]
    second = say(seen + f" after {pipe.elapsed:.3f}")
    try:
        pipe.read("none.txt")
    except PipeError as error:
        say(error.kind)
    pipe.batch([{"exec": {"command": "echo 4 > a; date"}}, {"exec": {"command": "echo 2 > b"}}])
    pipe.exec("cat a b | tr -d '\\\\n' > answer.txt")
    pipe.finish(second["content"][1]["text"])
"""

THREADS = """
    def work(name):
        mine = Pipe(lane=name)
        for number in range(3):
            told = say(f"{name} {number}", mine)["content"][1]["text"]
            mine.exec(f"echo {name}{number} '{told}' >> log.txt; wc -l < log.txt")
            time.sleep(0.01)
    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b", "c")]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    say(pipe.exec("sort log.txt")["stdout"])
    pipe.exec("echo 42 > answer.txt")
    pipe.finish()
"""


async def killed_after(rig: RunnerRig, recording: Sequence[Exchange], count: int) -> list[Exchange]:
    """Run until `count` fresh exchanges are committed, then stop as a killed engine would."""
    fresh: list[Exchange] = []
    committed = asyncio.Event()

    async def answered(exchange: Exchange) -> None:
        fresh.append(exchange)
        if len(fresh) == count:
            committed.set()
            await asyncio.Event().wait()

    async with asyncio.TaskGroup() as group:
        running = group.create_task(rig.runner.run(ORDER, recording, answered))
        await committed.wait()
        running.cancel()
    return [*recording, *fresh[:count]]


DOORS = ["task", "messages", "env/write", "env/exec", "messages", "env/read", "messages",
         "env/batch", "env/exec", "finish"]  # fmt: skip
RESULT = RolloutResult(
    outcome=Outcome.PASSED, score=1.0, steps=3, tokens=30, detail="looked"
)  # fmt: skip


@pytest.mark.parametrize("count", range(len(DOORS) + 1))
async def test_a_rollout_killed_after_any_exchange_resumes_to_the_same_result(count: int) -> None:
    with rigged(SEQUENTIAL) as rig:
        recording = await killed_after(rig, (), count) if count else []

        resumed = await rig.run(recording)

        everything = [*recording, *rig.recorded]
        assert resumed.model_copy(update={"seconds": 0.0}) == RESULT
        assert [each.door for each in everything] == DOORS
        assert [each.index for each in everything] == list(range(len(DOORS)))
        assert len(rig.model.requests) == 3
        assert rig.left() == []


async def test_a_rollout_may_be_killed_again_and_again() -> None:
    with rigged(SEQUENTIAL) as rig:
        recording: list[Exchange] = []
        for _ in range(4):
            recording = await killed_after(rig, recording, 2)

        resumed = await rig.run(recording)

        assert resumed.outcome == "passed"
        assert [each.index for each in [*recording, *rig.recorded]] == list(range(10))
        assert len(rig.model.requests) == 3
        assert resumed.seconds == pytest.approx(
            sum(each.seconds for each in [*recording, *rig.recorded])
        )


@pytest.mark.parametrize("count", [1, 5, 12, 18, 20])
async def test_threads_with_lanes_resume(count: int) -> None:
    with rigged(THREADS) as rig:
        recording = await killed_after(rig, (), count)

        resumed = await rig.run(recording)

        assert resumed.outcome == "passed"
        assert resumed.steps == 10
        assert [each.index for each in rig.recorded] == list(range(count, 22))
        assert len(set(rig.model.draws)) == 10


async def test_a_rollout_that_differs_from_its_recording_is_broken() -> None:
    with rigged(SEQUENTIAL) as rig:
        recording = await killed_after(rig, (), 5)
    with rigged(SEQUENTIAL.replace('"start"', '"begin"')) as rig:
        with pytest.raises(RolloutBroken, match=r"request 1 .* differs"):
            await rig.run(recording)

        assert rig.recorded == []
        assert not rig.model.requests


@pytest.mark.parametrize("stops", ["raise SystemExit(3)", "time.sleep(60)"])
async def test_a_rollout_that_ends_before_its_recording_does_is_broken(stops: str) -> None:
    with rigged(SEQUENTIAL) as rig:
        recording = await killed_after(rig, (), 5)
    recording = [each.model_copy(update={"seconds": 19.0}) for each in recording]
    with rigged(SEQUENTIAL.replace("pipe.write(", f"{stops}; pipe.write("), seconds=39) as rig:
        with pytest.raises(RolloutBroken, match="ended before request 2"):
            await rig.run(recording)

        assert rig.recorded == []
        assert rig.benchmark.verified == 0


async def test_a_box_that_cannot_be_rebuilt_is_broken() -> None:
    main = """
        pipe.exec("echo $$ $(cat /proc/sys/kernel/random/uuid)")
        say("now")
        pipe.exec("echo 42 > answer.txt")
        pipe.finish()
    """
    with rigged(main) as rig:
        recording = await killed_after(rig, (), 2)

        with pytest.raises(RolloutBroken, match="rebuilt"):
            await rig.run(recording)

        assert rig.benchmark.verified == 0
        assert rig.left() == []


async def test_a_name_that_the_rebuilt_box_never_said_is_not_used() -> None:
    main = """
        stamp = pipe.exec("date +%Y-%m-%dT%H:%M:%S.%N")["stdout"].strip()
        pipe.exec(f"echo {stamp} > answer.txt")
        pipe.finish()
    """
    with rigged(main) as rig:
        recording = await killed_after(rig, (), 1)

        with pytest.raises(RolloutBroken, match="never said"):
            await rig.run(recording)
