"""Applying a patch to the files of a harness: all of it, or a refusal in one sentence."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches

from saddle_engine.errors import PatchRefused
from saddle_engine.harness import names
from saddle_engine.harness.near_miss import near_miss
from saddle_engine.types.patch import DeleteFile, Edit, ReplaceText, WriteFile

FILE_LIMIT_BYTES = 256_000
PATCH_LIMIT_BYTES = 128_000
FILES_LIMIT = 20


def apply_edits(files: Mapping[str, bytes], edits: Sequence[Edit]) -> dict[str, bytes]:
    """The files after the edits, in their order; `files` is left as it is.

    Raises:
        PatchRefused: a path no harness may have, text that is not there exactly once, something
            binary or too big, or no change at all.
    """
    _check_size(edits)
    after = dict(files)
    for edit in edits:
        if why := names.fault(edit.path):
            raise PatchRefused(why)
        match edit:
            case ReplaceText():
                after[edit.path] = _replaced(_text(after, edit.path), edit)
            case WriteFile():
                after[edit.path] = _bytes(edit.path, edit.text)
            case DeleteFile():
                _text(after, edit.path)
                del after[edit.path]
    if why := names.collision(after):
        raise PatchRefused(why)
    if after == files:
        raise PatchRefused("the patch changes nothing: every file stays as it is")
    return after


def _check_size(edits: Sequence[Edit]) -> None:
    paths = {edit.path for edit in edits}
    if len(paths) > FILES_LIMIT:
        raise PatchRefused(
            f"the patch touches {len(paths)} files; expected at most {FILES_LIMIT}: "
            "split it, or make it smaller"
        )
    size = sum(_size(edit) for edit in edits)
    if size > PATCH_LIMIT_BYTES:
        raise PatchRefused(
            f"the patch has {size} bytes; expected at most {PATCH_LIMIT_BYTES}: "
            "replace the lines that change instead of whole files"
        )


def _size(edit: Edit) -> int:
    match edit:
        case ReplaceText():
            return _length(edit.old) + _length(edit.new)
        case WriteFile():
            return _length(edit.text)
        case DeleteFile():
            return 0


def _length(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _text(files: Mapping[str, bytes], path: str) -> str:
    if path not in files:
        close = get_close_matches(path, list(files), n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise PatchRefused(f"{path!r} does not exist in the harness{hint}")
    try:
        return _without_nul(path, files[path].decode())
    except UnicodeDecodeError as why:
        raise PatchRefused(f"{path!r} is binary; a patch changes UTF-8 text only") from why


def _bytes(path: str, text: str) -> bytes:
    try:
        content = _without_nul(path, text).encode()
    except UnicodeEncodeError as why:
        raise PatchRefused(f"the new text of {path!r} is not valid Unicode: {why}") from why
    if len(content) > FILE_LIMIT_BYTES:
        raise PatchRefused(
            f"{path!r} would have {len(content)} bytes; expected at most {FILE_LIMIT_BYTES}"
        )
    return content


def _without_nul(path: str, text: str) -> str:
    if "\0" in text:
        raise PatchRefused(f"{path!r} is binary (a NUL byte); a patch changes UTF-8 text only")
    return text


def _replaced(text: str, edit: ReplaceText) -> bytes:
    match text.count(edit.old):
        case 0:
            raise PatchRefused(
                f"the old text is not in {edit.path!r}{near_miss(text, edit.old)}; "
                "copy it exactly as it stands in the file"
            )
        case 1 if text.find(edit.old) == text.rfind(edit.old):
            return _bytes(edit.path, text.replace(edit.old, edit.new))
        case found:
            raise PatchRefused(
                f"the old text stands {max(found, 2)} times in {edit.path!r}; add lines around it "
                "until it is unique"
            )
