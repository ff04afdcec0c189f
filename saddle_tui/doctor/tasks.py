"""What the config names: the harness, the tasks, and the images of their boxes."""

import asyncio
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from saddle_engine.adapters.docker.daemon import local_socket
from saddle_engine.adapters.docker.image import image_name
from saddle_engine.adapters.docker.survey import absent
from saddle_engine.errors import BenchmarkBroken, ConfigError, SandboxError
from saddle_engine.harness.manifest import read_manifest
from saddle_engine.ports import Benchmark
from saddle_engine.types.rollout import Split
from saddle_tui.doctor.dockerfiles import bases
from saddle_tui.doctor.finding import Finding, missing, ok, warning
from saddle_tui.doctor.imagined import Imagined
from saddle_tui.doctor.needs import Needs
from saddle_tui.preflight import check_isolation, check_limits
from saddle_tui.tasks import benchmark_of

ANSWER_S = 2
FIX = "change the config; docs/config.example.toml has every key"


def tasks(needs: Needs) -> Iterator[Finding]:
    """Whether a run could begin with it, as far as that can be seen without beginning."""
    if needs.trouble:
        yield missing("config", needs.trouble, FIX)
        return
    if needs.source is None:
        return  # the demo's comes along
    with tempfile.TemporaryDirectory(prefix="saddle-doctor-") as scratch:
        yield _harness(needs)
        try:
            benchmark = benchmark_of(needs.settings, Path(scratch))
            check_limits(needs.settings, benchmark)
        except ConfigError as why:
            yield missing("tasks", str(why), FIX)
            return
        counted = ", ".join(f"{len(benchmark.tasks(split))} {split}" for split in Split)
        yield ok("tasks", counted)
        if needs.docker:
            yield from _images(needs, benchmark)


def _harness(needs: Needs) -> Finding:
    settings = needs.settings
    try:
        manifest = read_manifest(settings.harness_folder())
    except ConfigError as why:
        return missing("harness", str(why), FIX)
    try:
        check_isolation(settings, unsandboxed=False)
    except ConfigError as why:
        return warning("harness", str(why), "")
    return ok("harness", f"{manifest.name} in {settings.harness_folder()}")


def _images(needs: Needs, benchmark: Benchmark) -> Iterator[Finding]:
    boxes = Imagined()
    named: set[str] = set()
    for split in Split:
        for task in benchmark.tasks(split):
            with suppress(BenchmarkBroken):  # it will be told when the image is built
                named.add(asyncio.run(benchmark.spec(task, boxes)).image)
    contexts = {image_name(context, tag): context for tag, context in boxes.contexts.items()}
    pulled = {needs.settings.sandbox.image} | (named - boxes.contexts.keys() - {""})
    based = Counter(base for context in contexts.values() for base in bases(context))
    try:
        gone = absent(local_socket(), {*pulled, *contexts, *based}, ANSWER_S)
    except (SandboxError, ConfigError):
        yield _unseen(needs)
        return
    yield from _pulled(sorted(pulled), gone)
    yield from _built(contexts, based, gone)


def _pulled(names: Iterable[str], gone: set[str]) -> Iterator[Finding]:
    for name in names:
        if name in gone:
            remedy = f"docker pull {name}, or build it"
            yield missing("image", f"{name} is not on this machine", remedy)
        else:
            yield ok("image", f"{name} is here")


def _built(contexts: dict[str, Path], based: Counter[str], gone: set[str]) -> Iterator[Finding]:
    """Images of Dockerfiles: those that are made already, and what the others start from."""
    if not contexts:
        return
    new = [name for name in contexts if name in gone]
    yield ok("task images", f"{len(contexts) - len(new)} are here, {len(new)} will be built")
    for base in sorted(base for base in based if base in gone):
        if any(base in bases(contexts[name]) for name in new):
            yield warning(
                "image",
                f"{base}, which {based[base]} Dockerfiles start from, is not on this machine: Docker "
                "will have to fetch it",
                f"docker pull {base}",
            )


def _unseen(needs: Needs) -> Finding:
    name = needs.settings.sandbox.image
    return missing("images", f"cannot be looked for without Docker: {name}, ...", "see docker")
