"""Images of harness boxes with Python's own library compiled.

A harness box is read-only and new for every rollout, so Python would compile its library each
time. It is done once for an image instead, in a layer of ours on top: code in a box cannot write there.
"""

import tempfile
from pathlib import Path

from saddle_engine.adapters.docker.daemon import Daemon
from saddle_engine.adapters.docker.image import build_image
from saddle_engine.adapters.docker.spec import BYTECODE

BUILD_S = 300.0
SKIPPED = "test|tests|idlelib|lib2to3|turtledemo|tkinter|ensurepip|site-packages|dist-packages"
COMPILE = (
    "import compileall, re, sysconfig; "
    f"compileall.compile_dir(sysconfig.get_path('stdlib'), quiet=2, rx=re.compile(r'/({SKIPPED})/'))"
)
DOCKERFILE = f"""
FROM {{image}}
USER root
RUN command -v python3 || exit 0; PYTHONPYCACHEPREFIX={BYTECODE} python3 -c "{COMPILE}" || true
"""


async def compiled(daemon: Daemon, image: str, identity: str) -> str:
    """The image with that layer; built when there is none yet.

    Args:
        daemon: the Docker engine.
        image: its name.
        identity: its digest; another image of the same name gets another layer.

    Raises:
        BenchmarkBroken: the layer could not be built.
        SandboxError: the Docker engine does not answer.
    """
    name = f"saddle/compiled:{identity.removeprefix('sha256:')[:24]}"
    with tempfile.TemporaryDirectory(prefix="saddle-") as folder:
        (Path(folder) / "Dockerfile").write_text(DOCKERFILE.format(image=image), "utf-8")
        await build_image(daemon, Path(folder), name, BUILD_S)
    return name
