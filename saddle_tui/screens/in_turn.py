"""One key after the other: the next one is handed on when all that the last one opened is there.

Keys that come in one go, from quick fingers or over a slow line, would else all be meant for the window in
which the first of them was pressed: after `/` the letters of a filter would act as keys.
"""

import time
from collections import deque
from typing import Any

from textual.app import App
from textual.driver import Driver
from textual.events import Event, Key, Paste
from textual.message import Message
from textual.screen import Screen

PATIENCE_S = 2.0
"""Whoever got a key and was not done with it by then is waited for no more."""


class Through(Message):
    """Follows a key: whoever gets it has had that key."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.event = event


class InTurn(App[None]):
    """An app that hands on what is typed one by one."""

    def __init__(self, driver_class: type[Driver]) -> None:
        super().__init__(driver_class=driver_class)
        self._typed: deque[Event] = deque()
        """The first one is on its way."""
        self._where: Screen[Any] | None = None
        self._since = 0.0

    async def on_event(self, event: Event) -> None:
        """Whatever is not typed goes on at once."""
        if not isinstance(event, Key | Paste) or event.is_forwarded:
            await super().on_event(event)
            return
        self._typed.append(event)
        if len(self._typed) > 1 and time.monotonic() - self._since > PATIENCE_S:
            self._typed.popleft()
            await self._hand_on()
        elif len(self._typed) == 1:
            await self._hand_on()

    async def on_through(self, message: Through) -> None:
        """The next one, once a window that has come up or gone meanwhile is done with that."""
        if not self._typed or message.event is not self._typed[0] or not self.screen_stack:
            return
        if self.screen is not self._where and self._follow(message.event):
            return
        self._typed.popleft()
        if self._typed:
            await self._hand_on()

    async def _hand_on(self) -> None:
        event = self._typed[0]
        target = self.focused or self.screen
        self._where, self._since = self.screen, time.monotonic()
        await super().on_event(event)
        if self.screen is self._where or not self._follow(event):
            target.post_message(Through(event))

    def _follow(self, event: Event) -> bool:
        self._where = self.screen
        return self.screen.post_message(Through(event))
