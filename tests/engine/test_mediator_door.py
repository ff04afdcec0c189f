import asyncio
import json
import socket as sockets
from typing import Any

import aiohttp
import pytest

from saddle_engine.adapters.mediator.door import MAX_BODY_BYTES, MAX_CONNECTIONS
from saddle_engine.adapters.mediator.ending import Broke, Finished, OverLimit, TimedOut
from saddle_engine.types.draws import draw
from saddle_engine.types.price import FREE, bound
from saddle_engine.types.wire import Door
from tests.engine.mediator_rig import MODEL, ORDER, Rig, Scripted, body, message, opened, until


async def test_a_harness_learns_its_task() -> None:
    async with opened(steps=7) as rig, rig.http.get("http://saddle/v1/task") as got:
        told = await got.json()

    assert told["instruction"] == "write 42 into answer.txt"
    assert told["model"] == MODEL
    assert told["limits"]["steps"] == 7
    assert told["workdir"] == "/app"


async def test_a_model_call_carries_the_draw_of_its_place() -> None:
    async with opened() as rig:
        await rig.post("messages", body("one"))
        await rig.post("messages", body("two"))
        await rig.post("messages", body("one"), lane="b")

    key = (5, ORDER.tree, ORDER.task, ORDER.attempt)
    assert rig.model.draws == [draw(*key, "", 0), draw(*key, "", 1), draw(*key, "b", 0)]


async def test_an_answer_is_committed_before_it_is_sent() -> None:
    async with opened() as rig:
        rig.committing.clear()
        async with asyncio.TaskGroup() as group:
            asking = group.create_task(rig.post("messages", body()))
            await until(lambda: rig.model.requests)
            done, _ = await asyncio.wait([asking], timeout=0.05)

            assert not done

            rig.committing.set()

    assert [(each.index, each.door, each.step) for each in rig.recorded] == [(0, Door.MODEL, 1)]
    assert rig.recorded[0].usage.total == 10


async def test_a_stream_says_the_same_as_the_whole_reply() -> None:
    streaming = body(stream=True)
    async with opened() as rig, rig.http.post("http://saddle/v1/messages", json=streaming) as got:
        streamed = await got.text()
        kind = got.content_type

    assert kind == "text/event-stream"
    assert accumulated(streamed) == rig.recorded[0].reply
    assert "stream" not in rig.model.requests[0]


def accumulated(stream: str) -> dict[str, Any]:
    """A client's reading of an event stream, after the API's documentation."""
    said: dict[str, Any] = {}
    for block in stream.strip().split("\n\n"):
        name, data = (line.split(": ", 1)[1] for line in block.split("\n"))
        event = json.loads(data)
        assert name == event["type"]
        match event:
            case {"type": "message_start", "message": started}:
                said = started
            case {"type": "content_block_start", "content_block": started}:
                said["content"].append({**started, "json": ""})
            case {"type": "content_block_delta", "index": index, "delta": delta}:
                grow(said["content"][index], delta)
            case {"type": "content_block_stop", "index": index}:
                if partial := said["content"][index].pop("json"):
                    said["content"][index]["input"] = json.loads(partial)
            case {"type": "message_delta", "delta": delta, "usage": usage}:
                said |= delta
                said["usage"] |= usage
            case _:
                assert event == {"type": "message_stop"}
    assert stream.endswith('data: {"type": "message_stop"}\n\n')
    return said


def grow(block: dict[str, Any], delta: dict[str, Any]) -> None:
    for field, value in delta.items():
        if field == "partial_json":
            block["json"] += value
        elif field != "type":
            block[field] += value


async def test_only_the_configured_model_answers() -> None:
    async with opened() as rig:
        status, said = await rig.post("messages", body() | {"model": "dearer-model"})

    assert (status, said["kind"]) == (400, "wrong_model")
    assert MODEL in said["message"]
    assert not rig.model.requests
    assert not rig.recorded


