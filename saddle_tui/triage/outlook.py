"""What the chosen patches would give, without writing anything. Hostile text is possible."""

from collections.abc import Iterator
from typing import Any

from saddle_engine.harness.lineage import changed
from saddle_tui.triage.composing import Composition, Piece
from saddle_tui.triage.desk import Desk
from saddle_tui.triage.taking import remarks, stopped


def outlook_lines(desk: Desk, composition: Composition) -> Iterator[str]:
    """For people."""
    if not composition.pieces:
        yield "no patch is chosen, so there is nothing to take"
    for piece in composition.pieces:
        title = desk.state.patches[piece.patch].proposed.title
        yield f"{piece.patch:<5}{outcome(piece):<10}{title}"
        if files := _files(composition, piece):
            yield f"     {', '.join(files)}"
    for patch in composition.waiting:
        yield f"{patch:<5}waits     {desk.state.patches[patch].proposed.title}"
    yield from remarks(composition)
    if why := stopped(desk, composition):
        yield why


def outlook_facts(desk: Desk, composition: Composition) -> dict[str, Any]:
    """The object of `triage --dry-run --json`."""
    return {
        "run": desk.folder.id,
        "name": desk.folder.name,
        "patches": [
            {
                "id": piece.patch,
                "outcome": outcome(piece),
                "files": _files(composition, piece),
                "edited_by": piece.item.edit.by if piece.item.edit else None,
                "resolved_by": sorted({row.by for row in piece.resolved}),
                "grounds": piece.grounds or None,
            }
            for piece in composition.pieces
        ],
        "waiting": list(composition.waiting),
        "conflicts": [
            {
                "patch": conflict.patch,
                "path": conflict.clash.path,
                "with": list(conflict.others),
                "why": conflict.clash.why,
            }
            for conflict in composition.conflicts
        ],
        "node": composition.node,
        "problem": stopped(desk, composition) or None,
    }


def outcome(piece: Piece) -> str:
    """`in`, `contained` or `conflicts`."""
    return "conflicts" if piece.conflicts else "contained" if piece.contained else "in"


def _files(composition: Composition, piece: Piece) -> list[str]:
    versions = composition.versions
    return list(changed(versions[piece.before], versions[piece.after]))
