"""The reference harness with its files renamed, or a weakness moved to another file."""

import re
from collections.abc import Mapping

from saddle_engine.types.taxonomy import SubType
from tests.benchmarks.react_world import Files

RENAMED = {
    "prompts/system.md": "prompts/agent.md",
    "middleware/loop.py": "middleware/cycle.py",
    "middleware/limits.py": "middleware/bounds.py",
    "middleware/hooks.py": "middleware/reminders.py",
    "tools/run_program.py": "tools/launch.py",
    "tools/read_file.py": "tools/a_reader.py",
    "tools/file_size.py": "tools/sizes.py",
}
WORDS = {"loop": "cycle", "limits": "bounds", "hooks": "reminders"}

MOVED: Mapping[SubType, Mapping[str, tuple[str, str]]] = {
    SubType.INFRASTRUCTURE_CHANGE: {
        "middleware/limits.py": ("MAX_STEPS = 10", "FEWEST_STEPS = 1"),
        "middleware/loop.py": ("limits.MAX_STEPS", "ROUNDS"),
    },
    SubType.IMPLEMENTATION_FIX: {
        "tools/run_program.py": ('return str(done["stdout"])', "return shown(pipe, command)"),
    },
    SubType.RULE_MODIFICATION: {
        "prompts/system.md": ("- Round every number that you report to a whole number.\n", ""),
    },
}
MOVED_TO = {
    SubType.INFRASTRUCTURE_CHANGE: ("middleware/loop.py", "\n\nROUNDS = 10\n"),
    SubType.IMPLEMENTATION_FIX: (
        "tools/__init__.py",
        "\n\ndef shown(pipe, command):\n    done = pipe.exec(command)\n    return str(done['stdout'])\n",
    ),
    SubType.RULE_MODIFICATION: (
        "prompts/numbers.md",
        "About numbers:\n\n* Round every number that you report to a whole number.\n",
    ),
}


def moved(files: Files, subtype: SubType) -> tuple[dict[str, bytes], str]:
    """The harness with a weakness elsewhere, and where that is."""
    after, (place, text) = dict(files), MOVED_TO[subtype]
    for path, (old, new) in MOVED[subtype].items():
        after[path] = after[path].decode().replace(old, new).encode()
    after[place] = after.get(place, b"") + text.encode()
    return after, place


def renamed(files: Files) -> dict[str, bytes]:
    """Every file that has a weakness under another name, and the imports with it."""

    def reworded(path: str, content: bytes) -> bytes:
        text = content.decode().replace("system.md", "agent.md").replace("hooks.json", "HOOKS")
        for old, new in WORDS.items() if path.endswith(".py") else ():
            text = re.sub(rf"\b{old}\b", new, text)
        return text.replace("HOOKS", "hooks.json").encode()

    return {RENAMED.get(path, path): reworded(path, content) for path, content in files.items()}
