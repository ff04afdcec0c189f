"""Every text that a record names is there and has its digest."""

import json
from collections.abc import Callable, Iterator
from typing import Any, get_args

from saddle_engine import events as ev
from saddle_engine.bodies import FIRST, PIECES
from saddle_engine.errors import JournalError
from saddle_engine.types.base import Digest
from saddle_runs.verify.holding import hold

NO_BLOBS = {(ev.RunStarted, "benchmark")}
"""Digests of what is kept elsewhere."""


class BlobRules:
    """Looks at each blob once, however often it is named."""

    def __init__(self, blob: Callable[[Digest], bytes]) -> None:
        self._blob = blob
        self._seen: set[Digest] = set()

    def check(self, event: ev.AnyEvent) -> None:
        """Read the blobs of an event.

        Raises:
            ValueError: one is not there, or has another digest.
        """
        for name, digest in _digests(event):
            is_new = digest not in self._seen
            self._read(name, digest)
            if name == "request" and is_new:
                self._read_pieces(digest)

    def _read_pieces(self, digest: Digest) -> None:
        packed = self._object(digest, "rest")
        for name in PIECES:
            if name in packed:
                self._read(name, packed[name])
        message = packed.get("messages", FIRST)
        while message != FIRST and message not in self._seen:
            self._read("a message of the request", message)
            message = self._object(message, "before")["before"]

    def _object(self, digest: Digest, key: str) -> dict[str, Any]:
        value = json.loads(self._blob(digest))
        hold(isinstance(value, dict) and key in value, f"blob {digest} is no part of a request")
        return dict(value)

    def _read(self, name: str, digest: Digest) -> None:
        if digest in self._seen:
            return
        try:
            self._blob(digest)
        except JournalError as error:
            raise ValueError(f"{name}: {error}") from error
        self._seen.add(digest)


def _digests(event: ev.AnyEvent) -> Iterator[tuple[str, Digest]]:
    for name, field in type(event).model_fields.items():
        kinds = (field.annotation, *get_args(field.annotation))
        value = getattr(event, name)
        if Digest in kinds and value is not None and (type(event), name) not in NO_BLOBS:
            yield name, value
