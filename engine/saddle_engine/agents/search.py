"""Searching staged files in a process of its own: a model's pattern can cost no more than its limits."""

import asyncio
from asyncio.subprocess import DEVNULL, PIPE, STDOUT
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.agents.text import short
from saddle_engine.agents.tools import Span, ToolRefused

SECONDS = 5.0
MEMORY_KB = 1_000_000
OUTPUT_BYTES = 1_000_000
MATCHES = 100
FILES = 500  # named on one command line
MATCH_CHARS = 300
# A constant program: pattern and paths are its arguments. Where memory cannot be limited, time is.
LIMITED = f'ulimit -c 0; ulimit -v {MEMORY_KB} 2>/dev/null; exec "$@"'
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8"}


@dataclass(frozen=True)
class Match:
    """A matching line, counted from 1."""

    path: str
    line: int
    text: str


def spans(found: Sequence[Match], folder: str) -> tuple[Span, ...]:
    """What a search has shown of each file: from its first match to its last."""
    lines: defaultdict[str, list[int]] = defaultdict(list)
    for match in found:
        lines[match.path].append(match.line)
    return tuple(Span(f"{folder}/{path}", min(seen), max(seen)) for path, seen in lines.items())


async def search(root: Path, pattern: str, paths: Sequence[str]) -> list[Match]:
    """Lines below `root` that match an extended regular expression, in the order of `paths`.

    One more than `MATCHES` are returned when there are more.

    Raises:
        ToolRefused: the pattern is no regular expression, or took too long.
    """
    if "\0" in pattern:
        raise ToolRefused("the pattern holds a NUL, which no text has")
    options = ("-nHEa", "--null", "-m", str(MATCHES + 1), "-e", pattern, "--")
    now, found = asyncio.get_running_loop().time, list[Match]()
    deadline = now() + SECONDS
    for start in range(0, len(paths), FILES):
        some = paths[start : start + FILES]
        output = await run(root, "grep", *options, *some, seconds=deadline - now())
        found += [_match(line) for line in output.split("\n") if "\0" in line]
        if len(found) > MATCHES:
            break
    return found[: MATCHES + 1]


async def run(root: Path, *command: str, seconds: float = SECONDS) -> str:
    """What a program printed that ended with 0 or 1; whole lines, cut at `OUTPUT_BYTES`.

    Raises:
        ToolRefused: it failed or took too long.
    """
    process = await asyncio.create_subprocess_exec(
        *("/bin/sh", "-c", LIMITED, "sh", *command),
        cwd=root,
        env=ENVIRONMENT,
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=STDOUT,
    )
    try:
        async with asyncio.timeout(seconds):
            output, full = await _read(process)
            if full:
                return output
            status = await process.wait()
    except TimeoutError as error:
        raise ToolRefused(f"{command[0]} was stopped after {seconds:g} s") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if status not in {0, 1}:
        last = output.strip().split("\n")[-1] or f"exit status {status}"
        raise ToolRefused(f"{command[0]} failed: {short(last, 200)}")
    return output


async def _read(process: asyncio.subprocess.Process) -> tuple[str, bool]:
    if process.stdout is None:
        return "", False
    try:
        raw = await process.stdout.readexactly(OUTPUT_BYTES)
        raw, full = raw[: raw.rfind(b"\n") + 1], True
    except asyncio.IncompleteReadError as error:
        raw, full = error.partial, False
    return raw.decode("utf-8", "replace"), full


def _match(line: str) -> Match:
    path, _, rest = line.partition("\0")
    number, _, text = rest.partition(":")
    return Match(path, int(number), short(text, MATCH_CHARS))
