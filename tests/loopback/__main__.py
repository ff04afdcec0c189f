"""The server as a process: `python -m tests.loopback --brain simulated`. Prints its URL first."""

import argparse
import asyncio
import json
import signal
from pathlib import Path

from tests.loopback.brain import Brain, Reply, Scripted
from tests.loopback.ledger import Ledger
from tests.loopback.modes import Fault, Mode, at
from tests.loopback.prices import SERVED, Prices, Served
from tests.loopback.server import KEY, Loopback


def main() -> None:
    """Serve until SIGTERM or SIGINT."""
    asyncio.run(_serve(_arguments()))


async def _serve(given: argparse.Namespace) -> None:
    loopback = Loopback(
        brain=_brain(given.brain),
        served={**SERVED, **dict(_served(each) for each in given.model)},
        faults=at(dict(_fault(each) for each in given.fault)),
        ledger=Ledger(given.ledger),
        key=given.key,
        pace_s=given.pace,
    )
    stopped = asyncio.Event()
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, stopped.set)
    async with loopback.serve(given.port) as url:
        print(url, flush=True)
        await stopped.wait()


def _arguments() -> argparse.Namespace:
    asks = argparse.ArgumentParser(prog="python -m tests.loopback", description=__doc__)
    asks.add_argument("--port", type=int, default=0, help="0: any free one")
    asks.add_argument(
        "--brain", default="worker", help="worker, simulated, or a JSON file with a list of replies"
    )
    asks.add_argument(
        "--ledger", type=Path, help="file to which one JSON line a request is appended"
    )
    asks.add_argument(
        "--key", default=KEY, help="the key that a client must send (default: %(default)s)"
    )
    asks.add_argument(
        "--pace", type=float, default=0.0, help="seconds between two events of a stream"
    )
    asks.add_argument("--fault", action="append", default=[], metavar="[ROLE.]N=MODE[:SECONDS]")
    asks.add_argument(
        "--model",
        action="append",
        default=[],
        metavar="NAME=IN,OUT[,WINDOW]",
        help="USD per million",
    )
    return asks.parse_args()


def _brain(name: str) -> Brain:
    if name == "simulated":
        from tests.loopback.simulated import Simulated

        return Simulated()
    if name == "worker":
        from tests.loopback.worker import Worker

        return Worker()
    replies = json.loads(Path(name).read_text(encoding="utf-8"))
    return Scripted([Reply(**each) for each in replies])


def _served(given: str) -> tuple[str, Served]:
    name, _, numbers = given.partition("=")
    asked, told, *window = numbers.split(",")
    prices = Prices.of(float(asked), float(told))
    return name, Served(prices, window=int(window[0])) if window else Served(prices)


def _fault(given: str) -> tuple[int | tuple[str, int], Fault]:
    place, _, what = given.partition("=")
    role, _, number = place.rpartition(".")
    mode, _, seconds = what.partition(":")
    fault = Fault(Mode(mode), float(seconds)) if seconds else Fault(Mode(mode))
    return (role, int(number)) if role else int(number), fault


if __name__ == "__main__":
    main()
