"""Keyed randomness: no random stream outlives a decision."""

import hashlib
import json
from random import Random


def draw(*parts: object) -> int:
    """The 64-bit key of one random decision: equal parts, equal key, on every machine."""
    text = json.dumps([str(part) for part in parts])
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def rng(*parts: object) -> Random:
    """A fresh generator for one decision."""
    return Random(draw(*parts))
