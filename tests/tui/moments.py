"""Every kind of moment that a run can be in, once with plain words and once with hostile ones."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from saddle_engine import events as ev
from saddle_engine.harness.clash import Clash, Sides
from saddle_engine.types.base import Commit, PatchId, RolloutId, SessionId, TaskId
from saddle_engine.types.calls import CallId
from saddle_engine.types.patch import Evidence, Proposal, WriteFile
from saddle_engine.types.rollout import Outcome, Purpose
from saddle_engine.types.taxonomy import SubType
from saddle_runs.decisions import Choice, Chose, Commented, Edited, Resolved, Row, Said, fold
from saddle_tui.deciding.shown import Together, Triage
from saddle_tui.text.safe import clean
from saddle_tui.trace.patch_text import PatchText, read_patch
from saddle_tui.trace.reader import read_newest
from saddle_tui.trace.transcript import Transcript
from saddle_tui.triage.composing import Composition, Conflict, Piece
from saddle_tui.triage.plan import Item
from saddle_tui.view import View
from tests.tui.recordings import R1, Recording
from tests.tui.stories import BEGAN, DIGEST, Story
from tests.tui.views import TASKS, view_of

D1 = SessionId("d1")
DIFF = """diff --git a/prompts/system.md b/prompts/system.md
--- a/prompts/system.md
+++ b/prompts/system.md
@@ -1,3 +1,3 @@
 Be brief.
