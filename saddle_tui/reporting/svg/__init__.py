"""Plots as SVG that stands in a page: no script, no font, no address; colours are the page's variables."""
