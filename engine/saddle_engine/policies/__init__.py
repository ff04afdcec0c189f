"""Decisions of the search, one Protocol each: values in, decision out, no clock, no state of their own."""