async def test_a_refusal_of_the_provider_belongs_to_the_transcript() -> None:
    model = Scripted()
    model.status = 400
    async with opened(model=model) as rig:
        status, said = await rig.post("messages", body(stream=True))

    assert (status, said["error"]["type"]) == (400, "invalid_request_error")
    assert [(each.status, each.reply) for each in rig.recorded] == [(400, said)]


@pytest.mark.parametrize(
    ("route", "hostile"),
    [
        ("messages", b"{"),
        ("messages", b'{"model": "test-model", "model": "other"}'),
        ("messages", b'{"max_tokens": NaN}'),
        ("messages", b'{"a": ' + b"[" * 100_000),
        ("messages", json.dumps(body(tools=[1])).encode()),
        ("messages", json.dumps(body() | {"messages": []}).encode()),
        ("messages", json.dumps(body() | {"messages": [{"role": "user", "content": 1}]}).encode()),
        ("messages/count_tokens", b"[]"),
        ("env/exec", b'{"command": "a\\u0000b"}'),
        ("env/exec", b'{"command": []}'),
        ("env/exec", b'{"command": "ls", "timeout_s": -1}'),
        ("env/exec", b'{"command": "ls", "shell": true}'),
        ("env/exec", b'{"command": "\\ud800"}'),
        ("env/read", b'{"path": "a", "offset": "1"}'),
        ("env/read", b'{"path": "a", "offset": 100000000000000000000}'),
        ("env/write", b'{"path": "a"}'),
        ("env/batch", b'{"requests": [{"exec": {"command": "ls"}, "read": {"path": "a"}}]}'),
        ("env/batch", b'{"requests": [{"finish": {}}]}'),
        ("env/wait", b'{"seconds": 1}'),
        ("finish", b'{"outputs": 1}'),
    ],
)
async def test_a_hostile_body_is_refused_before_anything_happens(
    route: str, hostile: bytes
) -> None:
    async with opened() as rig:
        status, said = await rig.send(route, hostile)

        assert status == 400
        assert said.keys() == {"kind", "message"}
        assert not rig.recorded
        assert not rig.session.ended.done()
        assert not rig.model.requests


async def test_a_body_that_is_too_large_is_refused_and_the_door_stays_open() -> None:
    async with opened() as rig:
        status, said = await rig.send("messages", b" " * (MAX_BODY_BYTES + 1))

        assert (status, said["kind"]) == (413, "too_large")
        assert (await rig.post("messages", body()))[0] == 200


async def test_an_unknown_request_is_named() -> None:
    async with opened() as rig:
        status, said = await rig.post("secrets", {})

    assert (status, said["kind"]) == (404, "no_such_request")


async def test_no_answer_shows_a_clock_or_a_server() -> None:
    async with opened() as rig, rig.http.post("http://saddle/v1/messages", json=body()) as got:
        headers = got.headers

    assert not {"Date", "Server"} & headers.keys()
    assert float(headers["x-saddle-elapsed"]) == round(rig.recorded[0].seconds, 3)


async def test_connections_beyond_the_limit_are_turned_away_and_the_others_served() -> None:
    async with opened() as rig:
        held = []
        for _ in range(MAX_CONNECTIONS):
            held.append(sockets.socket(sockets.AF_UNIX))
            held[-1].connect(str(rig.socket))
        status, said = await rig.post("messages", body())
        held.pop().close()
        await until_served(rig)

    assert (status, said["kind"]) == (429, "too_many_connections")


async def until_served(rig: Rig) -> None:
    async with asyncio.timeout(10):
        while (await rig.post("messages", body()))[0] == 429:
            pass


