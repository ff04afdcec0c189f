import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saddle_engine.coupling.keys import MAX_DEPTH, Unreadable, env_key, model_key, parse
from saddle_engine.types.wire import Door

BODY: dict[str, Any] = {
    "model": "m",
    "max_tokens": 10,
    "system": [{"type": "text", "text": "be brief"}],
    "tools": [
        {"name": "run", "input_schema": {"type": "object", "properties": {"a": {}, "b": {}}}}
    ],
    "messages": [{"role": "user", "content": "hello"}],
}


def key(
    body: dict[str, Any], path: str = "/v1/messages", version: str = "1", beta: str = ""
) -> str:
    return model_key(path, version, beta.split(","), body)


def changed(**fields: Any) -> dict[str, Any]:
    return {**BODY, **fields}


def test_top_level_order_stream_and_metadata_do_not_count() -> None:
    reordered = dict(reversed(BODY.items()))

    assert key(changed(stream=True, metadata={"user_id": "random"})) == key(BODY)
    assert key(reordered) == key(BODY)
    assert key(BODY, beta="a,b") == key(BODY, beta="b,a")


@pytest.mark.parametrize(
    "other",
    [
        changed(max_tokens=11),
        changed(max_tokens=10.0),
        changed(temperature=1),
        changed(system="be brief"),
        changed(messages=[{"content": "hello", "role": "user"}]),
        changed(messages=[{"role": "user", "content": [{"type": "text", "text": "hello"}]}]),
        changed(
            tools=[
                {
                    "name": "run",
                    "input_schema": {"type": "object", "properties": {"b": {}, "a": {}}},
                }
            ]
        ),
        changed(unknown=None),
    ],
)
def test_whatever_the_model_could_see_counts(other: dict[str, Any]) -> None:
    assert key(other) != key(BODY)


def test_path_version_and_beta_count() -> None:
    keys = {key(BODY), key(BODY, path="/v1/messages?beta=true"), key(BODY, version="2")}

    assert len({*keys, key(BODY, beta="x")}) == 4


def test_cache_control_is_dropped_where_the_api_defines_it_and_nowhere_else() -> None:
    mark = {"cache_control": {"type": "ephemeral"}}
    use = {"type": "tool_use", "id": "t", "name": "run", "input": {"a": 1}}

    def body(here: dict[str, Any], in_input: dict[str, Any]) -> dict[str, Any]:
        result = {"type": "tool_result", "tool_use_id": "t", **here}
        result["content"] = [{"type": "text", "text": "out", **here}]
        return {
            "system": [{"type": "text", "text": "s", **here}],
            "tools": [{"name": "run", "input_schema": {}, **here}],
            "messages": [
                {"role": "assistant", "content": [{**use, "input": {"a": 1, **in_input}, **here}]},
                {"role": "user", "content": [result]},
            ],
        }

    assert key(body(mark, {})) == key(body({}, {}))
    assert key(body({}, mark)) != key(body({}, {}))


def test_doors_with_equal_bodies_have_different_keys() -> None:
    assert env_key(Door.READ, {"path": "a"}) != env_key(Door.WRITE, {"path": "a"})
    assert env_key(Door.READ, {"path": "a", "limit": 1}) == env_key(
        Door.READ, {"limit": 1, "path": "a"}
    )


@pytest.mark.parametrize(
    "hostile",
    [
        b'{"a": 1, "a": 2}',
        b'{"x": {"a": 1, "a": 1}}',
        b'{"a": NaN}',
        b'{"a": -Infinity}',
        b'{"a": 1e999}',
        b'{"a": "\\ud800"}',
        b"[1]",
        b'"text"',
        b"",
        b"{",
        b"\xff\xfe",
        '{"a": 1}'.encode("utf-16"),
        b'{"a": ' + b"9" * 5_000 + b"}",
        b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"a": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}",
    ],
)
def test_a_body_that_two_readers_could_read_differently_is_refused(hostile: bytes) -> None:
    with pytest.raises(Unreadable):
        parse(hostile)


def test_whole_surrogate_pairs_and_escapes_are_read() -> None:
    assert parse(b'{"a": "\\ud83d\\ude00 \\\\ud800"}') == {"a": "\U0001f600 \\ud800"}


leaves = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
values = st.recursive(
    leaves, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=8
)
bodies = st.dictionaries(st.text(), values, max_size=4)


@given(bodies, bodies)
def test_equal_keys_mean_equal_bodies(one: dict[str, Any], two: dict[str, Any]) -> None:
    def ordered(body: dict[str, Any]) -> str:
        return json.dumps(dict(sorted(body.items())))

    same_key = env_key(Door.EXEC, one) == env_key(Door.EXEC, two)

    assert same_key == (ordered(one) == ordered(two))
