import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from saddle_engine.adapters.none import HostFolders
from saddle_engine.adapters.none.box import HostBox
from saddle_engine.errors import RolloutBroken, SandboxError
from saddle_engine.types.boxes import BoxKind, BoxSpec
from saddle_engine.types.draws import draw
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.wire import Door
from tests.engine.mediator_rig import ORDER, until
from tests.engine.runner_rig import rigged

SOLVE = """
    pipe.task()
    say("hello")
    pipe.exec("echo 42 > answer.txt")
    pipe.finish("done")
"""


async def test_a_harness_that_solves_its_task_passes_and_leaves_nothing_behind() -> None:
    with rigged(SOLVE) as rig:
        result = await rig.run()

        assert (result.outcome, result.score, result.reason) == (Outcome.PASSED, 1.0, "")
        assert (result.steps, result.tokens, result.detail) == (1, 10, "looked")
        assert result.seconds == pytest.approx(sum(each.seconds for each in rig.recorded))
        assert [each.door for each in rig.recorded] == [
            Door.TASK,
            Door.MODEL,
            Door.EXEC,
            Door.FINISH,
        ]
        assert rig.left() == []


async def test_wrong_work_fails_with_the_verifiers_score() -> None:
    with rigged('pipe.write("answer.txt", "41"); pipe.finish()') as rig:
        result = await rig.run()

    assert (result.outcome, result.score, result.detail) == (Outcome.FAILED, 0.0, "looked")


async def test_a_harness_sees_the_environment_it_was_promised() -> None:
    main = """
        names = "SADDLE_SEED PYTHONHASHSEED TZ LANG".split()
        pipe.finish([os.environ[name] for name in names] + sorted(os.environ))
    """
    with rigged(main) as rig:
        await rig.run()

    seed, *told = rig.recorded[0].request["output"]
    assert seed == str(draw(5, ORDER.task, ORDER.attempt))
    assert told[:3] == ["0", "UTC", "C.UTF-8"]
    of_the_box = {"LC_CTYPE", "PWD", "SHLVL", "_", "TMPDIR", "SADDLE_EXEC"}
    assert set(told[3:]) - of_the_box == {
        "HOME", "LANG", "PATH", "PYTHONHASHSEED", "PYTHONPYCACHEPREFIX", "SADDLE_SEED",
        "SADDLE_SOCKET", "TZ",
    }  # fmt: skip


async def test_exit_without_finish_fails_unverified() -> None:
    with rigged('pipe.write("answer.txt", "42"); sys.exit("gave up")') as rig:
        result = await rig.run()

        assert (result.outcome, result.score) == (Outcome.FAILED, 0.0)
        assert result.reason == "no_finish: exit 1"
        assert "gave up" in result.detail
        assert rig.benchmark.verified == 0


async def test_a_harness_that_hangs_is_timed_out_and_what_it_left_is_scored() -> None:
    with rigged('pipe.write("answer.txt", "42"); time.sleep(99)', seconds=2) as rig:
        result = await rig.run()

        assert (result.outcome, result.reason) == (Outcome.TIMED_OUT, "time_limit")
        assert result.score == 1.0
        assert rig.left() == []


async def test_a_harness_that_hangs_without_acting_scores_nothing_and_is_not_verified() -> None:
    with rigged("time.sleep(99)", seconds=0.3) as rig:
        result = await rig.run()

    assert (result.outcome, result.score) == (Outcome.TIMED_OUT, 0.0)
    assert rig.benchmark.verified == 0


async def test_a_step_too_many_fails_whatever_the_harness_makes_of_it() -> None:
    main = """
        pipe.write("answer.txt", "42")
        for number in range(9):
            try:
                say(str(number))
            except PipeError:
                pass
        pipe.finish()
    """
    with rigged(main, steps=3) as rig:
        result = await rig.run()

    assert (result.outcome, result.score, result.reason) == (Outcome.FAILED, 0.0, "step_limit")
    assert result.steps == 3


