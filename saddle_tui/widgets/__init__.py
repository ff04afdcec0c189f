"""Panes: each shows a part of a `RunState`."""
