"""Sessions of the agents with the simulated optimizer as their model, over trees of files."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from saddle_benchmarks.bundled.simulated.optimizer import Optimizer
from saddle_engine.agents.briefs import CheckReport, DiagnosisBrief, TraceOf
from saddle_engine.agents.desk import Desk
from saddle_engine.agents.diagnosis import Diagnosed, diagnose
from saddle_engine.errors import PatchRefused
from saddle_engine.harness.patching import patched
from saddle_engine.testing import FreeCalls, MemoryJournal
from saddle_engine.types.base import Commit, SessionId, Tree
from saddle_engine.types.patch import Edit, Patched
from saddle_engine.types.taxonomy import Phase, SubType

MADE = Patched(commit=Commit("c" * 40), tree=Tree("d" * 40), diff="")


def desk(folder: Path, seed: int, journal: MemoryJournal | None = None) -> Desk:
    """A desk at which the optimizer sits."""
    journal = journal or MemoryJournal()
    return Desk(
        calls=FreeCalls(Optimizer()),
        model_id="simulated-optimizer",
        journal=journal,
        blobs=journal,
        session=SessionId("d1"),
        iteration=1,
        tries=1,
        run_seed=seed,
        recorded=(),
        folder=folder,
    )


async def diagnosed(
    files: Mapping[str, bytes],
    traces: Sequence[TraceOf],
    phase: Phase,
    seed: int,
    folder: Path,
    *,
    refused: int = 0,
) -> Diagnosed:
    """What a diagnosis of these traces on this harness comes to; the first checks may refuse."""
    checked: list[Sequence[Edit]] = []
    for path, content in files.items():
        target = folder / "harness" / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    async def check(edits: Sequence[Edit], subtype: SubType) -> CheckReport:
        checked.append(edits)
        if len(checked) <= refused:
            return CheckReport(None, "it does not import")
        assert edits not in checked[:-1] or not refused, "what was refused is proposed again"
        try:
            patched(files, edits, subtype, phase)
        except PatchRefused as why:
            return CheckReport(None, str(why))
        return CheckReport(MADE)

    brief = DiagnosisBrief(phase=phase, traces=tuple(traces), lessons=(), history=str, check=check)
    return await diagnose(desk(folder, seed), brief)
