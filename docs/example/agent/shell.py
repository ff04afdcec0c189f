"""The only tool: one command line in the task's folder."""

DESCRIPTION = "Run a command line in the working folder and see what it prints."
TOOL = {
    "name": "bash",
    "description": DESCRIPTION,
    "input_schema": {
        "type": "object",
        "properties": {"command": {"type": "string"}},
        "required": ["command"],
    },
}


def bash(pipe, command):
    done = pipe.exec(command)
    return done["stdout"] + done["stderr"] + f"\nexit code {done['exit_code']}"
