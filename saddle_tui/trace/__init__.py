"""What rollouts and sessions said and did: read in pages off the screen's thread, shown line by line."""
