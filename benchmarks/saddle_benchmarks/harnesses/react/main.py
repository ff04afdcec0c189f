"""Start the agent, or with --check only prove that every part of it can be loaded."""

import sys

from middleware import hooks, loop, toolbox
from saddle_pipe import Pipe


def main() -> int:
    if "--check" in sys.argv[1:]:
        toolbox.load()
        hooks.Hooks.load()
        loop.system_prompt()
        return 0
    print(loop.run(Pipe()), file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
