"""A node of a run, by what people call it."""

from saddle_engine.dag import Node
from saddle_engine.errors import ConfigError
from saddle_engine.state import RunState
from saddle_engine.types.base import NodeId
from saddle_tui.summary import best_node

BEST, SEED = "best", "seed"


def node_named(state: RunState, wanted: str, shown: str = "") -> Node:
    """`best`, `seed`, or the id of a node such as `n3`.

    Args:
        state: of the run.
        wanted: one of the above.
        shown: how a message names what was asked for; `wanted` if empty.

    Raises:
        ConfigError: there is no such node; the message names those that there are.
    """
    node = {BEST: best_node(state), SEED: NodeId("n0")}.get(wanted, NodeId(wanted))
    if node is not None and node in state.dag:
        return state.dag[node]
    if state.evaluation is not None and state.run is not None:
        raise ConfigError(
            f"{state.run.name} is an evaluation and has no nodes; name the run of a search, "
            "such as `saddle-tui runs` lists them"
        )
    what = f"there is no node {shown or wanted}"
    if not len(state.dag):
        raise ConfigError(f"{what} yet: the seed is still measured on dev")
    nodes = ", ".join([BEST, SEED, *(each.id for each in state.dag)])
    raise ConfigError(f"{what}; the nodes are: {nodes}")