async def test_acts_reach_the_task_box_in_order() -> None:
    async with opened() as rig:
        done = await rig.post("env/exec", {"command": "cat question.txt; echo oops >&2; exit 3"})
        wrote = await rig.post("env/write", {"path": "sub/a.txt", "content": "zwölf"})
        read = await rig.post("env/read", {"path": "sub/a.txt", "offset": 1, "limit": 3})
        none = await rig.post("env/read", {"path": "none.txt"})
        away = await rig.post("env/read", {"path": "../../etc/passwd"})
        slow = await rig.post("env/exec", {"command": "echo a; sleep 9", "timeout_s": 0.2})

    assert done == (200, {"exit_code": 3, "stdout": "6 * 7\n", "stderr": "oops\n",
                          "timed_out": False, "truncated": False})  # fmt: skip
    assert wrote == (200, {"size": 6})
    assert read == (200, {"content": "wö", "size": 3})
    assert (none[0], none[1]["kind"]) == (404, "not_found")
    assert (away[0], away[1]["kind"]) == (400, "path_refused")
    assert (slow[1]["timed_out"], slow[1]["stdout"]) == (True, "a\n")
    assert [each.status for each in rig.recorded] == [200, 200, 200, 404, 400, 200]


async def test_a_batch_is_one_request_in_its_own_order() -> None:
    requests = [
        {"write": {"path": "a", "content": "1"}},
        {"read": {"path": "none"}},
        {"exec": {"command": "cat a"}},
    ]
    async with opened() as rig:
        _, said = await rig.post("env/batch", {"requests": requests})

    assert [each["status"] for each in said["replies"]] == [200, 404, 200]
    assert said["replies"][2]["body"]["stdout"] == "1"
    assert len(rig.recorded) == 1


async def test_a_task_box_is_open_before_anything_is_asked_of_it() -> None:
    async with opened() as rig:
        await until(lambda: rig.benchmark.prepared == 1)

    assert rig.recorded == []


async def test_a_rollout_that_only_repeats_itself_opens_no_task_box() -> None:
    async with opened() as rig:
        await rig.post("messages", body())
        await rig.post("messages/count_tokens", body())
    async with opened(rig.recorded) as again:
        await again.post("messages", body())
        await again.post("messages/count_tokens", body())

    assert again.recorded == []
    assert again.benchmark.prepared == 0


async def test_nothing_is_answered_after_finish() -> None:
    async with opened() as rig:
        finished = await rig.post("finish", {"output": "done"})
        late = [await rig.post("messages", body()), await rig.post("finish", {})]

        assert finished == (200, {})
        assert [(status, said["kind"]) for status, said in late] == [(409, "finished")] * 2
        assert rig.session.ended.result() == Finished("done")
        assert [each.door for each in rig.recorded] == [Door.FINISH]


async def test_a_model_call_too_many_ends_the_rollout() -> None:
    async with opened(steps=2) as rig:
        answers = [await rig.post("messages", body(str(number))) for number in range(4)]

        assert [status for status, _ in answers] == [200, 200, 410, 410]
        assert rig.session.ended.result() == OverLimit("step_limit")
        assert len(rig.model.requests) == 2


async def test_calls_in_parallel_do_not_exceed_the_step_limit() -> None:
    async with opened(steps=2) as rig:
        rig.model.go.clear()
        async with asyncio.TaskGroup() as group:
            for lane in "abcd":
                group.create_task(rig.post("messages", body(), lane=lane))
            await until(rig.session.ended.done)

    assert rig.session.ended.result() == OverLimit("step_limit")
    assert len(rig.model.requests) <= 2


async def test_a_call_whose_worst_case_passes_the_token_limit_is_not_made() -> None:
    worst = bound(body("0"), FREE).tokens
    async with opened(tokens=worst + 1) as rig:
        answers = [await rig.post("messages", body(str(number))) for number in range(2)]

        assert [status for status, _ in answers] == [200, 410]
        assert rig.session.ended.result() == OverLimit("token_limit")


async def test_a_request_after_the_time_is_up_ends_the_rollout() -> None:
    async with opened(seconds=0.05) as rig:
        await until(lambda: rig.session.seconds_left <= 0)
        status, said = await rig.post("messages", body())

        assert (status, said["kind"]) == (410, "ended")
        assert rig.session.ended.result() == TimedOut()


