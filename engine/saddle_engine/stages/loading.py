"""Whether a harness loads: its own check command, where candidate code may run, in the check box."""

from pathlib import Path, PurePosixPath

from saddle_engine.harness.manifest import read_manifest
from saddle_engine.ports import Sandboxes
from saddle_engine.types.base import Tree
from saddle_engine.types.boxes import BoxKind, BoxSpec, Mount

CHECK_S = 60.0
SAID_CHARS = 600


async def why_not_loading(boxes: Sandboxes, folder: Path, tree: Tree, image: str) -> str:
    """The end of a sentence about the plain files of `tree` in `folder`; empty when they load.

    Raises:
        SandboxError: the box could not be opened or used.
    """
    command = read_manifest(folder).check
    if not command:
        return ""
    spec = BoxSpec(
        kind=BoxKind.CHECK,
        name=f"c-{tree[:12]}",
        image=image,
        workdir="/box",
        mounts=(Mount(source=folder, target=PurePosixPath("/harness")),),
    )
    async with boxes.open(spec) as box:
        done = await box.exec(
            command,
            cwd="/harness",
            env={"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"},
            timeout_s=CHECK_S,
            limit_bytes=20_000,
        )
    if done.timed_out:
        return f"did not load within {CHECK_S:g} s"
    said = done.stderr.decode(errors="replace").strip()[-SAID_CHARS:]
    silent = f"its check ended with exit code {done.exit_code} and without a word on stderr"
    return f"does not load: {said or silent}" if done.exit_code else ""
