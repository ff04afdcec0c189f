"""For each weakness of `react` one edit that mends it, and edits that are over-broad."""

from collections.abc import Mapping

from saddle_engine.types.patch import Edit, ReplaceText, WriteFile
from saddle_engine.types.taxonomy import SubType

PROMPT = "prompts/system.md"
LAST_RULE = "- When nothing is left to do"
ROUND_RULE = "- Round every number that you report to a whole number.\n"
HOOKS = "middleware/hooks.json"


def add_rule(rule: str) -> Edit:
    """A rule before the last one."""
    return ReplaceText(path=PROMPT, old=LAST_RULE, new=f"- {rule}\n{LAST_RULE}")


READ_PAGE = '''\
"""Read on in a long text file."""

from typing import Any

NAME = "read_page"
DESCRIPTION = "Shows 2,000 characters of a text file, from an offset on."
PARAMETERS = {
    "path": {"type": "string", "description": "Which file, relative to the working folder."},
    "offset": {"type": "integer", "description": "How many characters to leave out."},
}
REQUIRED = ["path", "offset"]


def run(pipe: Any, arguments: dict[str, Any]) -> str:
    start = int(arguments["offset"])
    return str(pipe.read(arguments["path"])["content"][start : start + 2_000])
'''

FIXES: Mapping[SubType, tuple[Edit, ...]] = {
    SubType.RULE_ADDITION: (add_rule("Before you finish, check the result that you wrote."),),
    SubType.RULE_MODIFICATION: (
        ReplaceText(path=PROMPT, old=ROUND_RULE, new="- Never round a number that you report.\n"),
    ),
    SubType.NEW_TOOL: (WriteFile(path="tools/read_page.py", text=READ_PAGE),),
    SubType.ARGUMENT_CHANGE: (
        ReplaceText(
            path="tools/run_program.py",
            old='name, nothing else."},\n',
            new='name, nothing else."},\n'
            '    "args": {"type": "array", "items": {"type": "string"}, "description": "Arguments."},\n',
        ),
        ReplaceText(
            path="tools/run_program.py",
            old='    command = f"./{name}"\n',
            new='    command = [f"./{name}", *map(str, arguments.get("args", []))]\n',
        ),
    ),
    SubType.IMPLEMENTATION_FIX: (
        ReplaceText(
            path="tools/run_program.py",
            old='    return str(done["stdout"])\n',
            new="    return f\"{done['stdout']}stderr: {done['stderr']}exit code: {done['exit_code']}\"\n",
        ),
    ),
    SubType.DESCRIPTION_FIX: (
        ReplaceText(
            path="tools/file_size.py",
            old="The size is given in kilobytes.",
            new="The size is given in bytes.",
        ),
    ),
    SubType.PRE_TOOL_HOOK: (
        WriteFile(
            path=HOOKS,
            text='[{"tool": "finish", "when": "first_call", "reminder": "Before you finish, read the instruction again and '
            'do what is still missing."}]\n',
        ),
    ),
    SubType.INFRASTRUCTURE_CHANGE: (
        ReplaceText(path="middleware/limits.py", old="MAX_STEPS = 10\n", new="MAX_STEPS = 30\n"),
    ),
    SubType.LOOP_CHANGE: (
        ReplaceText(
            path="middleware/loop.py",
            old='                return end(pipe, f"gave up after a tool error: {error}")\n',
            new="                results.append(result(call, str(error), is_error=True))\n"
            "                continue\n",
        ),
    ),
}

OVER_BROAD: Mapping[str, tuple[Edit, ...]] = {
    "run everything twice": (add_rule("Run every program twice to be sure of what it prints."),),
    "explain everywhere": (add_rule("Explain your reasoning in every file that you write."),),
    "a hook on every call": (
        WriteFile(
            path=HOOKS,
            text='[{"tool": "*", "when": "every_call", "reminder": "Before you finish, read the '
            'instruction again and do what is still missing."}]\n',
        ),
    ),
    "retry what fails": (
        ReplaceText(
            path="tools/run_program.py",
            old='    if done["timed_out"]:\n',
            new='    if done["exit_code"]:\n'
            "        done = pipe.exec(command, timeout_s=TIMEOUT_S)\n"
            '    if done["timed_out"]:\n',
        ),
    ),
}
