"""What git says and is told, as text: listings, blobs, conflicts, and streams of new commits."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import uuid4

from saddle_engine.errors import JournalError
from saddle_engine.harness import names
from saddle_engine.harness.reconcile import Kept
from saddle_engine.harness.seed import SeedFile
from saddle_engine.types.base import Commit, Tree

# Name and date are fixed, so that equal parents, files and message give an equal commit.
AUTHOR = "saddle-tui <saddle-tui@localhost>"
COMMITTER = f"{AUTHOR} 946684800 +0000"
PLAIN, EXECUTABLE = "100644", "100755"


class New(NamedTuple):
    """A file that is not in the repository yet."""

    mode: str
    content: bytes


def checked(version: str) -> str:
    """A version's id, refused unless it is 40 hex digits: git takes many things for a revision."""
    if not re.fullmatch(r"[0-9a-f]{40}", version):
        raise JournalError(f"{version!r} is no version of a harness; expected 40 hex digits")
    return version


def parse_listing(output: bytes) -> dict[str, Kept]:
    """The files of `ls-tree -r -z`; what no harness holds is refused, whoever made the repository."""
    listing = {}
    for line in output.decode(errors="surrogateescape").split("\0")[:-1]:
        facts, _, path = line.partition("\t")
        mode, _, blob = facts.split(" ")
        if mode not in {PLAIN, EXECUTABLE}:
            raise JournalError(f"{path!r} has mode {mode}; a harness holds plain files only")
        if why := names.fault(path):
            raise JournalError(why)
        listing[path] = Kept(mode, blob)
    return listing


def parse_blobs(output: bytes) -> dict[str, bytes]:
    """Contents by id, from `cat-file --batch`."""
    blobs, at = {}, 0
    while at < len(output):
        end = output.index(b"\n", at)
        match output[at:end].decode().split(" "):
            case [blob, "blob", size]:
                at = end + 1 + int(size)
                blobs[blob] = output[end + 1 : at]
                at += 1
            case said:
                raise JournalError(f"the harness repository lacks a file: {' '.join(said)}")
    return blobs


def parse_merge(output: bytes) -> tuple[Tree, set[str]]:
    """The merged tree and the paths in conflict, from `merge-tree --name-only -z`."""
    tree, *paths = output.decode().split("\0")[:-1]
    return Tree(tree), set(paths)


def parse_imported(output: bytes) -> tuple[Commit, Tree]:
    """The answers to the two questions that `render_import` ends with."""
    commit, listed = output.decode().splitlines()
    return Commit(commit), Tree(listed.split()[2])


def render_import(
    parents: Sequence[Commit], entries: Mapping[str, Kept | New], message: str
) -> bytes:
    """A `fast-import` stream that makes one commit and asks for its id and its tree's.

    A reference of its own keeps the commit: two streams never meet at one, nor at the lock that a
    killed git left behind.
    """
    body = _data(f"mark :1\ncommitter {COMMITTER}\n", message.encode(errors="replace"))
    for verb, parent in zip(["from", *["merge"] * len(parents)], parents, strict=False):
        body += f"{verb} {checked(parent)}\n".encode()
    body += b"deleteall\n" + b"".join(_entry(path, entry) for path, entry in entries.items())
    return f"commit refs/saddle/{uuid4().hex}\n".encode() + body + b'get-mark :1\nls :1 ""\ndone\n'


def render_branch(
    reference: str,
    base: str,
    commits: Sequence[tuple[str, Mapping[str, SeedFile | None]]],
    now: float,
) -> bytes:
    """A `fast-import` stream of commits in a row, each a message and the files it changes.

    It ends with a question for the id of the last one.
    """
    stream, parent = b"feature done\n", base
    for number, (message, files) in enumerate(commits, start=1):
        head = f"commit {reference}\nmark :{number}\ncommitter {AUTHOR} {now:.0f} +0000\n"
        stream += _data(head, message.encode(errors="replace")) + f"from {parent}\n".encode()
        # A file must go before another one can have its name as a folder.
        for path, file in sorted(files.items(), key=lambda item: item[1] is not None):
            stream += _entry(path, new_of(file)) if file else f"D {_quoted(path)}\n".encode()
        parent = f":{number}"
    return stream + f"get-mark {parent}\ndone\n".encode()


def new_of(file: SeedFile) -> New:
    """A file with its mode as git writes it."""
    return New(EXECUTABLE if file.executable else PLAIN, file.content)


def _quoted(path: str) -> str:
    return '"' + path.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _entry(path: str, entry: Kept | New) -> bytes:
    quoted = _quoted(path)
    match entry:
        case Kept(mode, blob):
            return f"M {mode} {blob} {quoted}\n".encode()
        case New(mode, content):
            return _data(f"M {mode} inline {quoted}\n", content)


def _data(head: str, content: bytes) -> bytes:
    return f"{head}data {len(content)}\n".encode() + content + b"\n"
