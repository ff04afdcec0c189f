"""The worker: a deterministic brain that solves simple tasks, and improves the harness `react`.

It works as well as its harness lets it: it believes what a tool shows, and heeds what its system
prompt says. As optimizer it knows two weaknesses of `react`, and proposes the patch for one when it
has seen it in a trace.
"""

from typing import Any

from tests.loopback.brain import Reply, text
from tests.loopback.worker.diagnosis import diagnose
from tests.loopback.worker.evolution import evolve
from tests.loopback.worker.reflection import reflect
from tests.loopback.worker.tasks import work
from tests.loopback.worker.view import view


class Worker:
    """Plays whichever role the offered tools belong to; keeps nothing between calls."""

    async def reply(self, request: dict[str, Any], number: int) -> Reply:
        """See `Brain`. Equal requests get equal replies."""
        seen = view(request)
        if "propose_patch" in seen.tools:
            return diagnose(seen)
        if "record_reflection" in seen.tools:
            return reflect(seen)
        if "choose_parent" in seen.tools:
            return evolve(seen)
        if "finish" in seen.tools:
            return work(seen)
        return text("I see no tool that I could use.")
