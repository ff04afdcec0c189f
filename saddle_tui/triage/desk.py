"""Where patches are decided on: a run as it was read last, and the decisions beside it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from pydantic import ValidationError

from saddle_engine.adapters.clock import SystemClock
from saddle_engine.errors import ConfigError, JournalError
from saddle_engine.patches import Patch
from saddle_engine.state import RunState
from saddle_engine.types.base import PatchId
from saddle_engine.types.patch import Proposal
from saddle_runs.decisions import Choice, Chose, Decisions, Row
from saddle_runs.folder import RunFolder
from saddle_runs.triage import Triage, triage_of
from saddle_runs.viewer import RunViewer
from saddle_tui.reading import begun, open_viewer
from saddle_tui.triage.facts import PatchFacts, facts_of, no_choice


@dataclass(frozen=True)
class Desk:
    """Everything that deciding takes; every method may come from any thread."""

    folder: RunFolder
    state: RunState
    viewer: RunViewer
    triage: Triage

    @property
    def decisions(self) -> Decisions:
        """As they stand now."""
        return self.triage.decisions()

    def patch(self, name: str) -> Patch:
        """A patch of the run.

        Raises:
            ConfigError: there is none; the message names those that there are.
        """
        patch = self.state.patches.get(PatchId(name))
        if patch is None:
            known = ", ".join(self.state.patches) or "none yet"
            raise ConfigError(
                f"there is no patch {name!r} in {self.folder.name}; there are: {known}"
            )
        return patch

    def proposal(self, patch: Patch) -> Proposal | None:
        """Why it was written; None where that is missing or damaged."""
        try:
            return Proposal.model_validate_json(self.viewer.blob(patch.proposed.proposal))
        except (JournalError, ValidationError):
            return None

    def facts(self, patch: Patch) -> PatchFacts:
        """All that is known of it.

        Raises:
            JournalError: the run cannot be read.
        """
        return facts_of(patch, self.state, self.proposal(patch), self.viewer.records)

    def check(self, name: str, choice: Choice) -> Patch:
        """The patch, if that can be decided on it.

        Raises:
            ConfigError: there is no such patch, or nothing of it to take; says why.
        """
        patch = self.patch(name)
        if choice is Choice.CHOSEN and (why := no_choice(patch)):
            raise ConfigError(why)
        return patch

    def choose(self, name: str, choice: Choice, by: str, reason: str = "") -> Row | None:
        """Take a patch home, leave it out, or open it again; None where that is so already.

        Raises:
            ConfigError: there is no such patch, or nothing of it to take; says why.
            JournalError: the decision cannot be kept.
        """
        patch = self.check(name, choice)
        stands = self.decisions[patch.proposed.patch]
        if stands.choice is choice and reason in {"", stands.reason}:
            return None
        said = Chose(patch=patch.proposed.patch, choice=choice, reason=reason)
        return self.triage.say(said, by)


@contextmanager
def open_desk(folder: RunFolder) -> Iterator[Desk]:
    """The desk of a run.

    Raises:
        JournalError: run or decisions cannot be read.
        ConfigError: it is an evaluation, which has no patches; or there is no place for decisions.
    """
    with open_viewer(folder) as viewer, triage_of(folder, SystemClock()) as triage:
        state = begun(folder, viewer)
        if state.evaluation is not None:
            raise ConfigError(f"{folder.name} is an evaluation and has no patches; name a search")
        yield Desk(folder, state, viewer, triage)
