"""The EvoDAG drawn in four ways: pure functions from a run's state to rows, whatever is selected."""
