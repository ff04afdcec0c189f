"""Taking chosen patches of a run home: their facts, the decisions on them, what they give together."""
