"""Record the example run that ships with saddle-tui: the bundled demo, steered by a script.

    python -m tests.example FILE [--seed N] [--home DIR]

FILE is what becomes `saddle_tui/example/demo.db`. It takes about a minute. Every decision is drawn from the
seed and made at the same place each time, so that the same seed gives the same story; the times differ. What a
person should find in it is checked at the end, and again by `tests/tui/test_example.py`.
"""

import argparse
import sys
import tempfile
from pathlib import Path

from saddle_runs.folder import find_run
from tests.example.recording import SEED, record, work
from tests.example.story import missing


def main() -> int:
    asked = _arguments()
    if asked.engine:
        return work(asked.file)
    with tempfile.TemporaryDirectory(prefix="saddle-example-") as scratch:
        record(Path(scratch), asked.file, asked.seed)
    found = missing(find_run(asked.file.parent, str(asked.file.absolute())))
    print(f"{asked.file}: {asked.file.stat().st_size:,} bytes")
    for each in found:
        print(f"not as it should be: {each}")
    return 1 if found else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.example")
    parser.add_argument("file", type=Path)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--engine", action="store_true", help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
