"""Which tasks a patch should bring to pass, by its own word."""

from pydantic import ValidationError

from saddle_engine.types.base import Digest
from saddle_engine.types.patch import Proposal
from saddle_tui.shelf import Books
from saddle_tui.trace.texts import Texts


def predicted(shelf: Books, proposal: Digest) -> tuple[str, ...] | None:
    """Tasks by name, read on a thread; None while they are read, and where they cannot be."""
    found: tuple[str, ...] | str | None = shelf.made(
        ("flips", proposal), 0, lambda source: _predicted(Texts(source), proposal)
    )
    return found if isinstance(found, tuple) else None


def _predicted(texts: Texts, proposal: Digest) -> tuple[str, ...]:
    try:
        return tuple(Proposal.model_validate(texts.value(proposal)).expected_flips)
    except ValidationError:
        return ()
