"""Reports of made-up runs, and a run whose every text wants to act on a page."""

import json
from pathlib import Path
from typing import Any

from saddle_engine import events as ev
from saddle_engine.types.base import HintId, LessonId, PatchId, RolloutId, SessionId, TaskId
from saddle_engine.types.rollout import Outcome, Purpose, Split
from saddle_engine.types.steering import Buckets
from saddle_runs.folder import RunFolder
from saddle_tui.reporting.document import Document
from saddle_tui.reporting.facts.everything import Facts, facts_of
from saddle_tui.reporting.material import Material, gather
from saddle_tui.reporting.sections.everything import document
from tests.tui.stories import BEGAN, Story, write_run

ACTS = (
    "</title></style></svg><script>window.evil=1;document.title='evil'</script>",
    '"><img src=http://evil.example/a.png onerror="window.evil=1">',
    "<svg onload=window.evil=1><a xlink:href=javascript:alert(1)>x</a></svg>",
    "<iframe src=http://evil.example></iframe><link rel=stylesheet href=//evil.example/x.css>",
    "<style>@import url(http://evil.example/y.css);*{background:url(//evil.example/z)}</style>",
    "<meta http-equiv=refresh content='0;url=http://evil.example'><base href=//evil.example>",
    "[link](javascript:window.evil=1) ![image](http://evil.example/i.png) <https://evil.example> www.evil.example",
    "@everyone @maintainer #1 | pipe \\| `code` ``` ~~~ **bold** &lt;b&gt; &#60;script&#62; :smile:",
    "\u202etxt.exe\u202c \x1b]0;title\x07 \x1b[2J \x9b31m \u2028 \x00 \x08 \u200b",
    "--><!-- ]]><![CDATA[ {{7*7}} ${7*7} <%= 7 %>",
    "x" * 300,
)
HOSTILE = " ".join(ACTS)[:900]
"""Short enough for every field of a record that may be a sentence."""
SHORT = f"{ACTS[1]}{ACTS[6]}"[:110]
DIFF = f"""\
diff --git a/{ACTS[0]} b/{ACTS[0]}
--- a/x
+++ b/x
@@ -1,2 +1,2 @@ {ACTS[2]}
-{ACTS[0]}
+{ACTS[7]}
+```
 {ACTS[1]}
"""


def material_of(home: Path, story: Story) -> Material:
    """Of a story that is written down as a run."""
    return gather(write_run(home, story), BEGAN)


def reported(home: Path, story: Story) -> tuple[Facts, Document]:
    """What its report says, as facts and as a document."""
    material = material_of(home, story)
    facts = facts_of(material)
    return facts, document(material, facts)


def hostile_run(home: Path) -> RunFolder:
    """Names, tasks, causes, files, diffs, hints, lessons, reasons: all of them want to act."""
    story = Story(text=SHORT)
    families = story.keep(json.dumps({SHORT: HOSTILE}))
    story.start(
        name=HOSTILE, version=SHORT, policy=SHORT, sandbox=SHORT, families=families,
        config=story.keep(json.dumps({"harness": {SHORT: HOSTILE}, "model": {SHORT: {"name": HOSTILE}}})),
    )  # fmt: skip
    story.seed().iterate("n0")
    patch = story.propose(
        "n0", title=HOSTILE, proposal=story.keep(_proposal()), diff=story.keep(DIFF)
    )
    story.add(*_worked())
    tasks = tuple(HOSTILE for _ in range(2))
    story.add(
        ev.MiniBatchChecked(
            patch=patch, iteration=1, before=0.0, after=1.0, verdict="better",
            buckets=Buckets(fixed=tasks, regressed=tasks),
        )
    )  # fmt: skip
    story.batch(Purpose.DEV, [SHORT], 1)
    story.admit(patch, ("n0",), 0.75).finish("admitted").learn(HOSTILE)
    story.add(*_steered(story))
    return write_run(home, story)


