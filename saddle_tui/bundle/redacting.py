"""Takes out of lines what must not be passed on: keys, names of people and machines, places."""

import base64
import getpass
import json
import os
import re
import socket
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import quote

import saddle_tui

SECRET_NAME = re.compile(r"key|token|secret|passw(or)?d|credential|authorization", re.IGNORECASE)
SHORTEST = 6
"""Characters of a secret that is known by its value."""
SYSTEM = ("/usr", "/bin", "/lib", "/lib64", "/etc", "/proc", "/sys", "/dev")
"""Folders whose paths are the same on every machine."""

_VALUE = r"""("[^"\n]*"|'[^'\n]*'|[^\s,;&]+)"""
_SHAPES = (
    (r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----.*?(-----END [A-Z0-9 ]*PRIVATE KEY-----|\Z)", "<private key>"),
    (r"://[^\s/@\"'<>]{1,500}@", "://<credentials>@"),
    (r"\b(?i:bearer|basic|digest)\s+[\w.~+/=-]{6,}", "<authorization>"),
    (r"\bsk-[A-Za-z0-9_-]{8,}", "<key>"),
    (r"\b(A3T[A-Z0-9]|AKIA|ASIA|AROA|AIDA|ABIA|ACCA)[A-Z0-9]{12,}", "<key>"),
    (r"\b(gh[opusr]_\w{10,}|github_pat_\w{10,}|glpat-[\w-]{10,}|npm_\w{20,}|pypi-[\w-]{16,}|hf_\w{16,})", "<key>"),
    (r"\b(xox[a-z]-[\w-]{8,}|AIza[\w-]{20,}|eyJ[\w-]{6,}\.[\w-]{6,}\.[\w-]*)", "<key>"),
    (r"(?<![\w./+=-])(?=[A-Za-z0-9/+]{0,39}[a-z])(?=[A-Za-z0-9/+]{0,39}[A-Z])[A-Za-z0-9/+]{40}(?![\w/+=-])", "<key>"),
    (r"(?<![\w./-])(?=[\w-]{0,99}[a-z])(?=[\w-]{0,99}[A-Z])(?=[\w-]{0,99}\d)[\w-]{20,}", "<key>"),
    (r"(?i)\b((?:set-)?cookie|authorization)([\"']?\s*[:=]\s*)[^\n\"']+", r"\1\2<secret>"),
    (r"(?<=[\w/])\?[\w.%-]+=[^\s\"'<>]*", "?<query>"),
    (
        r"""(?i)((?:key|token|secret|passw(?:or)?d|pwd|credentials?|authorization|cookie))(["']?\s*[=:]\s*)"""
        + _VALUE,
        r"\1\2<secret>",
    ),
    (r"(?i)(--?(?:password|passwd|token|api-?key|secret)[ \t]+)[^\s-]\S*", r"\1<secret>"),
    (r"\bhooks\.slack\.com/\S+", "<key>"),
    (r"\b[\w.+%-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63})*", "<e-mail>"),
    (r"(?i)(?<![\w:])(?=[0-9a-f:]{0,39}(?:::|(?::[0-9a-f]+){5}))[0-9a-f:]{3,39}(?:%\w+)?(?![\w:])", "<address>"),
    (r"\bfile:/+[^\s\"'<>]+", "<path>"),
    (r"(?<![\w~])~\w[\w.-]*(?=/)", "~"),
    (r"(?<![\d.])(?!127\.|0\.0\.)\d{1,3}(\.\d{1,3}){3}(?![\d.])", "<address>"),
)  # fmt: skip
_PATH = re.compile(
    r"(?<=\")/(?!/)[^\"\n]+(?=\")|(?<=')/(?!/)[^'\n]+(?=')"
    r"|(?<![\w./~<>-])/(?!/)[^\s:\"'<>|,;()\[\]{}`*?]+"
)


class Redactor:
    """What is known to be private here, and what is so by its shape."""

    def __init__(
        self,
        environ: Mapping[str, str] = os.environ,
        *,
        places: Mapping[str, str] | None = None,
        secrets: Iterable[str] = (),
    ) -> None:
        """Learn what this machine has.

        Args:
            environ: whose keys, user and folders are taken out.
            places: paths that may stand in the lines, and what stands for them.
            secrets: other keys, by their value.
        """
        known = _secrets(environ, secrets) | _places(environ, places or {}) | _names(environ)
        self._known = sorted(known.items(), key=lambda each: len(each[0]), reverse=True)
        self._shapes = [(re.compile(shape, re.DOTALL), said) for shape, said in _SHAPES]

    def __call__(self, text: str) -> str:
        """The same text, or lines, without them."""
        for shape, said in self._shapes[:1]:
            text = shape.sub(said, text)
        for value, said in self._known:
            if value in text:
                text = _replaced(text, value, said)
        for shape, said in self._shapes[1:]:
            text = shape.sub(said, text)
        return _PATH.sub(_place, text)


def _replaced(text: str, value: str, said: str) -> str:
    """A name only where it is a word of its own; everything else wherever it stands."""
    if said in {"<user>", "<host>"}:
        return re.sub(rf"(?<![A-Za-z0-9_]){re.escape(value)}(?![A-Za-z0-9_])", said, text)
    return text.replace(value, said)


def _secrets(environ: Mapping[str, str], more: Iterable[str]) -> dict[str, str]:
    known: dict[str, str] = {}
    values = [value for name, value in environ.items() if SECRET_NAME.search(name)]
    for value in filter(lambda each: len(each) >= SHORTEST, map(str.strip, [*values, *more])):
        coded = base64.b64encode(value.encode(errors="replace")).decode().rstrip("=")
        shapes = (value, quote(value, safe="", errors="replace"), json.dumps(value)[1:-1], coded)
        known |= dict.fromkeys(shapes, "<secret>")
    return known


def _places(environ: Mapping[str, str], places: Mapping[str, str]) -> dict[str, str]:
    program = str(Path(saddle_tui.__file__).parent.parent)
    homes = {environ.get("HOME", ""), str(Path.home()), os.path.realpath(Path.home())}
    found = {sys.prefix: "<python>", sys.base_prefix: "<python>", program: "<program>"} | dict(
        places
    )
    found |= dict.fromkeys(homes, "~")
    return (
        {path: said for path, said in found.items() if len(path.strip("/")) > 1}
        | {"/root": "~"}
        | {path: said for path, said in places.items() if len(path) > 1}
    )


def _names(environ: Mapping[str, str]) -> dict[str, str]:
    """Of the user and the machine; `root` is nobody's name."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = ""
    users = {
        user,
        environ.get("USER", ""),
        environ.get("LOGNAME", ""),
        environ.get("SUDO_USER", ""),
    }
    host = socket.gethostname()
    hosts = {host, host.partition(".")[0], environ.get("HOSTNAME", "")}
    said = dict.fromkeys(users - {"root"}, "<user>") | dict.fromkeys(
        hosts - {"localhost"}, "<host>"
    )
    return {name: what for name, what in said.items() if len(name) > 1}


def _place(path: re.Match[str]) -> str:
    """What can be said of a path: all of it where every machine has it."""
    if path[0].startswith(tuple(f"{folder}/" for folder in SYSTEM)) or path[0] in SYSTEM:
        return path[0]
    home = re.match(r"/(?:home|Users)/[^/]+(/.*)?$", path[0])
    return "~/…" if home else "<path>"
