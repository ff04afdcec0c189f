"""What to try where there are no runs."""

from pathlib import Path

from saddle_tui.hints import command

TRY = (
    ("demo", "a simulated search on the bundled tasks: free, no keys, no Docker"),
    ("doctor CONFIG.toml", "what a run of your own needs, and what is missing"),
    ("run CONFIG.toml", "a run of your own"),
)


def no_runs(home: Path) -> list[str]:
    """Lines for people, not cleaned for a terminal."""
    lines = [f"no runs in {home}", "", "three commands to try:"]
    lines += [f"  {command(home, words):<40}  {what}" for words, what in TRY]
    return [*lines, "", "runs of another place: --home DIR, or the variable SADDLE_HOME"]
