"""A run of the bundled demo, recorded once: something to look at before there is a run of one's own."""

from dataclasses import replace
from pathlib import Path

from saddle_runs.folder import RunFolder, find_run

FILE = Path(__file__).with_name("demo.db")


def example(home: Path) -> RunFolder:
    """The run; `home` is where commands about other runs would look.

    Raises:
        ConfigError: the file is missing from this installation.
        JournalError: it is damaged.
    """
    return replace(find_run(home, str(FILE)), shipped=True)
