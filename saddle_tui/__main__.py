"""`python -m saddle_tui` is `saddle-tui`."""

import sys

from saddle_tui.cli import main

sys.exit(main())
