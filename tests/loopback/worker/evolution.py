"""The worker as evolution agent: go on from the best node, the later of equals."""

from tests.loopback.brain import Reply
from tests.loopback.worker.view import Json, View


def evolve(view: View) -> Reply:
    """The next turn of the session."""
    nodes = view.rows("Nodes")
    best = max(nodes, key=_rank)
    if best["parents"] and not view.made("show_diff"):
        return view.call("show_diff", {"node": best["node"]}, "What does the best node have?")
    why = f"{best['node']} has the best dev mean."
    return view.call("choose_parent", {"parents": [best["node"]], "rationale": why})


def _rank(node: Json) -> tuple[float, int]:
    return node["dev"], int(node["node"].removeprefix("n"))
