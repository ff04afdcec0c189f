"""As much of a Dockerfile as can be understood without Docker."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from saddle_benchmarks.harbor.files import PlainFile, plain_files

_PLAIN = {"FROM", "WORKDIR", "COPY"}


@dataclass(frozen=True)
class Instruction:
    """One line: `WORKDIR /app`."""

    word: str
    words: tuple[str, ...]


def instructions(text: str) -> Iterator[Instruction]:
    """The instructions in order, with continued lines joined and comments dropped."""
    lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
    for line in re.sub(r"\\[ \t]*\n", " ", "\n".join(lines)).splitlines():
        word, _, rest = line.strip().partition(" ")
        if word:
            yield Instruction(word.upper(), _words(rest))


def _words(rest: str) -> tuple[str, ...]:
    try:
        return tuple(shlex.split(rest))
    except ValueError:
        return (rest,)


def workdir(text: str) -> str:
    """The working folder that the file ends with; empty when it does not say."""
    folder = PurePosixPath()
    for instruction in instructions(text):
        if instruction.word == "WORKDIR" and instruction.words and "$" not in instruction.words[0]:
            folder /= instruction.words[0]
    return str(folder) if folder.is_absolute() else ""


def why_not_plain(environment: Path) -> str:
    """Why the image is more than copied files in a working folder; empty when it is not."""
    if not (environment / "Dockerfile").is_file():
        return "has no Dockerfile"
    if (environment / ".dockerignore").exists():
        return "has a .dockerignore"
    text = (environment / "Dockerfile").read_text(errors="replace")
    found = [instruction.word for instruction in instructions(text)]
    strange = next((word for word in found if word not in _PLAIN), "")
    if strange or found.count("FROM") != 1:
        return f"has a Dockerfile with {strange or 'several FROM'}"
    try:
        copied_files(environment)
    except ValueError as error:
        return str(error)
    return ""


def copied_files(environment: Path) -> tuple[tuple[str, PlainFile], ...]:
    """What COPY puts where: paths relative to the working folder, and the files.

    Raises:
        ValueError: a copy that is more than files and folders into the working folder.
    """
    text = (environment / "Dockerfile").read_text(errors="replace")
    copies = [found.words for found in instructions(text) if found.word == "COPY"]
    return tuple(pair for words in copies for pair in _copied(words, environment, workdir(text)))


def _copied(
    words: tuple[str, ...], environment: Path, folder: str
) -> Iterator[tuple[str, PlainFile]]:
    *sources, target = words or ("",)
    line = f"has a Dockerfile with COPY {' '.join(words)[:80]}"
    if not sources or not folder or any(re.match(r"--|.*[*?$\[]", word) for word in words):
        raise ValueError(line)
    inside = PurePosixPath(folder) / target
    if ".." in inside.parts or not inside.is_relative_to(folder):
        raise ValueError(line)
    base = inside.relative_to(folder)
    into = target.endswith("/") or str(base) == "." or len(sources) > 1
    files = {file.path: file for file in plain_files(environment)}
    for source in sources:
        name = PurePosixPath(source.lstrip("/")).as_posix()
        if name in files:
            file = files[name]
            yield str(base / PurePosixPath(name).name if into else base), file
        elif (environment / name).is_dir() and ".." not in name:
            below = "" if name == "." else f"{name}/"
            for path, file in files.items():
                if path.startswith(below):
                    yield str(base / path.removeprefix(below)), file
        else:
            raise ValueError(line)
