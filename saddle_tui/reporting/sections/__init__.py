"""Facts put into words, tables and plots; no section knows how it will be drawn."""
