"""JSON for people's terminals and scripts alike: ASCII without a byte that a terminal acts on."""

import json
from typing import Any


def json_text(value: Any) -> str:
    """Indented JSON; DEL, which JSON leaves as it is also in ASCII, is escaped."""
    return json.dumps(value, indent=2).replace("\x7f", "\\u007f")
