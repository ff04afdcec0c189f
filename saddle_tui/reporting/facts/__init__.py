"""What a report says, as values: pure functions of what was gathered from a run."""
