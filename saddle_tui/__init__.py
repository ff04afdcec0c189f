"""The app and the command line of saddle-tui."""

__version__ = "0.1.0"
