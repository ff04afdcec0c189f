"""Requests by subject: pure functions of what is on the screen."""
