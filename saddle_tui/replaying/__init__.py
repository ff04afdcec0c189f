"""Looking at a run as it was at any of its moments."""