--- Stop early.
+Read what you were asked again before you stop.
"""


def moments(text: str = "") -> Iterator[tuple[str, View]]:
    """Names and views; `text` stands wherever foreign words can."""
    words = text or "so it is"
    empty, begun = Story(text), Story(text).start()
    yield "empty journal", view_of(empty)
    yield "begun", view_of(begun)
    yield "left before the seed", view_of(begun, alive=False)
    seeding = Story(text).start(limits={"rollouts": 400, "usd": 20.0, "tokens": 5e6, "hours": 2.0})
    first, *_ = seeding.begin_all(Purpose.SEED_DEV, [text or "stamp-1", "depot-2"], 0)
    yield "seed runs", view_of(seeding, live={first: words})
    yield "provider is waited for", view_of(_paying(seeding, first), live={first: _wait(words)})
    searching = Story(text).start().seed().grow(0.75, "n0").decline("n1")
    yield "between two iterations", view_of(searching)
    yield "paused", view_of(_with(searching, ev.RunPaused(by="operator", reason=words)))
    yield "at a limit", view_of(_with(searching, ev.RunPaused(by="usd", reason=words)))
    yield "failed", view_of(_with(searching, ev.RunFailed(error=words)))
    yield "diagnosing", view_of(_diagnosing(text, words), live={D1: words})
    yield "left while diagnosing", view_of(_diagnosing(text, words), alive=False)
    yield from _patches(text, words)
    done = Story(text).start().seed().grow(0.75, "n0").seal("n1").test("n0", 0.4).test("n1", 0.6)
    yield "testing", view_of(done)
    yield "done", view_of(done.done(), alive=False)


def looks(text: str = "") -> Iterator[tuple[str, View]]:
    """The moments, with everything selected that can be, and with what is read of it."""
    words = text or "so it is"
    for name, view in moments(text):
        yield name, view
        newest = [next(reversed(each), "") for each in (view.state.rollouts, view.state.sessions)]
        nodes = [node.id for node in view.state.dag][-1:]
        for selected in filter(None, [*newest, *nodes, *list(view.state.patches)[-1:], "r999"]):
            chosen = replace(view, selected=selected)
            yield f"{name}, {selected}", chosen
            yield f"{name}, {selected}, read", _read(chosen, words)


def proposal(words: str) -> Proposal:
    """A whole proposal."""
    subtype = SubType.RULE_MODIFICATION
    return Proposal(
        title=words[:120] or "x", layer=subtype.layer, subtype=subtype,
        patch_class=subtype.patch_class, causes=(words, "second cause"), rejected=(words,),
        evidence=(Evidence(rollout=R1, first_step=1, last_step=4, note=words[:60]),),
        edits=(WriteFile(path="a", text=words),), expected_flips=(TaskId(words),), risk=words,
    )  # fmt: skip


def _read(view: View, words: str) -> View:
    recording = Recording()
    recording.says(words)
    recording.ends(words, reason=words)
    entries = read_newest(recording, R1).entries
    diff = recording.text(DIFF + words)
    given = recording.text(proposal(words).model_dump_json())
    patch = None
    if view.patch:
        proposed = view.state.patches[view.patch].proposed
        patch = read_patch(recording, proposed.model_copy(update={"proposal": given, "diff": diff}))
    return replace(view, trace=Transcript(view.subject, entries), patch_text=patch)


def nothing_read(patch: str) -> PatchText:
    """A patch whose texts are damaged."""
    return PatchText(patch, trouble=clean("cannot be read: blob 12 is damaged"))


def _with(story: Story, *events: ev.AnyEvent) -> Story:
    return Story(story.text, [*story.events, *events])


def _wait(words: str) -> str:
    return f"waits 12 s for the provider: {words}"


def _paying(story: Story, rollout: RolloutId) -> Story:
    call = CallId(f"{rollout}.1:0")
    common: dict[str, Any] = {"call": call, "tries": 1, "role": "task", "owner": rollout}
    return _with(
        story,
        ev.CallReserved(**common, model="m", key="k", tokens=90_000, cost=400_000_000),
        ev.CallRefused(**common, why="rate_limited", reason="too many requests"),
    )


def _diagnosing(text: str, words: str) -> Story:
    story = Story(text).start().seed()
    story.iterate("n0").batch(Purpose.BEFORE, TASKS, 901)
    story.add(ev.SessionStarted(session=D1, agent="diagnosis", iteration=1, prompt=DIGEST))
    for number in range(12):
        story.add(
            ev.ToolCalled(
                session=D1, tries=1, index=number, tool=words[:50], arguments=DIGEST,
                summary=words[:200], result=DIGEST, refused=number % 3 == 0,
            ),
            ev.FileRead(
                session=D1, tries=1, path=f"{words[:200]}{number % 4}", first_line=number * 10 + 1,
                last_line=number * 10 + 5,
            ),
        )  # fmt: skip
    return story


def _patches(text: str, words: str) -> Iterator[tuple[str, View]]:
    story = _diagnosing(text, words)
    story.add(
        ev.SessionFinished(session=D1, outcome="answered"),
        ev.DiagnosisMade(
            iteration=1, session=D1, causes=(words, words), rejected=(words,), evidence=()
        ),
    )
    patch = story.propose("n0")
    yield "proposed", view_of(story)
    yield "refused", view_of(_with(story, ev.PatchRefused(patch=patch, reason=words)))
    held = _with(story, ev.ApprovalAsked(patch=patch))
    yield "held", view_of(held)
    yield "held by a dead engine", view_of(held, alive=False)
    vetoed = ev.PatchVetoed(patch=patch, by=words, reason=words)
    yield "vetoed", view_of(_with(held, vetoed))
    yield from _checked(story, patch)


def _checked(story: Story, patch: PatchId) -> Iterator[tuple[str, View]]:
    checking = Story(story.text, list(story.events), story.rollouts, story.iterations, 1, 1)
    checking.begin_all(Purpose.AFTER, TASKS, 501)
    yield "checking", view_of(checking)
    declined = _with(story).check(patch, better=False)
    yield "declined", view_of(declined)
    gating = Story(story.text, list(story.events), story.rollouts, story.iterations, 1, 1)
    gating.check(patch).add(ev.DevGateProgressed(patch=patch))
    ids = gating.begin_all(Purpose.DEV, TASKS, 501)
    gating.end(ids[0], Outcome.TIMED_OUT)
    yield "gating", view_of(gating)
    for id_ in ids[1:]:
        gating.end(id_)
    admitted = view_of(gating.admit(patch, ("n0",), 0.7).finish("admitted"))
    yield "admitted", admitted
    words = story.text or "so it is"
    yield "taken home", replace(admitted, triage=taken_home(patch, words))
    yield "not to be decided on", replace(admitted, triage=Triage(trouble=words))


def taken_home(patch: PatchId, words: str) -> Triage:
    """Somebody has said all that can be said of a patch, and it conflicts."""
    said: tuple[Said, ...] = (
        Chose(patch=patch, choice=Choice.CHOSEN, reason=words),
        Commented(patch=patch, text=words),
        Edited(patch=patch, files={words: None}, reason=words),
        Resolved(conflict="c", patch=patch, path=words, content=None),
    )
    rows = tuple(Row(seq, BEGAN, words, each) for seq, each in enumerate(said, 1))
    first, second = Commit("0" * 40), Commit("1" * 40)
    clash = Clash(words, Sides(None, b"", b""), f"<<<<<<< {words}\n{words}".encode(), words)
    piece = Piece(
        Item(patch, first, second, {}, rows[2]), first, first,
        (Conflict(patch, clash, (PatchId(words),)),), (rows[3],), words,
    )  # fmt: skip
    found = Composition(first, (piece,), (PatchId(words),), {first: {}})
    return Triage(fold(rows), together=Together(len(rows), found))
