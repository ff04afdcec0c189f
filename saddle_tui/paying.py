"""Who pays for the calls of a run: both roles share one wait for the provider, and one pause."""

from saddle_engine.ports import Blobs, Clock
from saddle_engine.stages.admitting import Gate
from saddle_engine.stages.book import Book
from saddle_engine.stages.calls import BookedCalls
from saddle_engine.stages.halting import Halts
from saddle_engine.stages.limiter import Limiter
from saddle_tui.keys import hide_keys
from saddle_tui.models import optimizer_id, optimizer_model, task_id, task_model
from saddle_tui.prices import price_of
from saddle_tui.settings import Settings


def paid_calls(
    settings: Settings, book: Book, blobs: Blobs, halts: Halts, clock: Clock
) -> tuple[BookedCalls, BookedCalls]:
    """The calls of the harness, and those of our agents. From here on no child can see a key.

    Raises:
        ConfigError: a model has no key, no name or no price.
    """
    task, optimizer = settings.model.task, settings.model.optimizer
    roles = (
        (task, task_model(task), task_id(task)),
        (optimizer, optimizer_model(optimizer), optimizer_id(optimizer)),
    )
    hide_keys([task, optimizer])
    gate = Gate(book, halts, Limiter(clock, book))
    calls = [
        BookedCalls(
            book=book,
            blobs=blobs,
            gate=gate,
            model=model,
            model_id=name,
            price=price_of(section, settings),
            clock=clock,
            simulated=section.provider == "simulated",
        )
        for section, model, name in roles
    ]
    return calls[0], calls[1]
