"""Run state: journal, blobs, control; the only package that knows SQLite."""
