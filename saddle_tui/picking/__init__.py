"""Which run is looked at: all runs of a home, each with the little that is quick to know of it."""
