"""Removing containers and frozen images of boxes: one box's, or what dead engines left."""

from collections.abc import Container
from contextlib import suppress

from docker import DockerClient
from docker.errors import APIError, NotFound

from saddle_engine.adapters.docker.spec import BOX, OWNER, RUN, container_name
from saddle_engine.adapters.processes import owner_is_dead


def remove(client: DockerClient, container: str, frozen: str) -> None:
    """Remove one box; it is no error when there is nothing."""
    with suppress(NotFound):
        client.api.remove_container(container, v=True, force=True)
    with suppress(NotFound):
        client.api.remove_image(frozen, force=True)


def reap(client: DockerClient, run: str, in_use: Container[str]) -> int:
    """Remove what carries our labels and is no open box; how many things there were.

    Things of another run go only when their engine is certainly dead; things without our labels
    are never touched.
    """
    filters = {"label": [RUN, BOX, OWNER]}
    removed = 0
    for found in client.api.containers(all=True, filters=filters):
        if _is_left(found["Labels"], run, in_use):
            with suppress(APIError):  # it goes by itself, or at the next reaping
                client.api.remove_container(found["Id"], v=True, force=True)
                removed += 1
    for found in client.api.images(filters=filters):
        if _is_left(found["Labels"], run, in_use):
            with suppress(APIError):  # a box in use started from it
                client.api.remove_image(found["Id"], force=True)
                removed += 1
    return removed


def _is_left(labels: dict[str, str], run: str, in_use: Container[str]) -> bool:
    if labels[RUN] == run:
        return container_name(run, labels[BOX]) not in in_use
    return owner_is_dead(labels[OWNER])
