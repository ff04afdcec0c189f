"""Looks for words through a whole transcript, a few records at a time."""

from dataclasses import dataclass, replace

from saddle_tui.trace.reader import NO_END, Recordings, lines_of
from saddle_tui.trace.texts import Texts

STRIDE = 100
"""Records of one look, so that what is followed meanwhile never waits for long."""


@dataclass(frozen=True)
class Hunt:
    """Where it stands."""

    subject: str
    words: str
    """What is looked for, in any case; not empty."""
    at: int
    """Number of the record before, or behind, which nothing is left to be looked at."""
    ahead: bool
    """Towards the newest records."""
    found: int = 0
    """The record that has the words; 0 while there is none."""
    turned: bool = False
    """It came to an end and went on from the other one."""
    over: bool = False
    """All was looked at."""

    def look(self, source: Recordings) -> "Hunt":
        """Look at a few more records.

        Raises:
            JournalError: one cannot be read.
        """
        texts, words = Texts(source, None), self.words.casefold()
        if self.ahead:
            records = source.records(self.subject, self.at, STRIDE)
        else:
            records = source.earlier(self.subject, self.at, STRIDE)[::-1]
        for record in records:
            said = "\n".join(said.text for said in lines_of(record, texts))
            if words in said.casefold():
                return replace(self, found=record.seq, at=record.seq)
        if len(records) == STRIDE:
            return replace(self, at=records[-1].seq)
        if self.turned:
            return replace(self, over=True)
        return replace(self, turned=True, at=0 if self.ahead else NO_END)
