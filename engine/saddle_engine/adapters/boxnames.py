"""Names of open boxes: stable, so two boxes of one name take turns."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary


class Names:
    """Which names are in use in this process."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._open: set[str] = set()

    @asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[None]:
        """Wait until nobody holds the name, then hold it."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            self._open.add(name)
            try:
                yield
            finally:
                self._open.discard(name)

    def __contains__(self, name: object) -> bool:
        return name in self._open
