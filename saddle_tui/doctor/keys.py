"""The operator's own keys, and what is wrong with them."""

from collections.abc import Iterator

from saddle_tui import user_keys
from saddle_tui.doctor.finding import Finding, ok, warning
from saddle_tui.doctor.needs import Needs

REMEDY = "change that line; `?` on the screen names all actions and keys"


def keys(needs: Needs) -> Iterator[Finding]:
    """One line for the file, or one for each complaint about it."""
    path = user_keys.where(needs.environ)
    wrong = user_keys.load(needs.environ)
    for each in wrong:
        yield warning("keys", each, REMEDY)
    if not wrong:
        yield ok(
            "keys", f"those of {path}" if path.exists() else f"the usual ones; yours go to {path}"
        )
