"""A line between a client and the server, as lines are: slow, far away, cut, or silent."""

import socket
import struct
import threading
import time
from contextlib import suppress
from typing import Self

TICK_S = 0.02
NOTHING_LEFT = struct.pack("ii", 1, 0)
"""Linger for no time: the other side is told that the connection was reset."""


class Line:
    """Connections to its port go on to the server's."""

    def __init__(self, port: int, *, bytes_a_second: int = 0, delay_s: float = 0.0) -> None:
        """A line that does not forward yet.

        Args:
            port: of the server.
            bytes_a_second: in each direction; 0 for as many as come.
            delay_s: each way.
        """
        self._server, self._rate, self._delay_s = port, bytes_a_second, delay_s
        self._listens = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listens.getsockname()[1]
        self._over, self._silent = threading.Event(), threading.Event()
        self._ends: list[socket.socket] = []
        self._threads = [threading.Thread(target=self._accept)]

    def __enter__(self) -> Self:
        self._threads[0].start()
        return self

    def __exit__(self, *failure: object) -> None:
        self._over.set()
        self._listens.shutdown(socket.SHUT_RDWR)
        self.cut()
        for thread in self._threads:
            thread.join()
        self._listens.close()

    def fall_silent(self) -> None:
        """Forward nothing more, and tell nobody."""
        self._silent.set()

    def cut(self) -> None:
        """Both sides are told that the connection is no more."""
        for end in self._ends:
            with suppress(OSError):
                end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NOTHING_LEFT)
                end.shutdown(socket.SHUT_RD)
                end.close()

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                client, _ = self._listens.accept()
            except OSError:
                return
            server = socket.create_connection(("127.0.0.1", self._server))
            # What the system keeps would hide how slow the line is.
            for end in (client, server) if self._rate else ():
                end.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            self._ends += [client, server]
            for source, sink in ((client, server), (server, client)):
                thread = threading.Thread(target=self._forward, args=(source, sink))
                self._threads.append(thread)
                thread.start()

    def _forward(self, source: socket.socket, sink: socket.socket) -> None:
        under_way: list[tuple[float, bytes]] = []
        source.settimeout(TICK_S)
        most = max(1, int(self._rate * TICK_S)) if self._rate else 65536
        while not self._over.is_set():
            begun = time.monotonic()
            try:
                read = source.recv(most)
                if not read:
                    break
                under_way.append((begun + self._delay_s, read))
                time.sleep(len(read) / self._rate if self._rate else 0)
            except TimeoutError:
                pass
            except OSError:
                break
            while under_way and under_way[0][0] <= time.monotonic():
                _, due = under_way.pop(0)
                if not self._silent.is_set():
                    with suppress(OSError):
                        sink.sendall(due)
        if not self._silent.is_set():
            with suppress(OSError):
                sink.shutdown(socket.SHUT_WR)
