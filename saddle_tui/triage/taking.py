"""Taking the chosen patches home: all of them, in their order, or nothing and a sentence why."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from saddle_engine.errors import ConfigError, SaddleError
from saddle_tui.hints import on_run
from saddle_tui.new_file import check_new, new_text
from saddle_tui.targets import Target
from saddle_tui.triage.composing import Composition, composed
from saddle_tui.triage.desk import Desk
from saddle_tui.triage.messages import steps_of
from saddle_tui.triage.pull_request import pull_request

REQUEST = "--pr"


class Conflicting(SaddleError):
    """Chosen patches do not go together; nothing was written."""


@dataclass(frozen=True)
class Taken:
    """What was taken home."""

    composition: Composition
    where: str
    """For people; hostile text is possible."""
    request: str
    """The text of a pull request, in Markdown."""


def take_home(desk: Desk, target: Target | None, request: Path | None = None) -> Taken:
    """Compose the chosen patches and write them where they shall be. Blocks: call it from a thread.

    Args:
        desk: the run.
        target: where; None to write no patches.
        request: a new file for the text of a pull request.

    Raises:
        Conflicting: they do not go together; names patch and file, and says what to do.
        ConfigError: nothing is chosen, or it cannot be written there; nothing was written then.
        JournalError: run or decisions cannot be read.
    """
    if request is not None:
        check_new(request, REQUEST)
    return asyncio.run(_take(desk, target, request))


def stopped(desk: Desk, composition: Composition) -> str:
    """Why nothing can be taken home as it is, and what to do; empty when all is well."""
    if not composition.conflicts:
        return ""
    told = "; ".join(conflict.sentence for conflict in composition.conflicts)
    waiting = ", ".join(composition.waiting)
    behind = f"; behind it {waiting} could not be tried" if waiting else ""
    again = on_run(desk.folder, "triage")
    return (
        f"{told}{behind}; resolve it in your editor with `{again} --resolve`, or leave a patch out with"
        f" `{again} --leave {composition.conflicts[0].patch}`"
    )


def remarks(composition: Composition) -> Iterator[str]:
    """What must not go unsaid of what was put together; hostile text is possible."""
    for piece in composition.pieces:
        if piece.contained:
            yield f"{piece.patch} is already contained in what is below it, so it has no commit"
        elif piece.grounds:
            yield piece.grounds
    if composition.node:
        yield f"together they are node {composition.node}, which was measured as a whole"


async def _take(desk: Desk, target: Target | None, file: Path | None) -> Taken:
    decisions = desk.decisions
    if not decisions.chosen:
        again = on_run(desk.folder, "triage")
        raise ConfigError(f"no patch is chosen; choose some, such as with `{again} --choose p1`")
    async with composed(desk, decisions) as (composition, store):
        if why := stopped(desk, composition):
            raise Conflicting(why)
        steps = steps_of(desk, decisions, composition)
        if not steps:
            raise ConfigError("nothing is left to take: each chosen patch changes nothing any more")
        request = pull_request(desk, decisions, composition)
        versions = {str(id_): files for id_, files in composition.versions.items()}
        where = ""
        with _written(file, request):
            if target is not None:
                where = await target.deliver(store.git, steps, versions, composition.result)
    return Taken(composition, where, request)


@contextmanager
def _written(file: Path | None, request: str) -> Iterator[None]:
    """The text, before all else: where that fails, or what comes then, nothing is left of either."""
    if file is None:
        yield
        return
    with new_text(file, REQUEST) as opened:
        opened.write(request)
    try:
        yield
    except BaseException:
        file.unlink(missing_ok=True)
        raise
