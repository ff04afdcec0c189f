"""Simulated models: they cost nothing, and what they report is marked as simulated."""
