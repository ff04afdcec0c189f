"""States of a run as people meet them, with words as they meet them: for pictures of the whole screen."""

import json
from collections.abc import Iterator
from dataclasses import replace

from saddle_engine import events as ev
from saddle_engine.harness.clash import Clash, Sides
from saddle_engine.harness.seed import SeedFile
from saddle_engine.types.base import Commit, PatchId, RolloutId, SessionId
from saddle_engine.types.calls import CallId
from saddle_engine.types.model import Usage
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.steering import Hold, PauseMode
from saddle_engine.types.taxonomy import SubType
from saddle_engine.types.wire import Door
from saddle_runs.decisions import Choice, Chose, Commented, Row, Said, fold
from saddle_tui.deciding.shown import Together, Triage
from saddle_tui.fields import FILTERED
from saddle_tui.lens import Lens
from saddle_tui.text.safe import clean
from saddle_tui.trace.patch_text import read_patch
from saddle_tui.trace.reader import read_newest
from saddle_tui.trace.transcript import Transcript
from saddle_tui.triage.composing import Composition, Conflict, Piece
from saddle_tui.triage.plan import Item
from saddle_tui.view import Engine, View
from tests.tui.moments import DIFF, proposal
from tests.tui.recordings import R1, Recording
from tests.tui.stories import BEGAN, DIGEST, Story
from tests.tui.test_evaluation import FAMILIES, evaluation
from tests.tui.test_scores_screen import Read
from tests.tui.views import view_of

DEV = ["depot-1", "depot-2", "stamp-1", "trail-1"]
TRAIN = ["depot-3", "stamp-2", "trail-2"]
LIMITS = {"rollouts": 400, "usd": 20.0, "tokens": 5e6, "hours": 2.0}
GROWTH = (
    (0.5, "n0", SubType.NEW_TOOL, "Read the whole file before editing it"),
    (0.75, "n1", SubType.RULE_MODIFICATION, "Run the module's tests before stopping"),
    (0.75, "n1", SubType.NEW_TOOL, "Search with grep instead of reading everything"),
    (1.0, "n2", SubType.RULE_MODIFICATION, "List what is left to do after each step"),
)
CAUSE = "it stops after the first test that passes"
LONG = "the-" * 15 + "name"
WORDS = "The failure is in Expr.__eq__: it compares its args before it has sympified the other one."


def states() -> Iterator[tuple[str, View]]:
    """Names and views."""
    yield "waiting", view_of(Story())
    yield "begun", view_of(begun())
    yield "at work", looked_at(view_of(at_work(), live={"r35": WORDS}), "r35")
    yield "diagnosing", view_of(diagnosing(), live={"d9": "reads what r31 did, steps 3 to 9"})
    yield "held", looked_at(view_of(held()), "p6")
    yield "decided", looked_at(view_of(declined()), "p6")
    yield (
        "no match",
        replace(view_of(at_work()), lens=Lens(filters=dict.fromkeys(FILTERED, "zebra"))),
    )
    yield "behind", replace(view_of(searched()), behind=True, length=61_204)
    yield "silent", view_of(at_work(), silent_s=42.0)
    yield "interrupted", replace(view_of(at_work(), alive=False), engine=GONE)
    yield (
        "failed",
        view_of(at_work().add(ev.RunFailed(error="the Docker daemon is gone")), alive=False),
    )
    yield "damaged", replace(view_of(at_work()), trouble=clean(DAMAGED))
    yield "paused", view_of(_paused("operator", "paused by alice", PauseMode.HOLD))
    yield "at a limit", view_of(_paused("rollouts", "the limit of 400 rollouts is reached"))
    yield (
        "left at a limit",
        view_of(_paused("rollouts", "the limit of 400 rollouts is reached"), alive=False),
    )
    aborted = ev.RunAborted(by="alice", reason="the tasks were the wrong ones")
    yield (
        "aborted",
        view_of(searched().add(aborted, ev.EngineStopped(reason="aborted")), alive=False),
    )
    yield "testing", view_of(testing())
    yield "done", view_of(tested(0.6), alive=False)
    yield "no gain", view_of(tested(0.35), alive=False)
    families = Read(json.dumps(FAMILIES))
    yield "evaluating", replace(view_of(evaluation(5)), shelf=families)
    yield "evaluated", replace(view_of(evaluation(), alive=False), shelf=families)
    yield "long names", view_of(_long())
    yield "chosen", replace(looked_at(view_of(searched()), "p3"), triage=chosen())


