"""Screens: the live one with its panes and keys, and the windows that ask before something is done."""