async def test_ten_megabytes_of_output_do_no_harm() -> None:
    main = """
        for _ in range(10_000):
            print("x" * 1_000)
            print("y" * 1_000, file=sys.stderr)
        pipe.write("answer.txt", "42")
        pipe.finish()
    """
    with rigged(main) as rig:
        result = await rig.run()

    assert 4_000 < len(result.detail) < 10_000
    assert result.outcome is Outcome.PASSED


async def test_a_broken_model_is_a_broken_rollout_though_the_harness_swallows_it() -> None:
    main = """
        pipe.write("answer.txt", "42")
        try:
            say("hello")
        except PipeError:
            pass
        pipe.finish()
    """
    with rigged(main) as rig:
        rig.model.broken = "529 overloaded"

        with pytest.raises(RolloutBroken, match="529"):
            await rig.run()

        assert rig.left() == []
        assert rig.benchmark.verified == 0


async def test_a_verifier_without_a_verdict_is_a_broken_rollout() -> None:
    with rigged(SOLVE) as rig:
        rig.benchmark.broken = "no reward file"

        with pytest.raises(RolloutBroken, match="no reward file"):
            await rig.run()

        assert rig.left() == []


async def test_nothing_runs_on_after_finish() -> None:
    main = """
        pipe.write("answer.txt", "42")
        other = Pipe(lane="b")
        def late():
            time.sleep(0.1)
            other.write("answer.txt", "41")
        thread = threading.Thread(target=late)
        thread.start()
        pipe.finish()
        thread.join()
    """
    with rigged(main) as rig:
        result = await rig.run()

    assert result.outcome is Outcome.PASSED
    assert "finished: nothing can be asked after finish" in result.detail


async def test_a_cancelled_rollout_leaves_nothing_behind() -> None:
    with rigged('pipe.exec("sleep 60")') as rig:
        async with asyncio.TaskGroup() as group:
            running = group.create_task(rig.run())
            await until(lambda: rig.benchmark.prepared)
            running.cancel()

        assert running.cancelled()
        assert rig.left() == []


async def test_an_error_of_ours_is_not_hidden_as_a_broken_rollout() -> None:
    async def full(_: object) -> None:
        raise ValueError("a bug")

    with rigged(SOLVE) as rig:
        with pytest.raises(ValueError, match="a bug"):
            await rig.runner.run(ORDER, (), full)

        assert rig.left() == []


class Unclosable(HostFolders):
    """Boxes that do not close in good order."""

    @asynccontextmanager
    async def open(self, spec: BoxSpec) -> AsyncIterator[HostBox]:
        async with super().open(spec) as box:
            try:
                yield box
            finally:
                if spec.kind is BoxKind.TASK:
                    raise SandboxError("the box does not close")


async def test_a_box_that_does_not_close_stops_nothing() -> None:
    with rigged(SOLVE) as rig:
        boxes = Unclosable(rig.folder / "boxes")

        async with asyncio.timeout(20):
            result = await replace(rig.runner, boxes=boxes).run(ORDER, (), rig.answered)

    assert result.outcome is Outcome.PASSED


@pytest.mark.parametrize("kind", [BoxKind.TASK, BoxKind.HARNESS])
async def test_a_box_that_does_not_open_is_a_broken_rollout(kind: BoxKind) -> None:
    class Unopenable(HostFolders):
        @asynccontextmanager
        async def open(self, spec: BoxSpec) -> AsyncIterator[HostBox]:
            if spec.kind is kind:
                raise SandboxError("no room")
            async with super().open(spec) as box:
                yield box

    with rigged(SOLVE) as rig:
        boxes = Unopenable(rig.folder / "boxes")

        with pytest.raises(RolloutBroken, match="no room"):
            await replace(rig.runner, boxes=boxes).run(ORDER, (), rig.answered)

        assert rig.left() == []
