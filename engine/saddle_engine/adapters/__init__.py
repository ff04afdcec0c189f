"""The outside world behind the ports: one library, one door."""
