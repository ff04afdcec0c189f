"""`saddle-tui runs`."""

import argparse
from typing import Any

from saddle_engine.errors import JournalError
from saddle_runs.folder import RunFolder, list_runs
from saddle_tui.commands.show import facts_of
from saddle_tui.evaluation.report import brief
from saddle_tui.liveness import engine_alive
from saddle_tui.reading import read_state
from saddle_tui.summary import left_idle
from saddle_tui.text.json_text import json_text
from saddle_tui.text.safe import clean

KEYS = (
    *(
        "kind",
        "status",
        "error",
        "left",
        "simulated",
        "policy",
        "phase",
        "iterations",
        "seed",
        "best",
    ),
    "forked_from",
)
"""Of the summary, in a row of `--json`."""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="one JSON array")


def run(arguments: argparse.Namespace) -> int:
    rows = [_row(folder) for folder in list_runs(arguments.home)]
    if arguments.json:
        print(json_text(rows))
    elif not rows:
        print(f"no runs in {clean(arguments.home)} yet; try: saddle-tui demo")
    for row in [] if arguments.json else rows:
        print(clean(_line(row)))
    return 0


def _row(folder: RunFolder) -> dict[str, Any]:
    row: dict[str, Any] = {"run": folder.id, "name": folder.name, "path": str(folder.path)}
    try:
        state = read_state(folder)
        facts = facts_of(folder, state)
    except (JournalError, ValueError) as error:
        return row | {"status": "unreadable", "error": str(error)}
    row |= {key: facts[key] for key in KEYS}
    row |= {"rollouts": facts["spent"]["rollouts"], "usd": facts["spent"]["usd"]}
    row["idle"] = left_idle(state, alive=engine_alive(folder))
    return row | ({"evaluation": brief(state)} if state.evaluation is not None else {})


def _line(row: dict[str, Any]) -> str:
    head = f"{row['run']}  {row['name']:<20} {row['status']:<12}"
    if row["status"] == "unreadable":
        return f"{head} {row['error']}"
    mark = "  simulated" if row["simulated"] else ""
    mark += "  idle" if row["idle"] else ""
    if "evaluation" in row:
        return f"{head} {_evaluation(row)}{mark}"
    best = row["best"]
    score = f"best {best['node']} dev {best['dev']:.3f}" if best else "no node yet"
    test = f" test {best['test']:.3f}" if best and best["test"] is not None else ""
    return f"{head} it {row['iterations']:<4}{row['rollouts']:>5} rollouts  {score}{test}{mark}"


def _evaluation(row: dict[str, Any]) -> str:
    found = row["evaluation"]
    shares = (
        f"{each['name']} {100 * each['pass_at_1']:.1f}%"
        for each in found["harnesses"]
        if each["pass_at_1"] is not None
    )
    said = ", ".join(shares) or "no attempt yet"
    return f"eval {found['split']:<4}{row['rollouts']:>5} rollouts  Pass@1 {said}"
