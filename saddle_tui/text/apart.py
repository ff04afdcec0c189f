"""Foreign text in commits and pages that a site will show: it calls nobody and closes no issue."""

import re

_CALLS = (
    (re.compile(r"(?<=\w)@(?=\w)"), " at "),  # an address
    (re.compile(r"@(?=\S)"), "@ "),  # somebody
    (re.compile(r"([#!])(?=\d)"), r"\1 "),  # an issue, a merge request
    (re.compile(r"\b(gh)-(?=\d)", re.IGNORECASE), r"\1 - "),
    (re.compile(r"/(?=/)"), "/ "),
    (re.compile(r"\b(www)(?=\.)", re.IGNORECASE), r"\1 "),
)
"""What sites make links of, whatever the markup around it."""


def apart(text: str) -> str:
    """The same words, with a space inside of whatever would act: the least that prevents it."""
    for pattern, instead in _CALLS:
        text = pattern.sub(instead, text)
    return text
