"""`saddle-tui steer RUN VERB ...`."""

import argparse
import difflib
import uuid
from pathlib import Path
from typing import Any

from saddle_engine.commands import Command, Verb
from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState
from saddle_runs.finishing import leaving
from saddle_runs.folder import RunFolder, find_run, list_runs, refuse_lone
from saddle_tui.actor import actor
from saddle_tui.ask import NotDone
from saddle_tui.nodes import node_named
from saddle_tui.reading import begun, open_viewer
from saddle_tui.steer.doing import Desk, Done, carry_out
from saddle_tui.steer.special import carry_out_edit, carry_out_fork
from saddle_tui.steer.words import FORMS, USAGE, VERBS, read
from saddle_tui.text.json_text import json_text
from saddle_tui.text.safe import clean

SEEN = ("status", "outcome", "phase", "run", "hold", "pinned")
UNSET = ("outcome", "pinned")
"""What can be seen to be nothing: `none`."""
LONGEST = 1000
"""Letters of a reason."""


def add(parser: argparse.ArgumentParser) -> None:
    parser.usage = "saddle-tui steer [RUN] VERB ... [options]"
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.epilog = "\n  ".join(["verbs:", *FORMS.values()])
    parser.add_argument("words", nargs="+", metavar="WORD", help="[RUN], then a verb as below")
    parser.add_argument("--reason", metavar="TEXT", default="", help="why; a veto needs one")
    parser.add_argument("--json", action="store_true", help="what came of it, as one JSON object")
    parser.add_argument("--dry-run", action="store_true", help="only say what would come of it")
    parser.add_argument(
        "--expect",
        action="append",
        default=[],
        type=_seen,
        metavar="KEY=VALUE",
        help=f"do nothing where this is not so any more: {', '.join(SEEN)}; may be repeated",
    )
    parser.add_argument("--name", help="with fork: what to call the new run")


def run(arguments: argparse.Namespace) -> int:
    folder, words = _split(arguments.home, arguments.words)
    refuse_lone(folder, "steer")
    if not words:
        raise ConfigError(f"steer needs a verb: {USAGE}")
    if len(arguments.reason) > LONGEST:
        raise ConfigError(f"a reason has at most {LONGEST} letters, not {len(arguments.reason)}")
    verb, given = read(words, arguments.reason)
    if arguments.name and verb != "fork":
        raise ConfigError("--name goes with fork only")
    with leaving(folder), open_viewer(folder) as viewer:
        desk = Desk(folder, viewer, begun(folder, viewer), arguments.dry_run)
        done = _done(desk, verb, given, arguments)
    if arguments.json:
        print(json_text(done.facts()))
    elif done.problem:
        raise NotDone(done.problem)
    else:
        print(clean(_line(done)))
    return 1 if done.problem else 0


def _split(home: Path, words: list[str]) -> tuple[RunFolder, list[str]]:
    """The run, and the words after it; the newest run where none is named."""
    if words[0] not in VERBS:
        return _folder(home, words), words[1:]
    # A run may be called like a verb: then its name comes first and the verb second.
    twice = len(words) > 1 and words[1] in VERBS
    if twice and any(each.name == words[0] for each in list_runs(home)):
        return find_run(home, words[0]), words[1:]
    return find_run(home, None), words


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


def _done(desk: Desk, verb: Verb, given: dict[str, Any], arguments: argparse.Namespace) -> Done:
    files = given.pop("files", [])
    command = Command(
        id=uuid.uuid4().hex,
        verb=verb,
        arguments=_known(desk.state, verb, given),
        actor=actor(),
        reason=arguments.reason.strip(),
        expect=dict(arguments.expect),
    )
    match verb:
        case "edit":
            return carry_out_edit(desk, command, files)
        case "fork":
            return carry_out_fork(desk, command, arguments.name)
        case _:
            return carry_out(desk, command)


def _known(state: RunState, verb: Verb, given: dict[str, Any]) -> dict[str, Any]:
    """`best` and `seed` are nodes too."""
    if verb == "pin" and given["node"]:
        return {"node": node_named(state, given["node"]).id}
    return given


def _line(done: Done) -> str:
    head = f"{done.folder.id}: {f'{done.command.verb} {done.command.about}'.strip()}"
    if done.note:
        return f"{head}: {done.note}"
    if "fork" in done.state:
        return f"{head} done; the new run is {done.state['fork']['name']}"
    edited = (done.state.get("patch") or {}).get("edited_as")
    if done.command.verb == "edit" and edited:
        return f"{head} done; your version waits as {edited}"
    return f"{head} {'would be done' if done.dry else 'done'}"


def _seen(text: str) -> tuple[str, str | None]:
    """What the operator saw, from `status=held`; an argparse type."""
    key, equals, value = text.partition("=")
    if not equals or key not in SEEN:
        raise argparse.ArgumentTypeError(
            f"{text!r} is nothing that can be seen; expected KEY=VALUE with {', '.join(SEEN)}"
        )
    return key, None if value == "none" and key in UNSET else value
