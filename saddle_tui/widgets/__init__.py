"""Panes: each is a function from a `View` and its room to lines of styled text."""
