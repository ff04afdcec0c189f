"""Where the chosen patches go: asked in a window, until they are there or it is left."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_tui.deciding.clerk import Clerk
from saddle_tui.screens.dialog import Field, Form, Question
from saddle_tui.screens.voice import Voice
from saddle_tui.targets import Target
from saddle_tui.triage.desk import Desk
from saddle_tui.triage.taking import take_home

Ask = Callable[[Question], Awaitable[tuple[Mapping[str, str] | None, Form]]]
HOW, WHERE, NAME, TEXT = "how", "where", "name", "text"
BRANCH, SERIES, FOLDER = "branch", "series", "folder"
WAYS = (BRANCH, SERIES, FOLDER)
MEAN = (
    "branch: on top of HEAD of your repository; series: a new file for `git am`; folder: plain "
    "files. PR text: a new file for the text of a pull request, or nothing."
)


def _way(typed: str) -> str:
    return "" if typed in WAYS else f"type one of {', '.join(WAYS)}"


def _place(typed: str) -> str:
    return "" if typed else "say where: a repository, a new file, or a new folder"


FIELDS = (
    Field(HOW, "as", BRANCH, _way),
    Field(WHERE, "where", "", _place),
    Field(NAME, "branch", "better-harness"),
    Field(TEXT, "PR text", ""),
)


class Home:
    """Keeps what was typed."""

    def __init__(self) -> None:
        self._typed: dict[str, str] = {}

    async def take(self, ask: Ask, clerk: Clerk, voice: Voice) -> None:
        """Ask, and take them there; what is wrong is said where it was typed."""
        wrong = ""
        while True:
            typed, form = await ask(self._question(wrong))
            self._typed = dict(form.typed)
            if typed is None:
                return
            try:
                voice.note(await clerk.ask(partial(_take, typed)))
            except ConfigError as why:
                wrong = str(why)
            else:
                return

    def _question(self, wrong: str) -> Question:
        fields = tuple(
            replace(each, draft=self._typed.get(each.name, each.draft)) for each in FIELDS
        )
        said = f"Not yet: {wrong}" if wrong else MEAN
        return Question("Take the chosen patches home", (said,), fields, "export")


def _take(typed: Mapping[str, str], desk: Desk) -> str:
    """On a thread; where everything is."""
    text = _path(typed[TEXT]) if typed[TEXT] else None
    target = _target(typed)
    target.check()
    taken = take_home(desk, target, text)
    return f"exported: {taken.where}{f'; text of the pull request: {text}' if text else ''}"


def _path(typed: str) -> Path:
    """As a shell has it."""
    try:
        return Path(typed).expanduser()
    except RuntimeError:
        raise ConfigError(f"{typed}: there is no such user") from None


def _target(typed: Mapping[str, str]) -> Target:
    where = _path(typed[WHERE])
    match typed[HOW]:
        case "series":
            return Target(patch=where)
        case "folder":
            return Target(to=where)
        case _:
            if not typed[NAME]:
                raise ConfigError("a branch needs a name")
            return Target(branch=(where, typed[NAME]))
