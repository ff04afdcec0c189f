"""A run as an archive for a report of a bug: what helps to find the cause, and nothing of anybody's."""

import json
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from saddle_engine.errors import ConfigError, SaddleError
from saddle_runs.folder import RunFolder
from saddle_runs.salvage import Salvage
from saddle_tui.bundle import journal
from saddle_tui.bundle.archive import check_name, write_archive
from saddle_tui.bundle.facts import surroundings, versions
from saddle_tui.bundle.logs import logs
from saddle_tui.bundle.redacting import Redactor
from saddle_tui.bundle.withholding import Withholding
from saddle_tui.commands.verify import verify
from saddle_tui.evaluation.report import read_report
from saddle_tui.keys import key_of
from saddle_tui.liveness import engine_alive
from saddle_tui.reading import read_state
from saddle_tui.settings import Settings
from saddle_tui.summary import summary
from saddle_tui.text.json_text import json_text

READ_ME = """\
A run of saddle-tui, made with `saddle-tui show RUN --bundle FILE` for a report of a bug.

manifest.json   versions, terminal, what `doctor` says, and what was left out
journal.jsonl   what happened, record by record
summary.json    the numbers of the run
config.json     its configuration
verify.txt      whether its record is sound
engine.log, screen.log, reports/   what the program wrote

{texts}
Keys, e-mail addresses, folders, names of users and machines were taken out where they were known or could be
told by their shape. Logs are prose: read them before you send this.
"""
WITHHELD = """\
Texts of models, tasks, traces, harnesses and operators are not in it: `<14 characters, text 7>` stands for
each, with the same number for the same text.
"""
WITH_TEXTS = (
    "Texts of the journal are in it, as --with-texts asked; whole transcripts and files are not.\n"
)


class Bundle:
    """The files of an archive, made one after the other; whatever cannot be had is told and left out."""

    def __init__(self, folder: RunFolder, *, with_texts: bool = False) -> None:
        """Read the run.

        Args:
            folder: of a run in any state, also a damaged one, or one at work.
            with_texts: with the texts of its records, without keys, names and places all the same.
        """
        self.files: dict[str, bytes] = {}
        self.left_out: list[str] = []
        self._folder, self._with_texts = folder, with_texts
        self._withheld = Withholding(folder.id)
        with Salvage(folder.database) as taken:
            config = _config(taken)
            self._redact = _redactor(folder, config)
            self._add("README.txt", READ_ME.format(texts=WITH_TEXTS if with_texts else WITHHELD))
            lines = journal.lines(taken, self._clean, self.left_out)
            self.files["journal.jsonl"] = b"".join(lines)
            self._doubt(taken)
        self._numbers("config.json", lambda: config)
        self._numbers("summary.json", self._summary)
        self._add("verify.txt", self._line(self._verified()) + "\n")
        for name, text in logs(folder, self.left_out):
            self._add(name, self._line(text))
        about = {"run": folder.id, "versions": versions(), "left_out": self.left_out}
        self._add(
            "manifest.json", json_text(about | surroundings(folder.home, self._redact)) + "\n"
        )

    def _doubt(self, taken: Salvage) -> None:
        """A text that nobody has met cannot be looked for elsewhere either."""
        self.left_out += [f"journal: {self._line(each)}" for each in taken.trouble]
        if (self.left_out or self._withheld.full) and not self._with_texts:
            self.left_out.append(
                "not every text of the journal is known here, so some may stand in the logs"
            )

    def _add(self, name: str, text: str) -> None:
        self.files[name] = text.encode("utf-8", "backslashreplace")

    def _numbers(self, name: str, found: Callable[[], Any]) -> None:
        try:
            value = found()
        except (SaddleError, ValueError, KeyError, AssertionError) as error:
            self.left_out.append(f"{name}: {self._line(str(error))}")
            return
        if value is None:
            self.left_out.append(f"{name}: it cannot be read")
            return
        ours = name == "summary.json"
        self._add(name, json_text(self._clean(value, names_ours=ours)) + "\n")

    def _summary(self) -> Any:
        state = read_state(self._folder)
        if state.evaluation is not None:
            return read_report(self._folder)
        alive = state.engine is not None and engine_alive(self._folder)
        return summary(state, alive=alive)

    def _verified(self) -> str:
        try:
            return f"{verify(self._folder)} records, every invariant holds"
        except (SaddleError, ValueError, KeyError, AssertionError) as error:
            return f"BROKEN: {error}"

    def _clean(self, value: Any, *, names_ours: bool = False) -> Any:
        if self._with_texts:
            return _each(value, self._redact)
        return self._withheld.bare(value, names_ours=names_ours)

    def _line(self, text: str) -> str:
        """Of a log or a message: without the texts of the journal, and without what is private."""
        return self._redact(text if self._with_texts else self._withheld.without(text))


def write_bundle(folder: RunFolder, to: Path, *, with_texts: bool) -> tuple[int, list[str]]:
    """Write the archive; its size in bytes, and what is not in it.

    Raises:
        ConfigError: the file exists or cannot be written; nothing is left of it then.
    """
    check_name(to)
    made = Bundle(folder, with_texts=with_texts)
    order = sorted(made.files, key=lambda name: (name != "README.txt", name))
    files = {name: made.files[name] for name in order}
    return write_archive(to, f"saddle-bundle-{folder.id}", files), made.left_out


def _config(taken: Salvage) -> Any:
    """The configuration as the run has stored it; None where it cannot be read."""
    first = next(taken.records(1, 1), None)
    with suppress(ValueError, TypeError, AttributeError, RecursionError):
        content = taken.blob(json.loads(first.body)["config"]) if first else None
        return None if content is None else json.loads(content)
    return None


def _redactor(folder: RunFolder, config: Any) -> Redactor:
    places = {str(folder.path): "<run>", str(folder.home): "<runs>", str(Path.cwd()): "<here>"}

    def learn(text: str) -> str:
        if text.startswith(("/", "~")):
            places.setdefault(text, "<path>")
        elif text.startswith(("http://", "https://")):
            places.update({text: "<url>", urlsplit(text).netloc: "<server>"})
        return text

    with suppress(ValueError):  # no address after all
        _each(config, learn)
    return Redactor(os.environ, places=places, secrets=_keys(config))


def _keys(config: Any) -> list[str]:
    """The keys that the run was configured with, where they are still there."""
    found = []
    with suppress(ValueError):
        models = Settings.model_validate(config).model
        for section in (models.task, models.optimizer):
            with suppress(ConfigError):
                found.append(key_of(section))
    return found


def _each(value: Any, change: Callable[[str], str]) -> Any:
    """The value with every text in it changed, names too."""
    match value:
        case str():
            return change(value)
        case dict():
            return {change(name): _each(each, change) for name, each in value.items()}
        case list():
            return [_each(each, change) for each in value]
        case _:
            return value
