"""Pictures of a report, for the documentation: `python -m tests.bench.report_pictures HOME docs/images`.

HOME has a finished demo run. Needs Chromium.
"""

import argparse
import base64
import tempfile
from pathlib import Path

from saddle_tui import cli
from tests.tui.chromium import Chromium, chromium

WIDTH, BESIDE = 1200, 245
"""Pixels of the page, and of them those beside its sections."""


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.report_pictures")
    parser.add_argument("home", type=Path)
    parser.add_argument("to", type=Path)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, chromium(Path(folder)) as browser:
        page = Path(folder) / "report.html"
        cli.main(["--home", str(asked.home), "report", "demo", "--to", str(page)])
        browser.open(f"file://{page}", width=WIDTH)
        _picture(browser, asked.to / "report.png", 0, 0, _top(browser, "changes"))
        browser.open(f"file://{page}", width=WIDTH, dark=True)
        _picture(
            browser, asked.to / "report-plots.png", BESIDE, _top(browser, "curves"), _top(browser, "tasks")
        )  # fmt: skip


def _top(browser: Chromium, section: str) -> float:
    return float(browser.value(f"document.getElementById('{section}').getBoundingClientRect().top"))


def _picture(browser: Chromium, file: Path, left: float, top: float, bottom: float) -> None:
    clip = {
        "x": left,
        "y": top,
        "width": WIDTH - left,
        "height": min(bottom - top, 1500),
        "scale": 1,
    }
    shot = browser.ask("Page.captureScreenshot", captureBeyondViewport=True, clip=clip)
    file.write_bytes(base64.b64decode(shot["data"]))


if __name__ == "__main__":
    main()
