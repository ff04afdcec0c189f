"""The verbs of the command line, one module each: `add` declares it, `run` carries it out."""
