"""Any drawing as an SVG element."""

from saddle_tui.reporting.document import Plot
from saddle_tui.reporting.drawings import Bars, Chart, Drawing, Graph, Grid
from saddle_tui.reporting.svg.bars import bars
from saddle_tui.reporting.svg.chart import chart
from saddle_tui.reporting.svg.graph import graph
from saddle_tui.reporting.svg.grid import grid
from saddle_tui.reporting.svg.parts import svg


def draw(plot: Plot, id_: str) -> str:
    """Its picture; `id_` is a plain word, unique in the page."""
    width, height, body = _drawn(plot.drawing)
    return svg(width, height, plot.title, plot.says, id_, body)


def _drawn(drawing: Drawing) -> tuple[float, float, str]:
    match drawing:
        case Chart():
            return chart(drawing)
        case Bars():
            return bars(drawing)
        case Grid():
            return grid(drawing)
        case Graph():
            return graph(drawing)
