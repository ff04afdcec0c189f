"""What one may want to do after an answer."""

from saddle_engine.types.base import PatchId
from saddle_engine.types.patch import PatchStatus
from saddle_tui.keymap import key_of
from saddle_tui.requests import Request
from saddle_tui.view import View

STALE = "out of date"
"""Stands in the engine's word on a decision about what is no longer so."""


def done(request: Request) -> str:
    """How what was carried out is taken back; empty where there is nothing to say."""
    return f"done; {key_of('undo')} takes it back" if request.verb == "veto" else ""


def after(request: Request, why_not: str, view: View) -> str:
    """What to press when what was seen is no longer so; empty otherwise."""
    if STALE not in why_not:
        return ""
    about = request.arguments.get("patch") or request.arguments.get("what")
    patch = view.state.patches.get(PatchId(str(about)))
    if patch is None:
        return f"; look again, then press {_key(request)}"
    id_ = patch.proposed.patch
    if patch.status is PatchStatus.HELD:
        return f"; {id_} is held again: look at it, then press {_key(request)}"
    if patch.status is PatchStatus.VETOED:
        return f"; somebody vetoed {id_}: {key_of('undo')} takes that back"
    return f"; nothing is left to decide on {id_}: {key_of('patches')} shows what became of it"


def _key(request: Request) -> str:
    return key_of("pause" if request.verb == "resume" else request.verb)
