"""Texts of any size by their sha256, compressed."""

import hashlib
import sqlite3
import zlib

from saddle_engine.errors import JournalError
from saddle_engine.types.base import Digest

LARGEST = 512_000_000
"""Bytes; SQLite itself refuses values from 1e9 bytes on."""
LEVEL = 3
"""zlib: transcripts come out a tenth larger than at 6, in less than half the time."""


def digest_of(content: bytes) -> Digest:
    """The name of a blob."""
    return Digest(hashlib.sha256(content).hexdigest())


def write_blob(connection: sqlite3.Connection, digest: Digest, content: bytes) -> None:
    """Keep a blob unless it is there already; part of the caller's transaction."""
    if connection.execute("SELECT 1 FROM blobs WHERE digest = ?", (digest,)).fetchone() is None:
        connection.execute(
            "INSERT INTO blobs (digest, size, content) VALUES (?, ?, ?)",
            (digest, len(content), zlib.compress(content, LEVEL)),
        )


def read_blob(connection: sqlite3.Connection, digest: Digest) -> bytes:
    """A stored blob.

    Raises:
        JournalError: it is not there, or its content has another digest.
    """
    row = connection.execute(
        "SELECT size, content FROM blobs WHERE digest = ?", (digest,)
    ).fetchone()
    if row is None:
        raise JournalError(f"blob {digest!r} is not in the journal")
    content = _unpack(row[1], min(row[0], LARGEST))
    if content is None or digest_of(content) != digest:
        raise JournalError(f"blob {digest} is damaged: its content has another digest")
    return content


def read_beginning(connection: sqlite3.Connection, digest: Digest, limit: int) -> tuple[bytes, int]:
    """At most the first `limit` bytes of a blob, and the size of the whole; no more of it is read.

    Raises:
        JournalError: it is not there, or its beginning is damaged.
    """
    row = connection.execute("SELECT rowid, size FROM blobs WHERE digest = ?", (digest,)).fetchone()
    if row is None:
        raise JournalError(f"blob {digest!r} is not in the journal")
    with connection.blobopen("blobs", "content", row[0], readonly=True) as packed:
        # What does not compress grows by a few bytes.
        content = _unpack(packed.read(limit + limit // 1000 + 64), limit - 1)
    if content is None:
        raise JournalError(f"blob {digest} is damaged: it cannot be unpacked")
    return content, row[1]


def _unpack(packed: bytes, size: int) -> bytes | None:
    """At most `size` bytes, so that a damaged row cannot fill the memory."""
    try:
        return zlib.decompressobj().decompress(packed, size + 1)
    except (zlib.error, ValueError):
        return None
