"""The Diagnosis-Patch agent: traces, then a suspicion, then sources, then a patch."""

import re
from collections.abc import Iterable
from random import Random

from saddle_benchmarks.bundled.simulated.optimizer import choosing
from saddle_benchmarks.bundled.simulated.optimizer.harness import MANIFEST, Harness, read_harness
from saddle_benchmarks.bundled.simulated.optimizer.plan import Plan
from saddle_benchmarks.bundled.simulated.optimizer.reply import Call, Say
from saddle_benchmarks.bundled.simulated.optimizer.session import Json, Session, objects
from saddle_benchmarks.bundled.simulated.optimizer.suspects import Suspect, choose, suspects
from saddle_benchmarks.bundled.simulated.optimizer.trace import Trace, read_trace

CHECKED = 0.3
"""How often a patch is tried before it is proposed."""
FILES_READ = 12
GO_ON = re.compile(r"; go on with (first_step|first_line)=(\d+)$")
BASICS = (Call("list_traces"), Call("list_files"), Call("read_file", {"path": MANIFEST}))
NOTHING = Say(
    "Nothing to propose.",
    (Call("no_patch", {"reason": "I found no cause that a patch of this phase could remove."}),),
)


def diagnose(session: Session, draw: int) -> Say:
    """The next turn of the session."""
    if missing := [call for call in BASICS if session.wants(call.tool, **call.arguments)]:
        return Say("First the traces and the files.", tuple(missing))
    failing = [row for row in _rows(session) if row.get("outcome") != "passed"]
    if unread := _unread(session, failing):
        return Say("Now the failing traces, from beginning to end.", unread)
    found = [
        suspect
        for suspect in suspects([_trace(session, row) for row in failing], _allowed(session))
        if suspect.first or not _solved_nothing(session, suspect)
    ]
    pursued = [s for s in found if _tried_clue(session, s)]
    harness = read_harness(session)
    for suspect in sorted(pursued, key=lambda s: _turn_of(session, s)):
        if files := _files(session, harness, suspect):
            return Say("These sources may be responsible.", files)
        if plans := choosing.plans(harness, suspect):
            return _patch(session, suspect, plans, draw)
    left = [suspect for suspect in found if suspect not in pursued]
    chosen = choose(left, draw) if left else None
    return _pursue(chosen) if chosen else NOTHING


def _rows(session: Session) -> list[Json]:
    listed = session.made("list_traces")
    rows = objects(listed[-1].result) if listed else []
    return rows or session.rows("Traces of this mini-batch")


def _solved_nothing(session: Session, suspect: Suspect) -> bool:
    """Whether a lesson says so of such a patch: enough to drop what explains no trace best."""
    lessons = session.section("Lessons").splitlines()
    word = f"({suspect.weakness.subtype})"
    return any(word in line and "ineffective:" in line for line in lessons)


def _allowed(session: Session) -> list[str]:
    named = re.search(r"^allowed subtypes: (.*)$", session.section("Assignment"), re.MULTILINE)
    return [name.strip() for name in named[1].split(",")] if named else []


def _unread(session: Session, rows: Iterable[Json]) -> tuple[Call, ...]:
    """The next page of every trace that was not read to its end."""
    calls = []
    for row in rows:
        pages = [
            u.result for u in session.made("read_trace") if u.arguments["rollout"] == row["rollout"]
        ]
        more = GO_ON.search(pages[-1].partition("\n")[0]) if pages else None
        if pages and not more:
            continue
        first = {"first_step": int(more[2])} if more else {}
        if session.wants("read_trace", rollout=row["rollout"], **first):
            calls.append(Call("read_trace", {"rollout": row["rollout"], **first}))
    return tuple(calls)


def _trace(session: Session, row: Json) -> Trace:
    pages = [
        u.result for u in session.made("read_trace") if u.arguments["rollout"] == row["rollout"]
    ]
    return read_trace(str(row["rollout"]), str(row["task"]), pages)


def _pursue(suspect: Suspect) -> Say:
    shown = "; ".join(
        f"{s.trace.rollout} steps {s.first_step}-{s.last_step}: {s.note}" for s in suspect.symptoms
    )
    call = Call("grep", {"pattern": suspect.weakness.clue})
    return Say(f"{shown}. I suspect that {suspect.weakness.cause}.", (call,))


def _tried_clue(session: Session, suspect: Suspect) -> bool:
    return session.tried("grep", pattern=suspect.weakness.clue)


def _turn_of(session: Session, suspect: Suspect) -> int:
    patterns = [use.arguments.get("pattern") for use in session.uses if use.tool == "grep"]
    return patterns.index(suspect.weakness.clue)


def _files(session: Session, harness: Harness, suspect: Suspect) -> tuple[Call, ...]:
    """What has to be read: files of the layer that have the clue, or are no code."""
    found = [u for u in session.made("grep") if u.arguments["pattern"] == suspect.weakness.clue]
    hits = {line.partition(":")[0] for use in found for line in use.result.split("\n")[1:]}
    wanted = [
        path
        for path in harness.listed(suspect.weakness.subtype.layer)
        if path in hits or not path.endswith(".py")
    ]
    return tuple(_reads(session, wanted[:FILES_READ]))


def _reads(session: Session, paths: Iterable[str]) -> Iterable[Call]:
    for path in paths:
        pages = [u for u in session.made("read_file") if u.arguments["path"] == path]
        more = GO_ON.search(pages[-1].result.partition("\n")[0]) if pages else None
        first = {"first_line": int(more[2])} if more else {}
        if (more or not pages) and session.wants("read_file", path=path, **first):
            yield Call("read_file", {"path": path, **first})


def _patch(session: Session, suspect: Suspect, plans: list[Plan], draw: int) -> Say:
    refused = [use.arguments.get("edits") for use in session.uses if _refused(use.tool, use.result)]
    left = [plan for plan in plans if choosing.edits(plan) not in refused]
    if not left or len(refused) > 1:
        return NOTHING
    checks = [u.arguments.get("edits") for u in session.made("check_patch")]
    checked = [plan for plan in left if choosing.edits(plan) in checks]
    plan = checked[-1] if checked else choosing.choose(left, draw)
    if checked or refused or Random(f"{draw}:check").random() >= CHECKED:
        return Say(f"{plan.title}.", (Call("propose_patch", choosing.proposal(suspect, plan)),))
    arguments = {"edits": choosing.edits(plan), "subtype": suspect.weakness.subtype.value}
    return Say(f"I try this first: {plan.title}.", (Call("check_patch", arguments),))


def _refused(tool: str, result: str) -> bool:
    return tool in {"check_patch", "propose_patch"} and "refused" in result.partition("\n")[0]
