"""A headless Chromium, spoken to through the pipe of its DevTools protocol."""

import base64
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

WAIT_S = 60.0
FOUND = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
    "--no-default-browser-check", "--mute-audio", "--hide-scrollbars", "--force-color-profile=srgb",
)  # fmt: skip
WIRED = """
import os, sys
hears, says, *words = sys.argv[1:]
for end, pipe in ((3, os.dup(os.dup(int(hears)))), (4, os.dup(os.dup(int(says))))):
    os.dup2(pipe, end)
os.execv(words[0], words)
"""
"""DevTools reads descriptor 3 and writes 4, whatever ours are called."""


@dataclass
class Chromium:
    """One page at a time."""

    commands: int
    """Descriptor that it reads."""
    answers: int
    session: str = ""
    events: list[dict[str, Any]] = field(default_factory=list)
    """What the page has told since it was opened."""
    _last: int = 0
    _rest: bytes = b""
    _done: dict[int, dict[str, Any]] = field(default_factory=dict)

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command and wait for its answer."""
        self._last += 1
        message: dict[str, Any] = {"id": self._last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.commands, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + WAIT_S
        while self._last not in self._done:
            assert time.monotonic() < deadline, f"{method} has no answer"
            self._listen()
        answer = self._done.pop(self._last)
        assert "error" not in answer, f"{method}: {answer}"
        found: dict[str, Any] = answer["result"]
        return found

    def open(self, url: str, *, width: int, dark: bool = False, height: int = 900) -> None:
        """Show an address and wait until it is loaded."""
        feature = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[feature])
        self.ask(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
            mobile=False,
        )  # fmt: skip
        self.events.clear()
        self.ask("Page.navigate", url=url)
        deadline = time.monotonic() + WAIT_S
        while not self.told("Page.loadEventFired"):
            assert time.monotonic() < deadline, f"{url} is not loaded"
            self._listen()

    def told(self, method: str) -> list[dict[str, Any]]:
        """Parameters of all events of a kind."""
        return [each["params"] for each in self.events if each["method"] == method]

    def value(self, expression: str) -> Any:
        """Of an expression, evaluated from outside of the page."""
        answer = self.ask("Runtime.evaluate", expression=expression, returnByValue=True)
        assert "exceptionDetails" not in answer, answer
        return answer["result"].get("value")

    def picture(self, file: Path, height: int = 0) -> None:
        """The whole page as PNG, or its first so many pixels."""
        whole = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {
            "x": 0,
            "y": 0,
            "scale": 1,
            "width": whole["width"],
            "height": height or whole["height"],
        }
        shot = self.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
        file.write_bytes(base64.b64decode(shot["data"]))

    def _listen(self) -> None:
        data = os.read(self.answers, 1 << 20)
        assert data, "Chromium has ended"
        *whole, self._rest = (self._rest + data).split(b"\0")
        for message in map(json.loads, whole):
            if "id" in message:
                self._done[message["id"]] = message
            else:
                self.events.append(message)


@contextmanager
def chromium(folder: Path, proxy: str = "") -> Iterator[Chromium]:
    """A browser with a profile of its own, whose every request goes to a proxy.

    Args:
        folder: an empty one, for what it keeps.
        proxy: `host:port`.
    """
    assert FOUND is not None
    hears, commands = os.pipe()
    answers, says = os.pipe()
    through = [f"--proxy-server={proxy}", "--proxy-bypass-list=<-loopback>"] if proxy else []
    wired = [sys.executable, "-c", WIRED, str(hears), str(says)]
    words = [FOUND, *QUIET, *through, f"--user-data-dir={folder}"]
    words += ["--remote-debugging-pipe", "about:blank"]
    log = (folder / "log").open("wb")
    process = subprocess.Popen(
        [*wired, *words], pass_fds=(hears, says), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
        env=os.environ | {"HOME": str(folder)},
    )  # fmt: skip
    os.close(hears)
    os.close(says)
    try:
        browser = Chromium(commands, answers)
        targets = browser.ask("Target.getTargets")["targetInfos"]
        page = next(each["targetId"] for each in targets if each["type"] == "page")
        browser.session = browser.ask("Target.attachToTarget", targetId=page, flatten=True)[
            "sessionId"
        ]
        for domain in ("Page", "Runtime", "Log", "Network", "Security"):
            browser.ask(f"{domain}.enable")
        yield browser
    finally:
        os.close(commands)
        os.close(answers)
        process.terminate()
        process.wait(WAIT_S)
        log.close()
