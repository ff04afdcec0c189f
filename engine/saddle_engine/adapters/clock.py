"""The system's clock."""

import asyncio
import time


class SystemClock:
    """The port `Clock` over the operating system."""

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return time.time()  # noqa: TID251 - this is the Clock port

    def monotonic(self) -> float:
        """Seconds that only grow."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        await asyncio.sleep(seconds)