def _proposal() -> str:
    edit = {"op": "write", "path": SHORT, "text": HOSTILE}
    evidence = {"rollout": "r1", "first_step": 1, "last_step": 2, "note": SHORT}
    return json.dumps(
        {
            "title": SHORT, "layer": "tool", "subtype": "new_tool", "patch_class": "capability", "risk": HOSTILE,
            "causes": [HOSTILE], "rejected": [HOSTILE], "evidence": [evidence], "edits": [edit],
            "expected_flips": [HOSTILE],
        }
    )  # fmt: skip


def _worked() -> list[ev.AnyEvent]:
    session = SessionId("d1")
    begun: dict[str, Any] = {"session": session, "agent": "diagnosis", "iteration": 1}
    return [
        ev.SessionStarted(**begun, prompt="d" * 64),
        ev.FileRead(session=session, tries=1, path=SHORT),
        ev.SessionFinished(session=session, outcome="no_answer", reason=HOSTILE),
    ]


def _steered(story: Story) -> list[ev.AnyEvent]:
    story.iterate("n0")
    vetoed = story.propose("n0", title=HOSTILE)
    return [
        ev.ApprovalAsked(patch=vetoed),
        ev.PatchVetoed(patch=vetoed, by=SHORT, reason=HOSTILE),
        ev.PatchCommented(patch=vetoed, text=HOSTILE, by=SHORT),
        ev.HintGiven(hint=HintId("h1"), text=HOSTILE, by=SHORT),
        ev.CommandAccepted(command="c1", verb=SHORT[:20], actor=SHORT, about=SHORT, reason=HOSTILE),
        ev.LessonLearned(
            lesson=LessonId("l2"), iteration=2, patch=PatchId("p1"), verdict="bad", text=HOSTILE,
            evidence=(RolloutId("r1"),), source="hint", worth=-0.5,
        ),
        ev.RunPaused(by=SHORT, reason=HOSTILE),
        ev.RunFailed(error=HOSTILE),
    ]  # fmt: skip


def steered_story() -> Story:
    """A run with vetoes, one of them measured, a hint and an edit that were worth something."""
    story = Story().start(hold="all", shadow=9).seed().grow(0.75, "n0")
    story.iterate("n1")
    first = story.propose("n1", title="Stop early")
    shadow = ev.ShadowChecked(
        patch=first, before=0.67, after=0.33, buckets=Buckets(regressed=("train-0",))
    )
    story.add(
        ev.ApprovalAsked(patch=first),
        ev.PatchVetoed(patch=first, by="ann", reason="it gives up too soon"),
        shadow,
        ev.CommandAccepted(command="c1", verb="veto", actor="ann", about=first, reason="it gives up too soon"),
        ev.HintGiven(hint=HintId("h1"), text="look at the dates", by="ann"),
        ev.HintTaken(hint=HintId("h1"), iteration=2),
        ev.LessonLearned(
            lesson=LessonId("l1"), iteration=2, patch=PatchId("p1"), verdict="good", text="dates matter",
            evidence=(), source="hint", worth=0.33,
        ),
    )  # fmt: skip
    return story.finish("vetoed")


def scored_story(*, test: bool) -> Story:
    """Seed and one node with real rollouts on dev, and on test if asked for: it passes more than the seed."""
    story = Story().start()
    tasks = [f"task-{number}" for number in range(8)]
    _batch(story, Purpose.SEED_DEV, tasks, 0, passed=4)
    story.admit(None, (), 0.5).iterate("n0")
    patch = story.propose("n0")
    story.check(patch)
    _batch(story, Purpose.DEV, tasks, 1, passed=7)
    story.admit(patch, ("n0",), 0.875).finish("admitted")
    if not test:
        return story
    story.seal("n1")
    for tree, passed in ((0, 3), (1, 5)):
        _batch(story, Purpose.TEST, tasks, tree, passed=passed)
    return story.test("n0", 0.375).test("n1", 0.625).done()


def _batch(story: Story, purpose: Purpose, tasks: list[str], tree: int, *, passed: int) -> None:
    split = Split.TEST if purpose is Purpose.TEST else Split.DEV
    named = [TaskId(f"{split}-{task}") for task in tasks]
    for number, rollout in enumerate(story.begin_all(purpose, named, tree)):
        story.end(rollout, Outcome.PASSED if number < passed else Outcome.FAILED)
