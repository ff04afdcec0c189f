"""What a plot holds, without a word on how it is drawn."""

from collections.abc import Sequence
from dataclasses import dataclass

from saddle_engine.types.wilson import Interval


@dataclass(frozen=True)
class Dot:
    """A point of a series."""

    x: float
    y: float
    interval: Interval | None = None
    says: str = ""
    """In a few words; hostile text is possible."""
    glyph: str = ""
    """`best`, `merge`; empty for the glyph of its series."""


@dataclass(frozen=True)
class Series:
    """Points that belong together; each series has a shape or dash of its own besides its colour."""

    name: str
    style: str
    """A colour of the palette: `running`, `ok`, `held`, `wrong`, `best`, `capability`, `steering`, `muted`."""
    dots: Sequence[Dot]
    kind: str = "dots"
    """`dots`, `line`, `stairs`, or `level` for a line across at the height of its one dot."""
    glyph: str = "circle"
    """`circle`, `square`, `diamond`, `cross`, `triangle`."""
    dash: str = ""
    """Of a line, as SVG has it."""


@dataclass(frozen=True)
class Chart:
    """Series between two axes."""

    x: str
    y: str
    series: Sequence[Series]
    unit: str = ""
    """How numbers of the y axis are written: `%`, `usd`, `si`, or nothing."""
    low: float | None = 0.0
    """Where the y axis begins; None lets the points say."""
    high: float | None = None
    marks: Sequence[tuple[float, str]] = ()
    """Places on the x axis with a word: a phase begins."""
    whole: bool = True
    """Only whole numbers stand on the x axis."""


@dataclass(frozen=True)
class Bar:
    """One line of a bar chart."""

    name: str
    parts: Sequence[tuple[str, float]]
    """Colour and length of each part, from the left."""
    says: str
    """Its number, as it stands beside it."""
    interval: Interval | None = None
    tick: float | None = None
    """A number to compare with."""


@dataclass(frozen=True)
class Bars:
    """Lines of one scale."""

    bars: Sequence[Bar]
    legend: Sequence[tuple[str, str]] = ()
    """Colour and name of each part."""
    high: float | None = None
    tick: str = ""
    """What the ticks are."""


@dataclass(frozen=True)
class Grid:
    """Squares: rows against columns."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Sequence[str]
    """A string a row, a letter a square: `p` passed, `f` failed, `m` mixed, `.` not run."""


@dataclass(frozen=True)
class Vertex:
    """A node of the EvoDAG, in its row."""

    cells: str
    """As of `drawing.lanes`."""
    column: int
    glyph: str
    """`seed`, `node`, `merge`, `best`."""
    label: Sequence[str]
    """What stands beside it, column by column."""
    leaves: str
    """Patches of it that became no node, counted; empty for none."""
    champion: bool = False
    """On the way to the best node."""
    cut: bool = False
    """Nodes between it and its parent are left out."""


@dataclass(frozen=True)
class Graph:
    """The EvoDAG, the newest node first."""

    rows: Sequence[Vertex]


Drawing = Chart | Bars | Grid | Graph
