"""Signs at a point: a shape tells as much as a colour does.

All of them turn one way, so that one path may hold many that lie on each other.
"""

from math import cos, pi, sin

from saddle_tui.reporting.svg.parts import number


def shape(glyph: str, x: float, y: float, size: float = 4.0) -> str:
    """Path data of a closed sign, or of strokes for `cross`; an unknown glyph is a circle."""
    match glyph:
        case "square":
            return f"M{_at(x - size, y - size)}h{_n(2 * size)}v{_n(2 * size)}h{_n(-2 * size)}z"
        case "diamond" | "merge":
            wide = 1.4 * size
            return f"M{_at(x, y - wide)}l{_at(wide, wide)}l{_at(-wide, wide)}l{_at(-wide, -wide)}z"
        case "triangle":
            return f"M{_at(x, y - 1.2 * size)}l{_at(1.2 * size, 2.1 * size)}h{_n(-2.4 * size)}z"
        case "cross":
            return f"M{_at(x - size, y - size)}l{_at(2 * size, 2 * size)}m0 {_n(-2 * size)}l{_at(-2 * size, 2 * size)}"
        case "best":
            return _star(x, y, 2.1 * size)
        case _:
            return f"M{_at(x - size, y)}a{_n(size)} {_n(size)} 0 1 1 {_n(2 * size)} 0a{_n(size)} {_n(size)} 0 1 1 {_n(-2 * size)} 0z"


def _star(x: float, y: float, size: float) -> str:
    corners = []
    for turn in range(10):
        far = size if turn % 2 == 0 else size * 0.42
        angle = pi * turn / 5
        corners.append(_at(x + far * sin(angle), y - far * cos(angle)))
    return f"M{'L'.join(corners)}z"


def _at(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


_n = number
