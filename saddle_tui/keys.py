"""The key of a provider: read by the engine alone, and kept out of everything that it starts."""

import os
import stat
from pathlib import Path

from saddle_engine.errors import ConfigError
from saddle_tui.settings import ModelSection

MAX_BYTES = 10_000
SECRET = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS")
"""Variables that may hold a key, whatever the config names."""


def key_of(section: ModelSection) -> str:
    """The key, from its 0600 file if the config names one, else from the environment.

    Raises:
        ConfigError: there is none, or its file can be read by others.
    """
    if section.key_file is not None:
        return _from_file(Path(section.key_file).expanduser())
    key = os.environ.get(section.key_env, "").strip()
    if not key:
        raise ConfigError(
            f"the provider {section.provider} needs a key and the variable {section.key_env} is "
            "empty; export it, or name a 0600 file in key_file"
        )
    return _printable(key, f"the variable {section.key_env}")


def hide_keys(sections: list[ModelSection]) -> None:
    """Take the keys out of this process's environment, so that no child can inherit them."""
    for name in (*SECRET, *(section.key_env for section in sections)):
        os.environ.pop(name, None)


def _from_file(path: Path) -> str:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise ConfigError(f"reading the key file {path}: {error.strerror}") from error
    try:
        _check(os.fstat(descriptor), path)
        text = os.read(descriptor, MAX_BYTES).decode("utf-8", "replace").strip()
    finally:
        os.close(descriptor)
    if not text:
        raise ConfigError(f"the key file {path} is empty")
    return _printable(text, f"the key file {path}")


def _check(status: os.stat_result, path: Path) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise ConfigError(f"the key file {path} is no plain file")
    if status.st_mode & 0o077:
        mode = stat.S_IMODE(status.st_mode)
        raise ConfigError(
            f"the key file {path} has mode {mode:04o} and others may read it; chmod 600 it"
        )


def _printable(key: str, where: str) -> str:
    if not (key.isascii() and key.isprintable() and " " not in key):
        raise ConfigError(f"{where} does not hold a key: it has spaces or letters no key has")
    return key
