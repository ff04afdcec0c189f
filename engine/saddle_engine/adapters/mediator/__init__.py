"""What stands behind a rollout's socket: a door (HTTP), a session (rules), an environment (box)."""
