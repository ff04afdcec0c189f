"""A limit on a container's own files, where Docker's file system can set one."""

from typing import Any

from docker import DockerClient
from docker.errors import APIError

REFUSED = ("storage-opt", "storage opt", "pquota")
"""Words of Docker's refusals: overlay needs xfs mounted with pquota, others cannot do it at all."""


class Quota:
    """Learns from the first refusal."""

    def __init__(self) -> None:
        self._works = True

    def create(
        self, client: DockerClient, name: str, limit_mb: int, options: dict[str, Any]
    ) -> int:
        """Create a container; the limit that Docker does not hold itself, in MB, or 0.

        Args:
            client: of the Docker engine.
            name: of the container.
            limit_mb: 0 for none.
            options: all other keywords of `containers.create`.

        Raises:
            DockerException: it was not created.
        """
        if limit_mb and self._works:
            sized = {**options, "storage_opt": {"size": f"{limit_mb}m"}}
            try:
                client.containers.create(name=name, **sized)
            except APIError as why:
                if not any(word in str(why).lower() for word in REFUSED):
                    raise
                self._works = False
            else:
                return 0
        client.containers.create(name=name, **options)
        return limit_mb
