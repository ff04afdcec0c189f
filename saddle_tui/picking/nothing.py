"""What to try where there are no runs."""

from pathlib import Path

from saddle_tui.hints import command

TRY = (
    ("replay --example", "a recorded run, to look around in"),
    ("demo", "a simulated search: free, no keys, no Docker"),
    ("doctor CONFIG.toml", "what your own run needs, and what is missing"),
    ("run CONFIG.toml", "a run of your own"),
)


def no_runs(home: Path) -> list[str]:
    """Lines for people, not cleaned for a terminal."""
    lines = [f"no runs in {home}", "", "to try:"]
    commands = [command(home, words) for words, _ in TRY]
    room = max(map(len, commands))
    lines += [f"  {each:<{room}}  {what}" for each, (_, what) in zip(commands, TRY, strict=True)]
    return [*lines, "", "runs of another place: --home DIR, or the variable SADDLE_HOME"]
