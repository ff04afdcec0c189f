"""The repository of a run's harnesses, wherever the run was opened from."""

from pathlib import Path

from saddle_runs.folder import RunFolder


def repository(folder: RunFolder) -> Path:
    """The path of a bare repository that holds every version of the run; read it, never write to it.

    Blocks for a moment; call it from a thread where an event loop runs.

    Raises:
        JournalError: the run has none, or it is damaged.
        ConfigError: there is no git, or the user's cache cannot be used.
    """
    return folder.store
