"""Whether a file could have been left so by a patch; for files that people change."""

from collections.abc import Sequence

from saddle_engine.errors import PatchRefused
from saddle_engine.harness import names
from saddle_engine.harness.edits import FILE_LIMIT_BYTES
from saddle_engine.harness.observed import observe
from saddle_engine.harness.surfaces import Surface


def unwritable(surfaces: Sequence[Surface], path: str, content: bytes | None) -> str:
    """Why no patch may leave a file so, in a sentence; empty when one may.

    Args:
        surfaces: what patches may change.
        path: of the file.
        content: what it shall hold; None when it shall not be there.
    """
    if why := names.fault(path):
        return why
    if content is not None and (why := _no_text(path, content)):
        return why
    try:
        if content is None:
            observe(surfaces, {path: b""}, {})
        else:
            observe(surfaces, {}, {path: content})
    except PatchRefused as refused:
        return str(refused)
    return ""


def _no_text(path: str, content: bytes) -> str:
    if len(content) > FILE_LIMIT_BYTES:
        return f"{path!r} has {len(content)} bytes; expected at most {FILE_LIMIT_BYTES}"
    try:
        if "\0" not in content.decode():
            return ""
    except UnicodeDecodeError:
        pass
    return f"{path!r} is no UTF-8 text"
