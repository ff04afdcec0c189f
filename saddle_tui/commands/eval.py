"""`saddle-tui eval HARNESS | RUN:NODE`."""

import argparse
import re
import sys
import tempfile
from contextlib import redirect_stdout
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_engine.types.rollout import Split
from saddle_runs.folder import RunFolder, free_name
from saddle_tui.commands.show import print_report
from saddle_tui.config import about
from saddle_tui.evaluation.plan import Plan, changed, settings_for
from saddle_tui.evaluation.target import Target, target_of
from saddle_tui.evaluation.wear import WARNING, looks
from saddle_tui.hints import on_run
from saddle_tui.limits import limit
from saddle_tui.tasks import benchmark_digest, benchmark_of, check_unchanged
from saddle_tui.text.safe import clean


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "harness",
        metavar="HARNESS|RUN:NODE",
        help="a folder with a harness.toml, or a node of a run: RUN:n3, RUN:best, RUN:seed",
    )
    parser.add_argument(
        "--against", metavar="HARNESS|RUN:NODE", help="a second one, compared task by task"
    )
    parser.add_argument(
        "--config",
        type=Path,
        metavar="CONFIG.toml",
        help="tasks, model, sandbox, limits (default: those of the run)",
    )
    parser.add_argument(
        "--split", type=Split, choices=list(Split), default=Split.DEV, help="which tasks (dev)"
    )
    parser.add_argument(
        "--repeats", type=_count, default=1, metavar="R", help="attempts at each task (1)"
    )
    parser.add_argument("--model", metavar="ID", help="instead of the [model.task] name")
    parser.add_argument(
        "--seed", type=_seed, metavar="N", help="of every draw (default: a new one)"
    )
    parser.add_argument(
        "--limit",
        action="append",
        default=[],
        type=limit,
        metavar="NAME=N",
        help="a hard limit instead of the config's: rollouts, usd, tokens, hours",
    )
    parser.add_argument(
        "--sandbox", choices=["docker", "none"], help="instead of the config's kind"
    )
    parser.add_argument(
        "--unsandboxed", action="store_true", help="accept that harness code runs as your own user"
    )
    parser.add_argument(
        "--name", help="what to call the evaluation (default: eval- and the harness)"
    )
    parser.add_argument(
        "--detach", action="store_true", help="start it and come back at once; see it with show"
    )
    parser.add_argument(
        "--yes", action="store_true", help="with --split test: although a search is not finished"
    )
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")


def run(arguments: argparse.Namespace) -> int:
    with tempfile.TemporaryDirectory(prefix="saddle-eval-") as scratch:
        folder = _create(arguments, Path(scratch))
    if arguments.detach:
        from saddle_tui.spawn import spawn

        spawn(folder.path, folder.log, headless=False, limits={})
        print(f"{folder.id} is running; see how far it is with: {on_run(folder, 'show')}")
        return 0
    from saddle_tui.launch import start_and_follow

    with redirect_stdout(sys.stderr if arguments.json else sys.stdout):
        code = start_and_follow(folder, headless=True, as_json=False, limits={})
    print_report(folder, as_json=arguments.json)
    return code


def _create(arguments: argparse.Namespace, scratch: Path) -> RunFolder:
    from saddle_tui.evaluation.create import create_evaluation

    plan = _plan(arguments, scratch)
    with about(plan.source):
        benchmark = benchmark_of(plan.settings, scratch)
    run = next((each.run for each in plan.targets if each.run is not None), None)
    if plan.source is None and run is not None:
        check_unchanged(benchmark, run)
    if plan.split is Split.TEST:
        count, unfinished = looks(arguments.home, benchmark_digest(benchmark))
        _warn(count, unfinished, anyway=arguments.yes)
    name = arguments.name or free_name(arguments.home, _name_of(plan.targets))
    return create_evaluation(arguments.home, name, plan, benchmark, scratch)


def _plan(arguments: argparse.Namespace, scratch: Path) -> Plan:
    texts = [arguments.harness] + [arguments.against] * (arguments.against is not None)
    targets = [target_of(arguments.home, text, scratch) for text in texts]
    settings = changed(
        settings_for(arguments.config, targets),
        model=arguments.model,
        seed=arguments.seed,
        sandbox=arguments.sandbox,
        limits=dict(arguments.limit),
    )
    return Plan(
        targets=tuple(targets),
        settings=settings,
        split=arguments.split,
        repeats=arguments.repeats,
        unsandboxed=arguments.unsandboxed,
        source=arguments.config,
    )


def _warn(count: int, unfinished: list[str], *, anyway: bool) -> None:
    if unfinished and not anyway:
        raise ConfigError(
            f"the search {unfinished[0]} on these tasks is not finished, and its test comes at its end; "
            "wait for it, take --split dev, or say --yes if you accept that its test is spent"
        )
    before = f" (runs of this home have looked {count} x before)" if count else ""
    print(clean(f"warning: {WARNING}{before}"), file=sys.stderr)


def _name_of(targets: tuple[Target, ...]) -> str:
    words = "-".join(["eval", *(each.name for each in targets)])
    return re.sub(r"[^a-z0-9._-]+", "-", words.lower()).strip("._-")[:56]


def _count(text: str) -> int:
    return _whole(text, 1)


def _seed(text: str) -> int:
    return _whole(text, 0)


def _whole(text: str, least: int) -> int:
    if not (text.isascii() and text.isdigit() and least <= int(text) < 2**63):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from {least}")
    return int(text)
