"""Tokens are about four characters, and never more than bytes."""

import json

from hypothesis import given
from hypothesis import strategies as some

from tests.loopback.tokens import block_tokens, tokens

texts = some.text()
names = some.dictionaries(texts, some.recursive(texts | some.integers(), some.lists, max_leaves=5))


@given(texts)
def test_a_text_has_at_most_as_many_tokens_as_bytes(text: str) -> None:
    assert tokens(text) <= len(text.encode())
    assert bool(tokens(text)) == bool(text)


@given(texts, names)
def test_a_block_has_at_most_as_many_tokens_as_bytes_of_json(
    text: str, arguments: dict[str, object]
) -> None:
    for block in (
        {"type": "text", "text": text},
        {"type": "tool_use", "id": "1", "name": text, "input": arguments},
        {"type": "tool_result", "tool_use_id": "1", "content": [{"type": "text", "text": text}]},
        {"name": text, "input_schema": arguments},
    ):
        assert block_tokens(block) <= len(json.dumps(block).encode())
