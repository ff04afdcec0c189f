"""One module a tool: NAME, DESCRIPTION, PARAMETERS (JSON schemas), REQUIRED and run."""


class ToolError(Exception):
    """The tool cannot do what was asked; the message says why."""
