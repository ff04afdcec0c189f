"""Reads a run's journal again and checks what must hold at every record, without trusting the engine."""

from saddle_runs.verify.verifier import Broken, Verifier

__all__ = ["Broken", "Verifier"]
