"""harness.toml: what is accepted, and how a mistake is explained."""

from pathlib import Path

import pytest

from saddle_engine.errors import ConfigError
from saddle_engine.harness.manifest import Manifest, parse_manifest
from saddle_engine.harness.surfaces import Surface, matches, surface_of
from saddle_engine.types.taxonomy import Layer

EXAMPLE = Path(__file__).parents[2] / "docs" / "harness.example.toml"
PLAIN = """\
name = "react"
start = ["python3", "main.py"]
[[surface]]
layer = "tool"
files = ["tools/*.py"]
"""


def test_example_is_complete_and_loads() -> None:
    text = EXAMPLE.read_text()

    manifest = parse_manifest(text.encode())

    assert manifest.check
    assert [surface.layer for surface in manifest.surfaces] == [
        Layer.PROMPT,
        Layer.TOOL,
        Layer.MIDDLEWARE,
        Layer.MIDDLEWARE,
    ]
    fields = {**Manifest.model_fields, **Surface.model_fields}
    for key in (field.alias or name for name, field in fields.items()):
        assert f"\n{key} = " in text or f"[[{key}]]" in text


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (PLAIN, "", "key `name` is missing; expected a short name"),
        ('name = "react"', "", "key `name` is missing"),
        ('"react"', '""', "key `name` = ''; expected a short name"),
        ('"react"', "7", "key `name` = 7; expected a short name"),
        ('"react"', '"a\\u001b[2J"', "expected a short name"),
        ("start", "strat", "key `strat` is unknown; did you mean `start`?"),
        ('start = ["python3", "main.py"]', "", "key `start` is missing; expected a start command"),
        ('["python3", "main.py"]', "[]", "key `start` = []; expected a start command"),
        ('["python3", "main.py"]', '["python3", ""]', "key `start` has an empty word"),
        ('["python3", "main.py"]', '"python3"', "key `start` = 'python3'; expected a start"),
        ("layer", "later", "key `surface[0].later` is unknown; did you mean `layer`?"),
        ('"tool"', '"tools"', "key `surface[0].layer` = 'tools'; expected 'prompt', 'tool'"),
        ('["tools/*.py"]', "[]", "key `surface[0].files` = []; expected globs"),
        ("tools/*.py", "/tools/*.py", "key `surface[0].files[0]` = '/tools/*.py'; expected a glob"),
        ("tools/*.py", "../*.py", "expected a glob relative to the harness"),
        (PLAIN, 'name="x"\nstart=["x"]', "key `surface` is missing; expected [[surface]]"),
        ("layer", 'text = ["a..b"]\nlayer', "expected a constant like"),
        ("layer", "hooks = true\nlayer", "expected layer = 'middleware' where hooks = true"),
        ("name", "co_located = true\nname", "is not supported yet"),
        ("name", "zzz = 1\nname", "expected one of name, start, check, surface, co_located"),
        ("name", "name = name", "is not a TOML file"),
    ],
)
def test_mistake_is_explained_in_one_sentence(old: str, new: str, reason: str) -> None:
    with pytest.raises(ConfigError) as refused:
        parse_manifest(PLAIN.replace(old, new).encode(), "my/harness.toml")

    assert str(refused.value).startswith("my/harness.toml")
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("pattern", "path", "does"),
    [
        ("prompts/*.md", "prompts/a.md", True),
        ("prompts/*.md", "prompts/deep/a.md", False),
        ("prompts/*.md", "other/prompts/a.md", False),
        ("prompts/**", "prompts/deep/er/a.md", True),
        ("prompts/**/a.md", "prompts/a.md", True),
        ("**/a.md", "x/y/a.md", True),
        ("**", "a", True),
        ("*", "a/b", False),
        ("tools/?.py", "tools/a.py", True),
        ("tools/?.py", "tools/ab.py", False),
        ("tools/[ab].py", "tools/b.py", True),
        ("tools/a.py", "tools/A.py", False),
        ("tools/a.py", "tools/a_py", False),
    ],
)
def test_star_stays_in_a_folder_and_two_cross(pattern: str, path: str, does: bool) -> None:
    assert matches(pattern, path) is does


def test_path_belongs_to_the_first_surface_that_covers_it() -> None:
    words = Surface(layer=Layer.PROMPT, files=("tools/*.md",))
    code = Surface(layer=Layer.TOOL, files=("tools/**",))

    assert surface_of([words, code], "tools/a.md") is words
    assert surface_of([words, code], "tools/a.py") is code
    assert surface_of([words, code], "main.py") is None
    assert surface_of([code], "tools/harness.toml") is None
