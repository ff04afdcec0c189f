"""The Evolution agent: mostly the best node, sometimes another one, sometimes two of them."""

from collections.abc import Sequence
from random import Random

from saddle_benchmarks.bundled.simulated.optimizer.reply import Call, Say
from saddle_benchmarks.bundled.simulated.optimizer.session import Json, Session

COMPOSED = 0.4
"""How often two nodes are composed when each has something that the other one lacks."""
OTHER = 0.25
"""How often the best node is left for another promising one."""
PROMISING = 0.1
"""How far below the best a promising node may be, in dev mean; below its parent, one to compose."""
LOOKED_AT = 2

Node = Json


def evolve(session: Session, draw: int) -> Say:
    """The next turn of the session."""
    nodes = session.rows("Nodes")
    if not nodes:
        return Say("There is no node to choose from.")
    ranked = sorted(nodes, key=lambda node: (node["dev"], _age(node["node"])), reverse=True)
    unseen = [
        Call("show_diff", {"node": node["node"]})
        for node in ranked[:LOOKED_AT]
        if node["parents"] and not session.tried("show_diff", node=node["node"])
    ]
    if unseen:
        return Say("What do the best nodes have?", tuple(unseen))
    parents, why = _choose(nodes, ranked, Random(draw))
    answer = {"parents": [node["node"] for node in parents], "rationale": why}
    return Say(why, (Call("choose_parent", answer),))


def _choose(nodes: list[Node], ranked: list[Node], rng: Random) -> tuple[list[Node], str]:
    best, lot = ranked[0], rng.random()
    pairs = _pairs(nodes, ranked)
    if pairs and lot < COMPOSED:
        main, other = pairs[0] if rng.random() < 0.7 else rng.choice(pairs)
        why = f"{main['node']} and {other['node']} lie on different branches: {other['title']!r} is new"
        return [main, other], f"{why} to the first one, which did better on dev."
    others = [
        node
        for node in ranked[1:]
        if node["dev"] >= best["dev"] - PROMISING
        and (not node["parents"] or _brings(nodes, node, loss=0.0))
    ]
    if others and lot > 1 - OTHER:
        other = rng.choice(others[:3])
        return [other], f"{other['node']} is close to the best and has been tried less."
    return [best], f"{best['node']} has the best dev mean."


def _pairs(nodes: list[Node], ranked: list[Node]) -> list[tuple[Node, Node]]:
    """Pairs on different branches, each with what the other lacks, not yet composed; best first."""
    above = {node["node"]: _ancestors(nodes, node["node"]) for node in nodes}
    bringing = [node for node in ranked if _brings(nodes, node)]
    return [
        (main, other)
        for place, main in enumerate(bringing)
        for other in bringing[place + 1 :]
        if main["node"] not in above[other["node"]]
        and other["node"] not in above[main["node"]]
        and _differ(_titles(nodes, above[main["node"]]), _titles(nodes, above[other["node"]]))
        and not any({main["node"], other["node"]} <= known for known in above.values())
    ]


def _brings(nodes: Sequence[Node], node: Node, loss: float = PROMISING) -> bool:
    """Whether a node has a patch, and lost no more than `loss` on dev against its parents."""
    dev = {other["node"]: other["dev"] for other in nodes}
    known = [dev[parent] for parent in node["parents"] if parent in dev]
    return bool(known) and node["dev"] >= max(known) - loss


def _ancestors(nodes: Sequence[Node], name: str) -> frozenset[str]:
    """The node and everything above it."""
    parents = {node["node"]: node["parents"] for node in nodes}
    found, open_ones = {name}, [name]
    while open_ones:
        fresh = [p for p in parents.get(open_ones.pop(), ()) if p not in found]
        found.update(fresh)
        open_ones += fresh
    return frozenset(found)


def _titles(nodes: Sequence[Node], names: frozenset[str]) -> set[str]:
    return {node["title"] for node in nodes if node["node"] in names}


def _differ(one: set[str], other: set[str]) -> bool:
    """Whether each has something that the other lacks."""
    return not one <= other and not other <= one


def _age(name: str) -> int:
    digits = "".join(letter for letter in name if letter.isdigit())
    return int(digits) if digits else 0
