"""Deciding which patches are taken home, on the screen."""
