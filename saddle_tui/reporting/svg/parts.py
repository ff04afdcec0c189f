"""Elements and their escaping: the only place where a string becomes markup of a plot."""

from html import escape

from saddle_tui.text.safe import clean

LETTER = 6.7
"""Width of a letter of the plots' 12 pixel text, at its widest."""


def text_of(text: object) -> str:
    """Foreign or own, as it may stand in markup or in an attribute."""
    return escape(clean(text), quote=True)


def number(value: float) -> str:
    """Short: a tenth of a pixel is enough."""
    return f"{value:.1f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


def label(x: float, y: float, text: object, *, at: str = "start", kind: str = "") -> str:
    """Text at its base line.

    Args:
        x: pixels.
        y: pixels.
        text: is escaped.
        at: `start`, `middle` or `end`.
        kind: a class of the page.
    """
    anchor = "" if at == "start" else f' text-anchor="{at}"'
    class_ = f' class="{kind}"' if kind else ""
    return f'<text x="{number(x)}" y="{number(y)}"{anchor}{class_}>{text_of(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str, dash: str = "") -> str:
    """A stroke."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    ends = f'x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}"'
    return f'<line class="{kind}" {ends}{dashed}/>'


def path(d: str, kind: str, dash: str = "", says: str = "") -> str:
    """Strokes or a shape; with words for whoever points at it."""
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    if not says:
        return f'<path class="{kind}" d="{d}"{dashed}/>'
    return f'<path class="{kind}" d="{d}"{dashed}><title>{text_of(says)}</title></path>'


def cut(text: str, cells: float) -> str:
    """As much as has room in so many letters; a wide letter takes two."""
    shown: list[str] = []
    used = 0.0
    for char in clean(text):
        used += 1.0 if ord(char) < 0x1100 else 2.0
        if used > cells:
            return "".join(shown[:-1]) + "…"
        shown.append(char)
    return "".join(shown)


def svg(width: float, height: float, title: str, says: str, id_: str, body: str) -> str:
    """The whole picture, with its name and description.

    Args:
        width: pixels at its natural size.
        height: pixels.
        title: its name.
        says: what it shows.
        id_: unique in the page; a plain word.
        body: elements.
    """
    w, h = number(width), number(height)
    return (
        f'<svg viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-labelledby="{id_}-t {id_}-d">'
        f'<title id="{id_}-t">{text_of(title)}</title><desc id="{id_}-d">{text_of(says)}</desc>{body}</svg>'
    )