async def test_a_provider_that_says_nothing_does_not_time_a_rollout_out() -> None:
    async with opened(seconds=2) as rig:
        rig.model.go.clear()
        rig.model.broken = "nothing came"
        async with asyncio.TaskGroup() as group:
            group.create_task(rig.post("messages", body()))
            await until(lambda: rig.model.requests and rig.session.seconds_left <= 0)
            meanwhile = rig.session.timed_out
            rig.model.go.set()

        assert not meanwhile
        assert not rig.session.timed_out


async def test_ending_answers_what_waits() -> None:
    async with opened() as rig:
        rig.model.go.clear()
        async with asyncio.TaskGroup() as group:
            waiting = group.create_task(rig.post("messages", body()))
            await until(lambda: rig.model.requests)
            rig.session.end(TimedOut())

    assert waiting.result()[0] == 410
    assert not rig.recorded


async def test_a_broken_provider_never_reaches_the_harness() -> None:
    model = Scripted()
    model.broken = "529 overloaded"
    async with opened(model=model) as rig:
        status, said = await rig.post("messages", body())

        assert (status, said["kind"]) == (410, "ended")
        assert "529" not in said["message"]
        ending = rig.session.ended.result()
        assert isinstance(ending, Broke)
        assert "529" in str(ending.error)


async def give_up(rig: Rig, content: dict[str, Any], begun: Any) -> None:
    """Ask, and go away once the work has begun."""
    async with asyncio.TaskGroup() as group:
        asking = group.create_task(rig.post("messages", content))
        await until(begun)
        asking.cancel()


async def test_a_client_that_went_away_and_asks_again_joins_its_call() -> None:
    async with opened() as rig:
        rig.model.go.clear()
        await give_up(rig, body(), lambda: rig.model.requests)
        async with asyncio.TaskGroup() as group:
            await until(lambda: rig.session._left)
            again = group.create_task(rig.post("messages", body(metadata={"retry": "1"})))
            await until(lambda: not rig.session._left)
            rig.model.go.set()

        assert again.result()[0] == 200
        assert len(rig.model.requests) == len(rig.recorded) == 1

        await rig.post("messages", body())

        assert len(rig.model.requests) == 2


async def test_a_paid_reply_waits_for_a_client_that_comes_back_late() -> None:
    async with opened() as rig:
        rig.model.go.clear()
        await give_up(rig, body(), lambda: rig.model.requests)
        rig.model.go.set()
        await until(lambda: rig.recorded)

        status, said = await rig.post("messages", body())

        assert (status, said) == (200, rig.recorded[0].reply)
        assert len(rig.model.requests) == 1


async def test_equal_requests_of_living_clients_are_two_draws() -> None:
    async with opened() as rig:
        rig.model.go.clear()
        async with asyncio.TaskGroup() as group:
            both = [group.create_task(rig.post("messages", body())) for _ in range(2)]
            await until(lambda: len(rig.model.requests) == 2)
            rig.model.go.set()

    assert both[0].result() != both[1].result()


async def test_bytes_that_are_no_http_do_not_disturb_the_rollout() -> None:
    async with opened() as rig:
        reader, writer = await asyncio.open_unix_connection(str(rig.socket))
        writer.write(b"\x00\xff nonsense\r\n\r\n")
        await reader.read()
        writer.close()
        reader, writer = await asyncio.open_unix_connection(str(rig.socket))
        writer.write(b"POST /v1/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
        await reader.read()
        writer.close()

        assert not rig.session.ended.done()
        assert (await rig.post("messages", body()))[0] == 200


async def test_a_lane_with_control_letters_is_refused() -> None:
    async with opened() as rig:
        with pytest.raises(aiohttp.ClientResponseError) as refused:
            async with rig.http.post(
                "http://saddle/v1/messages", json=body(), headers={"x-saddle-lane": "é" * 9}
            ) as got:
                got.raise_for_status()

    assert refused.value.status == 400


def test_the_message_used_here_has_every_kind_of_delta() -> None:
    assert {block["type"] for block in message("x")["content"]} == {"thinking", "text", "tool_use"}
