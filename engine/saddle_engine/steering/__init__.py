"""What an operator's command does: events to journal, or one sentence why not. Pure."""

from saddle_engine.steering.decide import decide
from saddle_engine.steering.limits import HIGHEST, LIMITS, fits_limit, what_fits
from saddle_engine.steering.words import Decision

__all__ = ["HIGHEST", "LIMITS", "Decision", "decide", "fits_limit", "what_fits"]
