"""A tool runs programs and has no way to give them the arguments they ask for."""

import re
from collections.abc import Iterator, Sequence

from saddle_benchmarks.bundled.simulated.optimizer import code
from saddle_benchmarks.bundled.simulated.optimizer.commands import TAKEN, Place, find
from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness
from saddle_benchmarks.bundled.simulated.optimizer.plan import (
    Plan,
    Symptom,
    Weakness,
    harmful,
    idle,
    right,
)
from saddle_benchmarks.bundled.simulated.optimizer.trace import Trace
from saddle_engine.types.taxonomy import SubType

USAGE = re.compile(
    r"\busage:|missing (an )?argument|argument\w* (is|are) (missing|required)", re.IGNORECASE
)
UNKNOWN = re.compile(r"unknown (arguments? )?\[?['\"]?\w+|unexpected argument", re.IGNORECASE)


def seen(trace: Trace) -> Symptom | None:
    for number, act in trace.acts():
        ran = act.exit_code is not None
        printed = "\n".join(act.printed.values())
        if ran and (USAGE.search(act.told or "") or USAGE.search(printed)):
            note = f"the program asks for an argument, which {act.tool} cannot give it"
            return Symptom(trace, number, number + 1, note)
        if act.told is None and UNKNOWN.search(trace.ending) and TAKEN.search(act.raw):
            note = f"{act.tool} was given an argument for the program, which it does not take"
            return Symptom(trace, number, number, note)
    return None


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    place = find(harness)
    if place and place.unused:
        return [_connect(place), *_idle(place), *_harmful(place)]
    return [*_right(place), *_idle(place), *_harmful(place)] if place else []


LIST = '{"type": "array", "items": {"type": "string"}, "description": "%s"}'
TEXT = '{"type": "string", "description": "%s"}'
COUNT = '{"type": "integer", "description": "%s"}'
IN_ORDER = LIST % "The program's arguments, in order."


def _right(place: Place) -> Iterator[Plan]:
    for title, name, schema in (
        ("Let programs be run with arguments", "arguments", IN_ORDER),
        ("Pass arguments on to programs", "args", LIST % "What the program is given, one by one."),
    ):
        risk = "arguments that a program does not expect"
        yield right(title, risk, *place.edits(name, schema, _with(place, f'"{name}") or []')))
    text = TEXT % "Arguments for the program, separated by spaces."
    yield right(
        "Take the arguments of a program as one text",
        "arguments with spaces in them",
        *place.edits("args", text, _with(place, '"args", "").split()')),
    )


def _connect(place: Place) -> Plan:
    """Use a parameter that is taken and ignored."""
    name = place.unused
    schema = place.tool.parameters.values[place.tool.arguments.index(name)]
    is_list = "array" in code.text(place.tool.source, schema)
    asked = f'"{name}") or []' if is_list else f'"{name}", "").split()'
    title = f"Pass {name} on to the program"
    return right(
        title, "arguments with spaces in them", *place.edits(name, "", _with(place, asked))
    )


def _idle(place: Place) -> Iterator[Plan]:
    for title, name, schema in (
        ("Accept arguments for programs", "arguments", IN_ORDER),
        ("Accept options for programs", "options", TEXT % "Options for the program."),
        ("Let the agent say why it runs a program", "reason", TEXT % "Why the program is run."),
    ):
        yield idle(title, "none that I can see", *place.edits(name, schema, ""))


def _harmful(place: Place) -> Iterator[Plan]:
    command, given = code.text(place.tool.source, place.command), place.tool.given
    with_words = _with(place, '"arguments") or []')
    yield harmful(
        "Try programs without arguments first",
        "programs take longer",
        *place.edits("arguments", IN_ORDER, f'{command} + "; " + {with_words}'),
    )
    times = f'min(int({given}.get("repeat") or 2), 3)'
    yield harmful(
        "Let a program be run several times at once",
        "programs take longer",
        *place.edits(
            "repeat",
            COUNT % "How often to run it, 2 or 3 times.",
            f'"; ".join([{command}] * {times})',
        ),
    )
    yield harmful(
        "Insist on an argument for every program",
        "programs that take none",
        *place.edits("arguments", IN_ORDER, with_words, required=True),
    )


def _with(place: Place, asked: str) -> str:
    """The command followed by the words that a call was given."""
    command, given = code.text(place.tool.source, place.command), place.tool.given
    return f'" ".join([{command}, *(shlex.quote(str(word)) for word in {given}.get({asked})])'


WEAKNESS = Weakness(
    SubType.ARGUMENT_CHANGE,
    clue="PARAMETERS|exec\\(|subprocess",
    cause="the tool runs programs by their name alone and cannot pass on an argument",
    rejected=(
        "the agent overlooked the argument: the tool's schema has no place for it",
        "the program is broken: it says what it wants",
    ),
    seen=seen,
    plans=plans,
)
