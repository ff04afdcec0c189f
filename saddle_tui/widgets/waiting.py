"""For how long a patch has waited for the operator."""

from saddle_engine.types.base import PatchId
from saddle_tui.view import View


def held_for(view: View, patch: PatchId) -> str:
    """`1m04s`; empty when it does not wait, or it is not known since when."""
    since = view.recent.held_since.get(patch)
    if since is None:
        return ""
    return short_time(view.recent.began + view.elapsed_s - since)


def short_time(seconds: float) -> str:
    """`7s`, `1m04s`, `2h05m`."""
    whole = max(int(seconds), 0)
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        return f"{whole // 60}m{whole % 60:02d}s"
    return f"{whole // 3600}h{whole % 3600 // 60:02d}m"
