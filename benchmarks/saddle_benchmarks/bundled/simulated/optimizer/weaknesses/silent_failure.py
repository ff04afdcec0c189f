"""A program fails or complains, and the tool that ran it does not say so."""

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from saddle_benchmarks.bundled.simulated.optimizer import code
from saddle_benchmarks.bundled.simulated.optimizer.harness import Harness, Source
from saddle_benchmarks.bundled.simulated.optimizer.plan import (
    Plan,
    Symptom,
    Weakness,
    harmful,
    idle,
    right,
)
from saddle_benchmarks.bundled.simulated.optimizer.trace import Act, Trace
from saddle_engine.types.patch import ReplaceText
from saddle_engine.types.taxonomy import Layer, SubType

STATUS = re.compile(r"\bexit(s with)?[ -]?(an? )?(status|code)|return code", re.IGNORECASE)
USAGE = re.compile(r"\busage\b", re.IGNORECASE)


def seen(trace: Trace) -> Symptom | None:
    for number, act in trace.acts():
        if _dropped(act, trace.instruction):
            note = f"{act.tool} did not pass on what the program said besides its output"
            return Symptom(trace, number, number + 1, note)
    return None


def _dropped(act: Act, instruction: str) -> bool:
    """Whether errors or an exit status that matters are missing from what the agent was told."""
    if act.told is None or act.exit_code is None:
        return False
    complaint = act.printed.get("stderr", "").strip()
    unsaid = complaint and complaint not in act.told
    matters = act.exit_code or STATUS.search(instruction)
    status = matters and not re.search(rf"\b{act.exit_code}\b", act.told)
    return bool((unsaid or status) and not USAGE.search(act.told))


@dataclass(frozen=True)
class Place:
    """A function that returns the output of a command and nothing else of it."""

    source: Source
    command: ast.Assign
    back: ast.Return
    done: str

    @property
    def dot(self) -> bool:
        """Whether the parts of the outcome are attributes, not keys."""
        return f"{self.done}.stdout" in code.text(self.source, self.back)

    def part(self, name: str) -> str:
        """The source of one part of the outcome."""
        return f"{self.done}.{name}" if self.dot else f'{self.done}["{name}"]'

    @property
    def error(self) -> str:
        """An exception that this file raises already."""
        raised = re.search(r"\braise (\w+)\(", self.source.text)
        return raised[1] if raised else "RuntimeError"

    def instead(self, *lines: str) -> ReplaceText:
        """Other lines in the place of the return."""
        between = "\n" + code.indent(self.back)
        return code.swap(self.source, self.back, between.join(lines))

    def after_command(self, *lines: str) -> ReplaceText:
        """More lines after the command."""
        between = "\n" + code.indent(self.command)
        new = between.join([code.text(self.source, self.command), *lines])
        return code.swap(self.source, self.command, new)


def find(harness: Harness) -> Place | None:
    """The first tool that runs what it was asked to and drops its complaints."""
    for source in harness.of(Layer.TOOL, ".py"):
        tree = code.parse(source)
        if tree is None or "stderr" in source.text:
            continue
        for function in code.functions(tree):
            if place := _place(source, function):
                return place
    return None


def _place(source: Source, function: ast.AST) -> Place | None:
    commands = [
        node
        for node in ast.walk(function)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _runs(node)
    ]
    for command in commands:
        done = code.called(command.targets[0])
        for back in (node for node in ast.walk(function) if isinstance(node, ast.Return)):
            if back.value and re.search(rf"\b{done}\b.*stdout", code.text(source, back)):
                return Place(source, command, back, done)
    return None


def _runs(node: ast.Assign) -> bool:
    """Whether a command is run that is not always the same."""
    found = code.calls(node.value, "exec", "run")
    return any(call.args and not isinstance(call.args[0], ast.Constant) for call in found)


def plans(harness: Harness, symptoms: Sequence[Symptom]) -> list[Plan]:
    place = find(harness)
    return [*_right(place), *_idle(place), *_harmful(place)] if place else []


def _right(place: Place) -> Iterator[Plan]:
    out, err = place.part("stdout"), place.part("stderr")
    status = place.part("returncode" if place.dot else "exit_code")
    for title, lines in {
        "Pass on errors and the exit status of a program": (
            f'return f"{{{out}}}{{{err}}}\\nexit status: {{{status}}}"'.replace('"]', "']").replace(
                '["', "['"
            ),
        ),
        "Report what a program says on its error channel": (
            f'told = "standard output:\\n" + str({out})',
            f'told += "\\nstandard error:\\n" + str({err})',
            f'return told + "\\nexit status: " + str({status})',
        ),
        "Name output, errors and exit status apart": (
            f'parts = {{"output": {out}, "errors": {err}, "exit status": {status}}}',
            'return "\\n".join(f"{name}: {part}" for name, part in parts.items())',
        ),
    }.items():
        yield right(title, "longer results", place.instead(*lines))


def _idle(place: Place) -> Iterator[Plan]:
    out = f"str({place.part('stdout')})"
    for title, value in {
        "Trim what a program prints": f"{out}.rstrip()",
        "Say so when a program prints nothing": f'{out} or "(the program printed nothing)"',
        "Give the output of a program a heading": f'"output:\\n" + {out}',
    }.items():
        yield idle(title, "none that I can see", place.instead(f"return {value}"))


def _harmful(place: Place) -> Iterator[Plan]:
    again = code.text(place.source, place.command)
    status = place.part("returncode" if place.dot else "exit_code")
    yield harmful(
        "Run a program again to see whether its result is stable",
        "programs take longer",
        place.after_command(again),
    )
    yield harmful(
        "Give a program three runs and keep the last result",
        "programs take longer",
        place.after_command("for _ in range(2):", f"    {again}"),
    )
    yield harmful(
        "Treat a program that ends with a status as failed",
        "programs that end with a status on purpose",
        place.after_command(
            f"if {status}:", f'    raise {place.error}("the program failed with " + str({status}))'
        ),
    )


WEAKNESS = Weakness(
    SubType.IMPLEMENTATION_FIX,
    clue="stdout|stderr|exit_code|returncode",
    cause="the tool returns the standard output of a program and drops its errors and exit status",
    rejected=(
        "the program is broken: it says clearly what it found",
        "the agent did not look: there was nothing in the result to look at",
    ),
    seen=seen,
    plans=plans,
)
