"""A picture of a run at one of its places."""

import asyncio
import re
from pathlib import Path

from saddle_tui.new_file import new_text
from saddle_tui.replaying.follower import ReplayFollower
from saddle_tui.replaying.stage import Shape, staged
from saddle_tui.text.safe import clean

OPTION = "--svg"
FONTS = re.compile(r"@font-face\s*\{[^}]*\}\s*")
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_still(follower: ReplayFollower, to: Path, shape: Shape) -> None:
    """Write the screen as SVG into a new file.

    Raises:
        ConfigError: it exists, or cannot be written.
    """
    with new_text(to, OPTION) as file:
        file.write(portable(asyncio.run(_picture(follower, shape))))


def portable(svg: str) -> str:
    """Nothing is loaded from elsewhere, and blanks at the ends of a text stay."""
    kept = FONTS.sub("", svg).replace("&#160;", " ")
    kept = kept.replace("Fira Code, monospace", "Fira Code, DejaVu Sans Mono, monospace")
    return NOT_XML.sub("\ufffd", kept.replace("<text ", '<text xml:space="preserve" '))


async def _picture(follower: ReplayFollower, shape: Shape) -> str:
    async with staged(follower, shape) as (app, _):
        return app.export_screenshot(title=clean(f"saddle-tui {follower.folder.name}"))
