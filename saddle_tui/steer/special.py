"""The two verbs that need more than a word to the engine: `edit` makes edits first, `fork` a run."""

import sys
from dataclasses import replace
from pathlib import Path

from saddle_engine.commands import Command
from saddle_engine.errors import ConfigError, SaddleError
from saddle_engine.steering import decide
from saddle_tui.editing import Draft, changed, edits_of, place_of, prepare, run_editor
from saddle_tui.nodes import node_named
from saddle_tui.steer.doing import Desk, Done, carry_out, standing_done


def carry_out_edit(desk: Desk, command: Command, files: list[str]) -> Done:
    """Check the operator's version of a held patch: from files, or from an editor on this terminal.

    Raises:
        ConfigError: a file cannot be used, or the editor failed; what was typed is kept.
    """
    patch = str(command.arguments["patch"])
    probe = _with(command, edits="?")
    if desk.dry or isinstance(decide(desk.state, probe), str):
        return carry_out(desk, probe)
    draft = prepare(desk.folder, patch)
    edits = _from_files(draft, files) if files else _from_editor(draft)
    if not edits:
        draft.discard()
        note = f"{patch} is as it was: nothing was edited"
        return replace(standing_done(desk, command), note=note)
    try:
        done = carry_out(desk, _with(command, edits=edits))
    except SaddleError as why:
        raise why if files else draft.kept(why) from why
    if done.problem and not files:
        return replace(done, problem=str(draft.kept(done.problem)))
    draft.discard()
    return done


def carry_out_fork(desk: Desk, command: Command, name: str | None) -> Done:
    """Begin a run with a node of this one; its own engine works on it.

    Raises:
        ConfigError: there is no such node, or its harness or configuration cannot be used any more.
    """
    from saddle_tui.forking import fork  # with all that a run needs

    node = str(command.arguments["node"])
    chosen = node_named(desk.state, node, f"{desk.folder.name}:{node}")
    if desk.dry:
        return replace(standing_done(desk, command), changed=True)
    made = fork(desk.folder, node, name, by=command.actor, reason=command.why)
    known = _with(command, node=chosen.id, run=made.id)
    facts = {"fork": {"run": made.id, "name": made.name, "path": str(made.path)}}
    return Done(desk.folder, known, desk.dry, facts, changed=True)


def _with(command: Command, **more: object) -> Command:
    return command.model_copy(update={"arguments": {**command.arguments, **more}})


def _from_files(draft: Draft, words: list[str]) -> list[dict[str, object]]:
    known = {path: draft.patched.get(path, b"") for path in changed(draft.before, draft.patched)}
    wanted: dict[str, bytes | None] = {}
    try:
        for word in words:
            path, equals, name = word.rpartition("=")
            wanted[path if equals else place_of(name, known)] = _content(name)
        return edits_of(draft.before, draft.patched, wanted)
    except UnicodeDecodeError as why:
        raise ConfigError(f"a file of {' '.join(words)} is no UTF-8 text") from why
    finally:
        draft.discard()


def _content(name: str) -> bytes:
    try:
        return Path(name).read_bytes()
    except OSError as why:
        raise ConfigError(f"cannot read {name}: {why.strerror}") from why


def _from_editor(draft: Draft) -> list[dict[str, object]]:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        draft.discard()
        raise ConfigError(
            "edit opens an editor, which needs a terminal; without one name files: "
            f"edit {draft.patch} PATH=FILE"
        )
    run_editor(draft)
    return draft.edits()
