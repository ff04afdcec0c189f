"""`saddle-tui triage RUN`."""

import argparse
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_runs.decisions import Choice
from saddle_runs.folder import RunFolder
from saddle_tui import user_keys
from saddle_tui.commands.run_argument import add_run, run_of
from saddle_tui.commands.screen_flags import add_screen_flags, chosen
from saddle_tui.targets import Target, add_targets, target_of
from saddle_tui.text.json_text import json_text
from saddle_tui.text.safe import clean
from saddle_tui.triage import verbs
from saddle_tui.triage.composing import composition_of
from saddle_tui.triage.desk import Desk, open_desk
from saddle_tui.triage.outlook import outlook_facts, outlook_lines
from saddle_tui.triage.queue import GOES_ON, UNBROKEN, goes_on, queue_facts, queue_lines
from saddle_tui.triage.taking import remarks, take_home

FAILED = 1
WORDS = ("choose", "leave", "reopen", "move", "comment", "edit", "undo")
"""Options that decide something, as `--resolve` does, for which no word is needed."""
LONGEST = 1000
"""Letters of a reason."""


def add(parser: argparse.ArgumentParser) -> None:
    add_run(parser)
    parser.add_argument("--list", action="store_true", help="print the patches, and open no screen")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of lines")
    _add_words(parser.add_argument_group("deciding"))
    taking = add_targets(parser, "taking the chosen patches home")
    taking.add_argument(
        "--pr",
        nargs="?",
        const="-",
        metavar="FILE",
        help="the text of a pull request, in Markdown: into a new file, or printed",
    )
    taking.add_argument(
        "--dry-run", action="store_true", help="only say what it would hold, and what conflicts"
    )
    add_screen_flags(parser)
    user_keys.add(parser)


def run(arguments: argparse.Namespace) -> int:
    user_keys.choose(arguments.keys)
    folder, target = run_of(arguments), target_of(arguments)
    decides = arguments.resolve is not None or any(getattr(arguments, word) for word in WORDS)
    if len(arguments.reason) > LONGEST:
        raise ConfigError(f"a reason has at most {LONGEST} letters, not {len(arguments.reason)}")
    if arguments.dry_run and (decides or arguments.pr):
        raise ConfigError(
            "--dry-run writes nothing; decide first, and then ask what would come of it"
        )
    takes = target or arguments.pr
    if not (decides or takes or arguments.list or arguments.dry_run or arguments.json):
        return _show(folder, arguments)
    with open_desk(folder) as desk:
        said = [*_decided(desk, arguments)]
        if decides and goes_on(desk):
            said.append(GOES_ON)
        _print([] if arguments.json else said)
        if arguments.dry_run:
            return _foresee(desk, as_json=arguments.json)
        if takes:
            return _take(desk, target, arguments)
        if arguments.json:
            print(json_text(queue_facts(desk)))
        elif arguments.list:
            wide = shutil.get_terminal_size().columns if sys.stdout.isatty() else UNBROKEN
            _print(queue_lines(desk, wide))
    return 0


def _add_words(deciding: argparse._ArgumentGroup) -> None:
    for name, what in (
        ("choose", "take these home"),
        ("leave", "leave these out"),
        ("reopen", "neither: these are open again"),
    ):
        deciding.add_argument(
            f"--{name}", type=verbs.names_of, default=[], metavar="P1,P2", help=what
        )
    deciding.add_argument(
        "--move", nargs=2, metavar=("PATCH", "first|up|down"), help="among the chosen ones"
    )
    deciding.add_argument(
        "--comment", nargs=2, metavar=("PATCH", "TEXT"), help="a remark on a patch"
    )
    deciding.add_argument(
        "--edit",
        nargs="+",
        metavar=("PATCH", "PATH=FILE"),
        help="take your own version of its files: from $EDITOR, or from files that you have",
    )
    deciding.add_argument(
        "--resolve",
        nargs="*",
        metavar="PATH=FILE",
        help="put conflicts of the chosen patches right: in $EDITOR, or with files that you have",
    )
    deciding.add_argument("--undo", action="store_true", help="take the last decision back")
    deciding.add_argument(
        "--reason", metavar="TEXT", default="", help="why; kept with the decision"
    )


def _decided(desk: Desk, arguments: argparse.Namespace) -> Iterator[str]:
    choices = (
        (arguments.choose, Choice.CHOSEN),
        (arguments.leave, Choice.LEFT),
        (arguments.reopen, Choice.OPEN),
    )
    for names, choice in choices:
        yield from verbs.choose(desk, names, choice, arguments.reason)
    if arguments.move:
        yield verbs.move(desk, *arguments.move)
    if arguments.comment:
        yield verbs.comment(desk, *arguments.comment)
    if arguments.edit:
        patch, *files = arguments.edit
        yield verbs.edit_patch(desk, patch, files, arguments.reason)
    if arguments.resolve is not None:
        yield from verbs.resolve_conflicts(desk, arguments.resolve)
    if arguments.undo:
        yield verbs.undo(desk)


def _foresee(desk: Desk, *, as_json: bool) -> int:
    composition = composition_of(desk)
    if as_json:
        print(json_text(outlook_facts(desk, composition)))
    else:
        _print(outlook_lines(desk, composition))
    return FAILED if composition.conflicts else 0


def _take(desk: Desk, target: Target | None, arguments: argparse.Namespace) -> int:
    file = None if arguments.pr in {None, "-"} else Path(arguments.pr)
    taken = take_home(desk, target, file)
    said = [*remarks(taken.composition)]
    if target:
        names = ", ".join(piece.patch for piece in taken.composition.steps)
        said.append(f"{names} of {desk.folder.name}: {taken.where}")
    if file:
        said.append(f"the text of a pull request is in {file}")
    for text in said:
        print(clean(text), file=sys.stderr if arguments.pr == "-" else sys.stdout)
    if arguments.pr == "-":
        _print(taken.request.splitlines())
    return 0


def _show(folder: RunFolder, arguments: argparse.Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ConfigError(
            "triage opens a screen, which needs a terminal; --list prints the patches"
        )
    from saddle_tui.watch import triage

    return triage(folder, chosen=chosen(arguments))


def _print(lines: Iterator[str] | list[str]) -> None:
    for line in lines:
        print(clean(line))
