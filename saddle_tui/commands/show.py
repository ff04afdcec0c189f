"""`saddle-tui show RUN`."""

import argparse
import shlex
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState
from saddle_runs.folder import RunFolder
from saddle_tui.commands.run_argument import add_run, run_of
from saddle_tui.evaluation.report import read_report
from saddle_tui.evaluation.table import lines as lines_of_report
from saddle_tui.liveness import engine_alive
from saddle_tui.reading import read_state
from saddle_tui.spent import spent_lines
from saddle_tui.summary import summary
from saddle_tui.tested import written
from saddle_tui.text.json_text import json_text
from saddle_tui.text.safe import clean

MOST = 100
"""Rows of a list; of a longer one the newest."""


def add(parser: argparse.ArgumentParser) -> None:
    add_run(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="the whole summary as one JSON object")
    how.add_argument(
        "--bundle",
        type=Path,
        metavar="FILE",
        help="write an archive (.tar.gz or .zip) for a report of a bug: no texts, keys, names or paths",
    )
    parser.add_argument(
        "--with-texts", action="store_true", help="with --bundle: leave the texts of records in"
    )


def run(arguments: argparse.Namespace) -> int:
    folder = run_of(arguments)
    if arguments.with_texts and not arguments.bundle:
        raise ConfigError("--with-texts goes with --bundle FILE")
    if arguments.bundle:
        return _bundle(folder, arguments.bundle, with_texts=arguments.with_texts)
    state = read_state(folder)
    if state.evaluation is not None:
        print_report(folder, as_json=arguments.json)
        return 0
    facts = facts_of(folder, state)
    if arguments.json:
        print(json_text(facts))
    else:
        for text in lines(facts):
            print(clean(text))
    return 0


def _bundle(folder: RunFolder, to: Path, *, with_texts: bool) -> int:
    from saddle_tui.bundle.archive import LOOK
    from saddle_tui.bundle.bundle import write_bundle

    size, left_out = write_bundle(folder, to, with_texts=with_texts)
    print(clean(f"bundle of {folder.name}: {to}, {size / 1000:,.0f} kB"))
    for each in left_out:
        print(clean(f"  not in it: {each}"))
    print(clean(f"read it before you send it: {LOOK[to.suffix]} {shlex.quote(str(to))} | less"))
    return 0


def print_report(folder: RunFolder, *, as_json: bool) -> None:
    """What came of an evaluation: one JSON object, or a table."""
    report = read_report(folder)
    if as_json:
        print(json_text(report))
        return
    for text in lines_of_report(report):
        print(clean(text))


def facts_of(folder: RunFolder, state: RunState) -> dict[str, Any]:
    """The summary; an engine that died without a word is no engine."""
    return summary(state, alive=state.engine is not None and engine_alive(folder))


def lines(facts: dict[str, Any]) -> Iterator[str]:
    """The summary for people."""
    marks = [f"policy {facts['policy']}", f"sandbox {facts['sandbox']}"]
    marks += ["SIMULATED"] * facts["simulated"] + ["UNSANDBOXED"] * (facts["sandbox"] == "none")
    yield f"{facts['name']} ({facts['run']})  {facts['status']}  {', '.join(marks)}"
    if facts["error"]:
        yield f"error: {facts['error']}"
    yield from _stands(facts)
    yield f"phase {facts['phase']}, {facts['iterations']} iterations"
    yield from spent_lines(facts)
    for role in ("seed", "best"):
        if (score := facts[role]) and score["dev"] is not None:
            yield f"{role:<5}{score['node']:<5} dev {score['dev']:.3f}  test {_test(score)}"
    yield from _newest("nodes", facts["nodes"], _node)
    yield from _newest("patches", facts["patches"], _patch)
    if facts["lessons"]:
        yield from _newest("lessons", facts["lessons"], _lesson)
    yield from _steered(facts)


def _newest(
    title: str, rows: Sequence[Any], told: Callable[[dict[str, Any]], Iterator[str]]
) -> Iterator[str]:
    """A list that a person can read: of a long one its end."""
    cut = f", the newest {MOST} of {len(rows):,}; --json has all" * (len(rows) > MOST)
    yield from ("", f"{title}{cut}")
    for row in rows[-MOST:]:
        yield from told(row)


def _node(node: dict[str, Any]) -> Iterator[str]:
    parents = " + ".join(node["parents"]) or "seed"
    yield f"  {node['id']:<5}{node['dev']:.3f}  {parents:<10} {node['patch'] or ''}"


def _patch(patch: dict[str, Any]) -> Iterator[str]:
    yield f"  {patch['id']:<5}{patch['status']:<11}{patch['subtype']:<22}{patch['title']}"
    if patch["reason"]:
        yield f"       {patch['reason']}"
    for comment in patch["comments"]:
        yield f"       {comment['by']}: {comment['text']}"


def _lesson(lesson: dict[str, Any]) -> Iterator[str]:
    yield f"  {lesson['id']:<5}{lesson['verdict']:<12}{lesson['text']}"


def _stands(facts: dict[str, Any]) -> Iterator[str]:
    """Why it does not go on, where it comes from, and what operators want of it."""
    if paused := facts["paused"]:
        yield f"paused: {paused['reason']}"
    if facts["left"] and facts["status"] in {"paused", "interrupted"}:
        yield f"its engine left: {facts['left']}"
    if aborted := facts["aborted"]:
        yield f"aborted by {aborted['by']}{aborted['reason'] and ': '}{aborted['reason']}"
    if facts["forked_from"]:
        yield f"forked from {facts['forked_from']}"
    wanted = [f"holds {facts['hold']} patches"] * (facts["hold"] not in {None, "none"})
    wanted += [f"{facts['pinned']} is pinned"] * bool(facts["pinned"])
    if wanted:
        yield ", ".join(wanted)


def _steered(facts: dict[str, Any]) -> Iterator[str]:
    """What operators said and did."""
    yield from ("", "hints") if facts["hints"] else ()
    for hint in facts["hints"]:
        where = f" by iteration {hint['iteration']}" if hint["iteration"] else ""
        yield f"  {hint['id']:<5}{hint['status']}{where}: {hint['text']}"
    yield from ("", "forks") if facts["forks"] else ()
    for fork in facts["forks"]:
        yield f"  {fork['run']} from {fork['node']}, by {fork['by']}"
    yield from ("", "what operators did") if facts["interventions"] else ()
    for each in facts["interventions"]:
        why = f": {each['reason']}" if each["reason"] else ""
        done = f"{each['verb']} {each['about']}".strip()
        yield f"  {each['at']}  {done} by {each['actor']}{why}"


def _test(score: dict[str, Any]) -> str:
    if score["test"] is None:
        return "not run"
    return written(score["test"], score["test_sd"])
