"""Text on its way to a terminal: safe, cut by cells, with one table of signs."""