def chosen() -> Triage:
    """Ada takes three patches home, and two of them do not go together."""
    p1, p2, p3, p4 = (PatchId(f"p{number}") for number in range(1, 5))
    taken: list[Said] = [Chose(patch=each, choice=Choice.CHOSEN) for each in (p1, p3, p4)]
    left = Chose(patch=p2, choice=Choice.LEFT, reason="our agent has no tests to run")
    said: tuple[Said, ...] = (
        *taken,
        left,
        Commented(patch=p3, text="grep is not in our image: ask ops"),
    )
    rows = [Row(number, BEGAN, "ada", each) for number, each in enumerate(said, 1)]
    seed, grown = Commit("0" * 40), Commit("1" * 40)
    both = SeedFile(content=CONFLICT, executable=False)
    clash = Clash("tools/search.py", Sides(b"", b"", b""), CONFLICT, "both change the same lines")
    where = "p3 was measured on n1 (p1); here it stands on the seed with p1, put together in another way"
    pieces = (
        Piece(Item(p1, seed, grown, {}, None), seed, grown),
        Piece(
            Item(p3, seed, grown, {}, None), grown, grown, (Conflict(p3, clash, (p1,)),), (), where
        ),
    )
    versions = {seed: {}, grown: {"tools/search.py": both, "prompts/system.md": both}}
    return Triage(
        fold(rows), together=Together(len(rows), Composition(seed, pieces, (p4,), versions))
    )


CONFLICT = b"""import subprocess

<<<<<<< so far: p1
LINES = 2_000
||||||| what p3 was made on
LINES = 200
=======
LINES = 200
SKIPPED = (".git", "build")
>>>>>>> p3
"""
GONE = Engine(False, 42.0, "MemoryError: cannot allocate 2.1 GiB for the replies of 412 calls")
DAMAGED = (
    "/home/me/.saddle/runs/abcdefgh-demo/run.db: reading the journal failed: database disk image is malformed; "
    "the file is damaged and was left as it was: restore it from a backup; "
    "check it with: saddle-tui --home /home/me/.saddle verify abcdefgh"
)


def begun() -> Story:
    return Story().start(limits=LIMITS, hold=Hold.ALL)


def searched(text: str = "") -> Story:
    """Four iterations that ended with nodes, and one that did not."""
    story = Story(text).start(limits=LIMITS, simulated=False)
    _run(story, Purpose.SEED_DEV, DEV, 0, "pfpf")
    story.admit(None, (), 0.5)
    for number, (dev, parent, subtype, title) in enumerate(GROWTH, 1):
        story.iterate(parent)
        _run(story, Purpose.BEFORE, TRAIN, int(parent[1:]), "fpf")
        _diagnose(story, text or CAUSE)
        patch = story.propose(
            parent, subtype=subtype, title=text or title, session=SessionId(f"d{number}")
        )
        _run(story, Purpose.AFTER, TRAIN, 500 + number, "ppf")
        story.check(patch)
        _run(story, Purpose.DEV, DEV, number, "p" * round(dev * 4) + "f" * round(4 - dev * 4))
        story.admit(patch, (parent,), dev).finish("admitted")
    story.iterate("n4")
    patch = story.propose("n4", title=text or "Never read a file twice")
    return _pay(story.check(patch, better=False).finish("declined"))


def at_work() -> Story:
    """The next one is on its mini-batch."""
    story = searched()
    story.iterate("n4")
    story.begin_all(Purpose.BEFORE, TRAIN, 4)
    story.end(RolloutId(f"r{story.rollouts - 2}"), Outcome.TIMED_OUT)
    return story


