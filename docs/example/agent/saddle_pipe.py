"""The client of a saddle-tui harness: one file, standard library only, wire version 1.

A harness runs without network or keys. Everything it can do goes through one Unix socket:

    pipe = Pipe()
    task = pipe.task()
    reply = pipe.messages({"model": task["model"], "max_tokens": 4096, "messages": [...]})
    done = pipe.exec("make test")
    pipe.finish("all tests pass")

A harness that works in parallel gives each thread of work its own lane with a fixed name
(`Pipe(lane="reviewer")`), so that a recording can be matched to it again.
"""

from __future__ import annotations

import json
import os
import socket
from typing import Any


class PipeError(Exception):
    """The other side refused a request: 400 and the like are the harness's own mistakes.

    409 comes after `finish`, 410 when the rollout is being ended; both mean: stop.
    """

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(f"{kind}: {message}")
        self.status = status
        self.kind = kind
        self.message = message


class Pipe:
    """All requests of one lane; safe to share between threads only if they take turns."""

    def __init__(self, lane: str = "") -> None:
        self.lane = lane
        self.path = os.environ["SADDLE_SOCKET"]
        self.elapsed = 0.0
        """Seconds of this rollout so far; limits are charged by this clock."""

    def task(self) -> dict[str, Any]:
        """`{instruction, model, limits: {seconds, steps, tokens, usd}, workdir}`."""
        return self._ask("GET", "/v1/task")

    def messages(self, body: dict[str, Any]) -> dict[str, Any]:
        """One reply of the model to a body of the Messages API."""
        return self._post("/v1/messages", body)

    def exec(
        self,
        command: str | list[str],
        cwd: str | None = None,
        timeout_s: float | None = None,
        stdin: str | None = None,
    ) -> dict[str, Any]:
        """Run a command in the task's box: `{exit_code, stdout, stderr, timed_out, truncated}`."""
        body = {"command": command, "cwd": cwd, "timeout_s": timeout_s, "stdin": stdin}
        return self._post("/v1/env/exec", body)

    def read(
        self, path: str, offset: int | None = None, limit: int | None = None
    ) -> dict[str, Any]:
        """Text of a file in the task's box: `{content, size}`; offset, limit, size in bytes."""
        return self._post("/v1/env/read", {"path": path, "offset": offset, "limit": limit})

    def write(self, path: str, content: str) -> dict[str, Any]:
        """Write a whole file in the task's box: `{size}` in bytes."""
        return self._post("/v1/env/write", {"path": path, "content": content})

    def batch(self, requests: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Several environment requests, one after the other: `[{"exec": {...}}, {"read": {...}}]`.

        Returns one `{"status": 200, "body": {...}}` each, in the same order; an item that is
        refused has its own status and `{kind, message}`, and the next ones run all the same.
        """
        replies: list[dict[str, Any]] = self._post("/v1/env/batch", {"requests": requests})[
            "replies"
        ]
        return replies

    def finish(self, output: Any = None) -> dict[str, Any]:
        """Say that the work is done; nothing can be asked afterwards."""
        return self._post("/v1/finish", {"output": output})

    def _post(self, route: str, body: dict[str, Any]) -> dict[str, Any]:
        if not route.startswith("/v1/messages"):
            body = {name: value for name, value in body.items() if value is not None}
        return self._ask("POST", route, json.dumps(body).encode())

    def _ask(self, method: str, route: str, body: bytes | None = None) -> dict[str, Any]:
        """One request on a connection of its own, without a time-out: limits are kept outside."""
        headers = {"Content-Type": "application/json", "Connection": "close"}
        if self.lane:
            headers["x-saddle-lane"] = self.lane
        connection = _connect(self.path)
        try:
            connection.request(method, route, body, headers)
            response = connection.getresponse()
            text = response.read()
        finally:
            connection.close()
        self.elapsed = float(response.headers.get("x-saddle-elapsed", self.elapsed))
        if response.status != 200:
            raise _error(response.status, text)
        reply: dict[str, Any] = json.loads(text)
        return reply


def _connect(path: str) -> Any:
    from http.client import HTTPConnection  # 20 ms that a harness's import check need not pay

    connection = HTTPConnection("saddle")
    connection.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.sock.connect(path)
    return connection


def _error(status: int, text: bytes) -> PipeError:
    """Our errors are `{kind, message}`, the model provider's `{"error": {"type", "message"}}`."""
    try:
        said = json.loads(text)
        said = said.get("error", said)
        return PipeError(status, str(said.get("kind") or said.get("type")), str(said["message"]))
    except (ValueError, KeyError, AttributeError, TypeError):
        return PipeError(status, "unreadable", text[:200].decode("utf-8", "replace"))
