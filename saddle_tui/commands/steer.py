"""`saddle-tui steer RUN VERB ...`."""

import argparse
import difflib
from pathlib import Path
from typing import Any, get_args

from saddle_engine.commands import Verb
from saddle_engine.errors import ConfigError
from saddle_engine.steering import LIMITS
from saddle_runs.folder import RunFolder, find_run
from saddle_tui.ask import ask
from saddle_tui.text.safe import clean

HELP = "change a running search: pause, resume, phase, seal, approve, veto, limit"
USAGE = (
    "pause | resume | phase capability | phase steering | seal | approve PATCH | "
    f"veto PATCH --reason TEXT | limit {'|'.join(LIMITS)} N"
)
VERBS = frozenset(get_args(Verb)) - {"stop"}


def add(parser: argparse.ArgumentParser) -> None:
    parser.usage = f"saddle-tui steer [RUN] {{{USAGE}}}"
    parser.add_argument("words", nargs="+", metavar="WORD", help=f"[RUN], then one of: {USAGE}")
    parser.add_argument("--reason", metavar="TEXT", help="why a patch is vetoed")


def run(arguments: argparse.Namespace) -> int:
    words = list(arguments.words)
    # A run may be called like a verb: then its name comes first and the verb second.
    named = words[0] not in VERBS or (len(words) > 1 and words[1] in VERBS)
    folder = _folder(arguments.home, words) if named else find_run(arguments.home, None)
    words = words[1:] if named else words
    if not words:
        raise ConfigError(f"steer needs a verb: {USAGE}")
    verb, given = _command(words, arguments.reason)
    ask(folder, verb, given)
    print(clean(f"{folder.id}: {' '.join(words)} done"))
    return 0


def _folder(home: Path, words: list[str]) -> RunFolder:
    """The run that the first word names; a mistyped verb is not a run that is missing."""
    try:
        return find_run(home, words[0])
    except ConfigError:
        near = sorted(difflib.get_close_matches(words[0], VERBS))
        if (len(words) > 1 and words[1] in VERBS) or not near:
            raise
        raise ConfigError(
            f"{words[0]!r} is no verb and no run; did you mean {' or '.join(near)}? expected {USAGE}"
        ) from None


def _command(words: list[str], reason: str | None) -> tuple[Verb, dict[str, Any]]:
    if reason is not None and words[0] != "veto":
        raise ConfigError("--reason goes with veto only")
    match words:
        case ["pause" | "resume" | "seal" as verb]:
            return verb, {}
        case ["phase", ("capability" | "steering") as phase]:
            return "phase", {"phase": phase}
        case ["approve", patch]:
            return "approve", {"patch": patch}
        case ["veto", patch]:
            if not (reason or "").strip():
                raise ConfigError(f"a veto needs a reason: veto {patch} --reason TEXT")
            return "veto", {"patch": patch, "reason": reason}
        case ["limit", name, value] if name in LIMITS:
            return "limit", {"name": name, "value": _number(value)}
        case _:
            raise ConfigError(f"steer does not understand {' '.join(words)!r}; expected {USAGE}")


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ConfigError(f"a limit is a number, not {text!r}") from None
