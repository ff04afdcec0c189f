"""The terminal around the screen: what it must be able to do, and how it is left."""
