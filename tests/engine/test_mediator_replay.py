import asyncio
from contextlib import suppress
from typing import Any

import pytest

from saddle_engine.adapters.mediator.elapsed import Elapsed
from saddle_engine.adapters.mediator.ending import Broke, Finished
from saddle_engine.coupling.keys import env_key, model_key
from saddle_engine.errors import TryUnknown
from saddle_engine.types.model import Usage
from saddle_engine.types.wire import Door, Exchange
from tests.engine.mediator_rig import body, message, opened, until


def recorded(index: int, door: Door, request: dict[str, Any], lane: str = "", **other: Any) -> Any:
    key = model_key("/v1/messages", "", [], request)
    plain = {"status": 200, "reply": message(f"recorded {index}"), "seconds": 2.0}
    return Exchange(
        index=index,
        door=door,
        lane=lane,
        key=key if door is Door.MODEL else env_key(door, request),
        step=1,
        request=request,
        **{**plain, **other},
    )


async def test_recorded_seconds_and_tokens_are_charged() -> None:
    tape = [
        recorded(0, Door.MODEL, body("one"), usage=Usage(output_tokens=40)),
        recorded(1, Door.MODEL, body("two"), seconds=30.5),
    ]
    async with opened(tape, seconds=60, tokens=40) as rig:
        times = []
        for text in ("one", "two"):
            async with rig.http.post("http://saddle/v1/messages", json=body(text)) as got:
                times.append((await got.json(), got.headers["x-saddle-elapsed"]))
        left = rig.session.seconds_left
        status, _ = await rig.post("messages", body("three"))

    assert times == [(tape[0].reply, "2.000"), (tape[1].reply, "32.500")]
    assert left == pytest.approx(60 - 32.5, abs=5)
    assert left < 60 - 32.5
    assert status == 410
    assert not rig.model.requests
    assert not rig.recorded


async def test_a_recorded_finish_ends_the_rollout() -> None:
    async with opened([recorded(0, Door.FINISH, {"output": "done"}, reply={})] ) as rig:  # fmt: skip
        assert await rig.post("finish", {"output": "done"}) == (200, {})
        assert rig.session.ended.result() == Finished("done")


async def test_another_request_than_the_recorded_one_is_never_answered() -> None:
    async with opened([recorded(0, Door.MODEL, body("one"))]) as rig:
        status, _ = await rig.post("messages", body("other"))

        assert status == 410
        assert isinstance(rig.session.ended.result(), Broke)
        assert not rig.model.requests


async def test_an_invalid_request_is_no_difference() -> None:
    async with opened([recorded(0, Door.MODEL, body("one"))]) as rig:
        assert (await rig.post("messages", body() | {"model": "other"}))[0] == 400
        assert (await rig.post("messages", body("one")))[1] == message("recorded 0")


async def test_an_act_out_of_its_recorded_order_waits_for_its_turn() -> None:
    said = {"exit_code": 0, "stdout": "", "stderr": "", "timed_out": False, "truncated": False}
    tape = [
        recorded(0, Door.EXEC, {"command": "echo a"}, "a", reply=said | {"stdout": "a\n"}),
        recorded(1, Door.EXEC, {"command": "echo b"}, "b", reply=said | {"stdout": "b\n"}),
    ]
    async with opened(tape) as rig, asyncio.TaskGroup() as group:
        later = group.create_task(rig.post("env/exec", {"command": "echo b"}, lane="b"))
        new = group.create_task(rig.post("env/exec", {"command": "echo c"}, lane="c"))
        await until(lambda: len(rig.session._taken._waiters) == 2)
        first = await rig.post("env/exec", {"command": "echo a"}, lane="a")

    assert [first[1]["stdout"], later.result()[1]["stdout"]] == ["a\n", "b\n"]
    assert new.result()[1]["stdout"] == "c\n"
    assert [each.index for each in rig.recorded] == [2]


async def test_ending_answers_what_waits_for_its_turn() -> None:
    tape = [
        recorded(0, Door.EXEC, {"command": "echo a"}, "a"),
        recorded(1, Door.EXEC, {"command": "echo b"}, "b"),
    ]
    async with opened(tape) as rig, asyncio.TaskGroup() as group:
        waiting = group.create_task(rig.post("env/exec", {"command": "echo b"}, lane="b"))
        await until(lambda: rig.session._taken._waiters)
        rig.session.end(Finished())

    assert waiting.result()[0] == 409


def test_the_clock_is_the_sum_of_its_ticks_and_stands_still_while_paused() -> None:
    now = 100.0
    elapsed = Elapsed(lambda: now)
    now += 1.5
    ticks = [elapsed.tick()]
    with elapsed.paused():
        now += 60
        assert elapsed.now() == 1.5
        ticks.append(elapsed.tick())
    now += 0.25
    ticks.append(elapsed.tick())

    assert ticks == [1.5, 0.0, 0.25]
    assert elapsed.total == elapsed.now() == 1.75


def test_a_try_that_comes_to_nothing_takes_no_time_and_one_that_does_not_takes_its_own() -> None:
    now = 100.0
    elapsed = Elapsed(lambda: now)
    now += 1
    with suppress(TryUnknown), elapsed.forgiving():
        now += 120
        raise TryUnknown("read_timeout", "nothing came")
    now += 1
    with elapsed.forgiving():
        now += 5

    assert elapsed.now() == 7


def test_a_replay_never_sets_the_clock_back() -> None:
    elapsed = Elapsed(lambda: 0.0)
    elapsed.replay(30.0)
    elapsed.replay(20.0)

    assert elapsed.now() == 30.0
