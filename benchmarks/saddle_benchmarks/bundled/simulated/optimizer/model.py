"""The optimizer as a model: one reply a call, from the request and the draw alone."""

from saddle_benchmarks.bundled.simulated.optimizer.diagnosis import diagnose
from saddle_benchmarks.bundled.simulated.optimizer.evolution import evolve
from saddle_benchmarks.bundled.simulated.optimizer.reflection import reflect
from saddle_benchmarks.bundled.simulated.optimizer.reply import Say, message
from saddle_benchmarks.bundled.simulated.optimizer.session import read_session
from saddle_engine.ports import Heard
from saddle_engine.types.model import ModelReply, Request

LOST = Say("I do not know what is asked of me.")


class Optimizer:
    """Plays the model in the sessions of the three agents; keeps nothing between calls."""

    async def reply(self, request: Request, draw: int, heard: Heard | None = None) -> ModelReply:
        """One complete reply; equal requests and draws get equal replies."""
        session = read_session(request)
        match session.agent:
            case "diagnosis":
                say = diagnose(session, draw)
            case "reflection":
                say = reflect(session, draw)
            case "evolution":
                say = evolve(session, draw)
            case _:
                say = LOST
        return message(say, request, draw)
