"""A run as an archive that one may send: for a report of a bug."""
