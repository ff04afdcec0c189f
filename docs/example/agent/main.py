"""An agent with one tool, a shell. `--check` only proves that everything can be imported."""

import sys

from loop import run
from saddle_pipe import Pipe

if "--check" not in sys.argv[1:]:
    run(Pipe())
