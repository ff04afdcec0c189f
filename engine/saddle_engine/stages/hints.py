"""What an operator tells the next diagnosis."""

from saddle_engine import events as ev
from saddle_engine.stages.parts import Parts


async def take_hints(parts: Parts, iteration: int) -> tuple[str, ...]:
    """The hints that an iteration's diagnosis reads: all that wait when its session begins.

    A session that was begun before keeps those that it had.
    """
    if ("diagnosis", iteration) not in parts.state.session_of:
        await parts.book.decide(
            lambda state: [
                ev.HintTaken(hint=hint.given.hint, iteration=iteration)
                for hint in state.wishes.waiting_hints
            ]
        )
    taken = parts.state.wishes.taken(iteration)
    return tuple(f"{hint.given.hint} ({hint.given.by}): {hint.given.text}" for hint in taken)
