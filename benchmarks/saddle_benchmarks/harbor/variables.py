"""`${VAR}` in a task's `env`: a variable of yours, which you must have agreed to share.

A task folder is a stranger's text; without the agreement it could name your API key.
"""

import os
import re
from collections.abc import Collection, Mapping

from saddle_engine.errors import ConfigError

_REFERENCE = re.compile(r"\$\{(?P<name>[A-Za-z_]\w*)(?::-(?P<default>[^}]*))?\}")


def fill(
    env: Mapping[str, str],
    agreed: Collection[str],
    where: str,
    host: Mapping[str, str] = os.environ,
) -> dict[str, str]:
    """`env` with every reference replaced, by its default where it may not be read.

    Raises:
        ConfigError: a reference without a default to a variable that is unset or not agreed to.
    """

    def value(found: re.Match[str]) -> str:
        name, default = found["name"], found["default"]
        if name in agreed and host.get(name):
            return host[name]
        if default is not None:
            return default
        problem = (
            "it is not set"
            if name in agreed
            else f"share it with pass_env = [{name!r}] in [benchmark]"
        )
        raise ConfigError(f"{where} needs your environment variable {name}: {problem}")

    return {key: _REFERENCE.sub(value, text) for key, text in env.items()}
