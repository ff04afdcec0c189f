"""The tokenizer: four bytes of UTF-8 a token. It never counts more tokens than bytes."""

import json
from typing import Any

BYTES_PER_TOKEN = 4

Block = dict[str, Any]
"""A content block of the Messages API."""


def tokens(text: str) -> int:
    """Tokens of a text; 0 only for the empty text."""
    return -(-len(text.encode(errors="surrogatepass")) // BYTES_PER_TOKEN)


def block_tokens(block: Block) -> int:
    """Tokens of a block, or of a tool's definition; where its cache mark is makes no difference."""
    match block.get("type"):
        case "text":
            return tokens(str(block["text"]))
        case "thinking":
            return tokens(str(block["thinking"]))
        case "tool_use":
            return tokens(str(block["name"])) + tokens(arguments(block))
        case "tool_result":
            return _result_tokens(block.get("content", ""))
        case _:
            return tokens(canonical(unmarked(block)))


def arguments(block: Block) -> str:
    """The input of a tool call as JSON, or as much of it as was written (`partial_json`)."""
    return str(block.get("partial_json") or canonical(block["input"]))


def output_tokens(content: list[Block]) -> int:
    """What a reply is billed for: an empty one costs a token too."""
    return max(1, sum(block_tokens(block) for block in content))


def canonical(value: object) -> str:
    """JSON as it was sent, without spaces: the order of keys counts, as it does for a cache."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def unmarked(block: Block) -> Block:
    """The block without its cache mark."""
    return {name: value for name, value in block.items() if name != "cache_control"}


def _result_tokens(content: str | list[Block]) -> int:
    if isinstance(content, str):
        return tokens(content)
    return sum(block_tokens(block) for block in content)
