"""Boxes that are host folders: no isolation, for code that may run on the host."""

from saddle_engine.adapters.none.folders import HostFolders

__all__ = ["HostFolders"]
