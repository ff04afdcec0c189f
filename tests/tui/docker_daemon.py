"""A Docker engine that is made of answers."""

import json
import socketserver
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from urllib.parse import unquote

INFO: Mapping[str, Any] = {
    "ServerVersion": "27.1.0", "OSType": "linux", "Architecture": "x86_64", "Driver": "overlay2",
    "DriverStatus": [["Backing Filesystem", "extfs"]], "DockerRootDir": "/var/lib/docker",
    "CgroupVersion": "2", "MemoryLimit": True, "SwapLimit": True, "PidsLimit": True,
    "CpuCfsQuota": True, "SecurityOptions": ["name=seccomp,profile=default"],
}  # fmt: skip


@contextmanager
def daemon(
    socket: Path, info: Mapping[str, Any] = INFO, images: frozenset[str] = frozenset()
) -> Iterator[Path]:
    """An engine at a socket that has these images."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = unquote(self.path)
            name = path.partition("/images/")[2].removesuffix("/json")
            if path.endswith("/version"):
                self._say(200, {"ApiVersion": "1.43", "MinAPIVersion": "1.24"})
            elif path.endswith("/info"):
                self._say(200, info)
            else:
                self._say(200 if name in images else 404, {"message": "No such image"})

        def _say(self, status: int, body: Mapping[str, Any]) -> None:
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Content-Type", "application/json")
            self.end_headers()
            self.wfile.write(content)

        def address_string(self) -> str:
            return "client"

        def log_message(self, format: str, *args: object) -> None:
            pass

    with socketserver.ThreadingUnixStreamServer(str(socket), Answers) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield socket
        finally:
            server.shutdown()
            thread.join()
