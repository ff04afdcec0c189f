"""Boxes that are Docker containers."""

from saddle_engine.adapters.docker.boxes import DockerBoxes

__all__ = ["DockerBoxes"]
