"""A line of versions as patches in one mailbox, for `git am` and for `git apply`."""

import tempfile
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.header import Header
from email.utils import format_datetime
from pathlib import Path

from saddle_engine.adapters.git import Git
from saddle_engine.adapters.gittext import AUTHOR, checked
from saddle_engine.harness.lineage import Step, changed
from saddle_engine.harness.seed import SeedFile

GLOB = "*?[\\"
DIFF = (
    "diff-tree",
    "-p",
    "-r",
    "--binary",
    "--full-index",
    "--no-renames",
    "--no-ext-diff",
    "--no-textconv",
    "--no-color",
)


async def series(
    git: Git,
    steps: Sequence[Step],
    versions: Mapping[str, Mapping[str, SeedFile]],
    prefix: str,
    now: float,
) -> bytes:
    """One mail a step, in UTF-8 without any control byte but tab and line end.

    Args:
        git: the repository that holds the steps.
        steps: the oldest first.
        versions: the files of every version that a step names.
        prefix: the folder of the harness in the repository that the patches are for, with
            '/' as its last letter; empty for its top.
        now: the date of the mails, in seconds since 1970.
    """
    mails = []
    for number, step in enumerate(steps, start=1):
        odd = _odd(versions[step.before], versions[step.after])
        diff = await _diff(git, step, odd, prefix)
        place = f" {number}/{len(steps)}" if len(steps) > 1 else ""
        mails.append(_head(step, place, now) + diff + b"-- \nsaddle-tui\n\n")
    return b"".join(mails)


def _head(step: Step, place: str, now: float) -> bytes:
    subject = f"[PATCH{place}] {step.title}"
    if not subject.isascii() or "=?" in subject:  # else mail would read letters into it
        subject = Header(subject, "utf-8").encode()
    lines = [
        f"From {step.after} Mon Sep 17 00:00:00 2001",
        f"From: {AUTHOR}",
        f"Date: {format_datetime(datetime.fromtimestamp(now, UTC))}",
        f"Subject: {subject}",
        "MIME-Version: 1.0",
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: 8bit",
        "",
        step.body,
        "---",
        "",
    ]
    return "\n".join(lines).encode()


async def _diff(git: Git, step: Step, odd: Sequence[str], prefix: str) -> bytes:
    """What changes; odd files in letters and digits, because mail spoils some of their bytes."""
    ends = (f"--src-prefix=a/{prefix}", f"--dst-prefix=b/{prefix}")
    with tempfile.NamedTemporaryFile("w", prefix="saddle-", encoding="utf-8") as attributes:
        attributes.writelines(f'"/{_pattern(path)}" -diff\n' for path in odd)
        attributes.flush()
        told = ("-c", f"core.attributesFile={Path(attributes.name)}")
        between = (checked(step.before), checked(step.after))
        _, output = await git.run(*told, *DIFF, *ends, *between)
    return output


def _pattern(path: str) -> str:
    """A path as a pattern that fits nothing else, inside of git's quotes."""
    pattern = "".join(f"\\{letter}" if letter in GLOB else letter for letter in path)
    return pattern.replace("\\", "\\\\").replace('"', '\\"')


def _odd(before: Mapping[str, SeedFile], after: Mapping[str, SeedFile]) -> list[str]:
    paths = changed(before, after)
    sides = ((path, side.get(path)) for path in paths for side in (before, after))
    return sorted({path for path, file in sides if file and not _plain(file.content)})


def _plain(content: bytes) -> bool:
    """UTF-8 without control characters; `git am` drops the CR of a line's end, for one."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        return False
    return not any(unicodedata.category(letter) == "Cc" for letter in set(text) - {"\t", "\n"})