def diagnosing(text: str = "") -> Story:
    story = searched(text)
    story.iterate("n4")
    _run(story, Purpose.BEFORE, TRAIN, 4, "fpf")
    session = SessionId("d9")
    story.add(ev.SessionStarted(session=session, agent="diagnosis", iteration=6, prompt=DIGEST))
    for number, (path, first) in enumerate(
        (("tools/edit.py", 1), ("prompts/system.md", 40), ("tools/edit.py", 81))
    ):
        story.add(
            ev.ToolCalled(
                session=session, tries=1, index=number, tool="read_file", arguments=DIGEST,
                summary=text or path, result=DIGEST, refused=number == 1,
            ),
            ev.FileRead(session=session, tries=1, path=text or path, first_line=first, last_line=first + 39),
        )  # fmt: skip
    return story


def declined() -> Story:
    story = held()
    story.add(ev.PatchVetoed(patch=PatchId("p6"), by="alice", reason="it would hide the failure"))
    return story.finish("vetoed")


def held(text: str = "") -> Story:
    story = diagnosing(text)
    causes = (text or CAUSE,)
    story.add(
        ev.SessionFinished(session=SessionId("d9"), outcome="answered"),
        ev.DiagnosisMade(
            iteration=6, session=SessionId("d9"), causes=causes,
            rejected=(text or "the search tool is too slow",), evidence=(),
        ),
    )  # fmt: skip
    patch = story.propose(
        "n4", session=SessionId("d9"), title=text or "Ask for the failing test before stopping"
    )
    return story.add(ev.ApprovalAsked(patch=patch))


def testing() -> Story:
    story = searched().seal("n4")
    story.begin_all(Purpose.TEST, ["depot-8", "stamp-9", "trail-7"], 0)
    return story


def tested(after: float) -> Story:
    return searched().seal("n4").test("n0", 0.4).test("n4", after).done()


def looked_at(view: View, selected: str) -> View:
    """Something is selected, and has been read."""
    recording = Recording()
    recording.says("I will look at what the failing test expects.")
    recording.exchange(
        Door.EXEC, {"command": "pytest -q tests/test_expr.py"},
        {"exit_code": 1, "stdout": "1 failed, 41 passed in 2.31s", "stderr": ""}, step=1,
    )  # fmt: skip
    recording.says(WORDS, step=2)
    view = replace(view, selected=selected)
    patch = None
    if view.patch:
        proposed = view.state.patches[view.patch].proposed
        given = recording.text(proposal(CAUSE).model_dump_json())
        told = proposed.model_copy(update={"proposal": given, "diff": recording.text(DIFF)})
        patch = read_patch(recording, told)
    entries = read_newest(recording, R1).entries
    return replace(view, trace=Transcript(view.subject, entries), patch_text=patch)


def _diagnose(story: Story, cause: str) -> None:
    session, number = SessionId(f"d{story.iterations}"), story.iterations
    story.add(
        ev.SessionStarted(session=session, agent="diagnosis", iteration=number, prompt=DIGEST),
        ev.SessionFinished(session=session, outcome="answered"),
        ev.DiagnosisMade(
            iteration=number, session=session, causes=(cause,), rejected=(), evidence=()
        ),
    )


def _run(story: Story, purpose: Purpose, tasks: list[str], tree: int, passed: str) -> None:
    ids = story.begin_all(purpose, [story.text or task for task in tasks], tree)
    for id_, letter in zip(ids, passed, strict=True):
        story.end(id_, Outcome.PASSED if letter == "p" else Outcome.FAILED)


def _pay(story: Story) -> Story:
    call = {"call": CallId("d1.1:0"), "tries": 1, "role": "diagnosis", "owner": "d1"}
    usage = Usage(input_tokens=310_000, cache_read_tokens=1_900_000, output_tokens=84_000)
    return story.add(
        ev.CallReserved.model_validate({**call, "model": "m", "key": "k", "tokens": 1, "cost": 1}),
        ev.CallSettled.model_validate(
            {**call, "key": "k", "status": 200, "outcome": "complete", "usage": usage,
             "cost": 7_300_000_000, "reply": DIGEST}
        ),
    )  # fmt: skip


def _paused(by: str, reason: str, mode: PauseMode = PauseMode.DRAIN) -> Story:
    return at_work().add(ev.RunPaused(by=by, reason=reason, mode=mode))


def _long() -> Story:
    story = held("説明のない長い名前" * 22)
    started = story.events[0]
    story.events[0] = started.model_copy(update={"name": LONG})
    return story
