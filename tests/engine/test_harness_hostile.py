"""Patches that must not become a commit, each with the reason its author reads."""

import pytest

from saddle_engine.errors import PatchRefused
from saddle_engine.harness.patching import patched
from saddle_engine.types.patch import DeleteFile, Edit, ReplaceText, WriteFile
from saddle_engine.types.taxonomy import PatchClass, SubType
from tests.engine.sample_harness import FILES

PROMPT = "prompts/system.md"
TOOL = "tools/read.py"
HOOKS = "middleware/hooks.json"

PATHS = [
    ("", "is empty"),
    ("/etc/passwd", "is absolute"),
    ("//etc/passwd", "is absolute"),
    ("../outside.md", "'..' part"),
    ("prompts/../../outside.md", "'..' part"),
    ("prompts/..", "'..' part"),
    ("./prompts/a.md", "'.'"),
    ("prompts//a.md", "empty"),
    ("prompts/", "empty"),
    ("prompts/a\0.md", "invisible"),
    ("prompts/a\n.md", "invisible"),
    ("prompts/a\x1b[2J.md", "invisible"),
    ("prompts/a\x7f.md", "invisible"),
    ("prompts/a\x9b.md", "invisible"),
    ("prompts/\u202egnp.md", "invisible"),
    ("prompts/\u2066a.md", "invisible"),
    ("prompts/a\u200b.md", "invisible"),
    ("prompts/a\u2028.md", "invisible"),
    ("prompts/.g\u200cit/config", "invisible"),
    ("prompts/a\udc80.md", "invisible"),
    ("prompts/\ue000.md", "invisible"),
    ("prompts/cafe\u0301.md", "NFC"),
    ("prompts\\a.md", "backslash"),
    ("C:\\a.md", "backslash"),
    ("-rf", "begins with '-'"),
    ("prompts/--help", "begins with '-'"),
    ("prompts/ a.md", "space"),
    ("prompts/a.md ", "space"),
    ("prompts/a.", "dot"),
    ("prompts/" + "a" * 201, "200 bytes"),
    ("prompts/" + "é" * 101, "200 bytes"),
    ("/".join(["aaaaaaaaaa"] * 16) + "/x", "deeper than 16"),
    ("/".join(["a" * 190] * 6), "1000 bytes"),
    (".git/config", "belongs to git"),
    (".GIT/config", "belongs to git"),
    ("tools/.git/hooks/post-commit", "belongs to git"),
    (".gitattributes", "belongs to git"),
    (".gitmodules", "belongs to git"),
    (".github/workflows/ci.yml", "belongs to git"),
    ("tools/conftest.py", "on its own"),
    ("tools/sitecustomize.py", "on its own"),
    ("usercustomize.py", "on its own"),
    ("tools/SiteCustomize.py", "on its own"),
    ("tools/evil.pth", "on its own"),
    (".env", "on its own"),
    ("tools/__pycache__/read.cpython-311.pyc", "cache"),
    ("Prompts/a.md", "upper and lower case"),
    ("prompts/SYSTEM.md", "upper and lower case"),
    ("prompts/system.md/a.md", "is a file"),
    ("main.py", "outside of every surface"),
    ("harness.toml", "outside of every surface"),
    ("saddle_pipe.py", "outside of every surface"),
    ("tools/saddle_pipe.py", "outside of every surface"),
    ("tools/Harness.TOML", "outside of every surface"),
    ("prompts/deep/a.md", "outside of every surface"),
    ("new.md", "outside of every surface"),
    ("middleware/loop.json", "outside of every surface"),
]


@pytest.mark.parametrize(("path", "reason"), PATHS)
def test_file_where_none_may_be_is_refused(path: str, reason: str) -> None:
    edit = WriteFile(path=path, text="A rule.\n")

    with pytest.raises(PatchRefused) as refused:
        patched(FILES, [edit], SubType.RULE_ADDITION)

    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def write(path: str, text: str) -> list[Edit]:
    return [WriteFile(path=path, text=text)]


def replace(path: str, old: str, new: str) -> list[Edit]:
    return [ReplaceText(path=path, old=old, new=new)]


Case = tuple[list[Edit], SubType, str]
CONTENTS: dict[str, Case] = {
    "no edits": ([], SubType.RULE_ADDITION, "changes nothing"),
    "same text": (
        write(PROMPT, "Be brief.\nBe brief.\nVerify nothing.\n"),
        SubType.RULE_ADDITION,
        "changes nothing",
    ),
    "there and back": (
        [*replace(PROMPT, "nothing", "all"), *replace(PROMPT, "all", "nothing")],
        SubType.RULE_MODIFICATION,
        "changes nothing",
    ),
    "NUL": (write(PROMPT, "a\0b"), SubType.RULE_ADDITION, "NUL"),
    "lone surrogate": (write(PROMPT, "a\ud800b"), SubType.RULE_ADDITION, "not valid Unicode"),
    "binary file": (replace("prompts/logo.md", "a", "b"), SubType.RULE_ADDITION, "binary"),
    "not UTF-8": (replace("prompts/latin.md", "caf", "kaf"), SubType.RULE_ADDITION, "binary"),
    "delete binary": (
        [DeleteFile(path="prompts/logo.md")],
        SubType.RULE_MODIFICATION,
        "binary",
    ),
    "huge patch": (write(PROMPT, "x" * 128_001), SubType.RULE_ADDITION, "at most 128000"),
    "huge in sum": (
        [*write("prompts/a.md", "x" * 70_000), *write("prompts/b.md", "x" * 70_000)],
        SubType.RULE_ADDITION,
        "at most 128000",
    ),
    "many files": (
        [WriteFile(path=f"prompts/{number}.md", text="x") for number in range(21)],
        SubType.RULE_ADDITION,
        "21 files",
    ),
    "missing file": (
        replace("prompts/sistem.md", "a", "b"),
        SubType.RULE_MODIFICATION,
        "did you mean 'prompts/system.md'",
    ),
    "deleted twice": (
        [DeleteFile(path=PROMPT), DeleteFile(path=PROMPT)],
        SubType.RULE_MODIFICATION,
        "does not exist",
    ),
    "not unique": (replace(PROMPT, "Be brief.", "x"), SubType.RULE_MODIFICATION, "stands 2 times"),
    "not there": (
        replace(PROMPT, "Verify nothin.\n", "x"),
        SubType.RULE_MODIFICATION,
        "nearest is line 3",
    ),
    "white space": (
        replace(PROMPT, "Be brief. Be brief.", "x"),
        SubType.RULE_MODIFICATION,
        "white space",
    ),
    "later line": (
        replace(PROMPT, "Verify nothing.\nEver.", "x"),
        SubType.RULE_MODIFICATION,
        "at line 3",
    ),
    "no Python": (
        write("tools/new.py", "x = 1\ndef run(:\n"),
        SubType.NEW_TOOL,
        "not valid Python at line 2",
    ),
    "deep Python": (write("tools/new.py", "-" * 90_000 + "1"), SubType.NEW_TOOL, "Python"),
    "long name": (
        write("tools/new.py", "import " + "a." * 60_000 + "a\n"),
        SubType.NEW_TOOL,
        "more than 100 parts",
    ),
    "long name over lines": (
        write("tools/new.py", "import " + "a.\\\n" * 30_000 + "a\n"),
        SubType.NEW_TOOL,
        "more than 100 parts",
    ),
    "long number": (
        write("tools/new.py", "x = 0x" + "f" * 90_000),
        SubType.NEW_TOOL,
        "cannot be read as Python",
    ),
    "other encoding": (
        write("tools/new.py", "# coding: utf-7\nx = 1\n"),
        SubType.NEW_TOOL,
        "encoding",
    ),
    "unknown encoding": (
        write("tools/new.py", "# coding: rot13\nx = 1\n"),
        SubType.NEW_TOOL,
        "encoding",
    ),
    "code as description": (
        replace(TOOL, "limit=10", "limit=99"),
        SubType.DESCRIPTION_FIX,
        "changes code",
    ),
    "code beside description": (
        [*replace(TOOL, "kilobytes", "bytes"), *replace(TOOL, "limit=10", "limit=99")],
        SubType.DESCRIPTION_FIX,
        "changes code",
    ),
    "description as code": (
        replace(TOOL, "kilobytes", "bytes"),
        SubType.IMPLEMENTATION_FIX,
        "words for the model only",
    ),
    "comment as code": (
        replace(TOOL, "def run", "# better\ndef run"),
        SubType.IMPLEMENTATION_FIX,
        "words for the model only",
    ),
    "computed description": (
        replace(TOOL, '"Read a file in kilobytes."', 'str(open("/etc/passwd"))'),
        SubType.DESCRIPTION_FIX,
        "changes code",
    ),
    "formatted description": (
        replace(TOOL, '"Read a file in kilobytes."', 'f"{print()}"'),
        SubType.DESCRIPTION_FIX,
        "changes code",
    ),
    "type beside description": (
        replace(TOOL, '"type": "integer"', '"type": "string"'),
        SubType.DESCRIPTION_FIX,
        "changes code",
    ),
    "new tool as description": (
        write("tools/new.py", '"""Words."""\n'),
        SubType.DESCRIPTION_FIX,
        "changes code",
    ),
    "data of a tool as description": (
        replace("tools/limits.toml", "10", "99"),
        SubType.DESCRIPTION_FIX,
        "changes code",
    ),
    "tool as prompt": (
        replace(TOOL, "kilobytes", "bytes"),
        SubType.RULE_MODIFICATION,
        "belongs to the tool layer",
    ),
    "prompt as tool": (
        replace(PROMPT, "nothing", "all"),
        SubType.DESCRIPTION_FIX,
        "belongs to the prompt layer",
    ),
    "loop as tool": (
        replace("middleware/loop.py", "5", "9"),
        SubType.IMPLEMENTATION_FIX,
        "belongs to the middleware layer",
    ),
    "two layers": (
        [*replace(PROMPT, "nothing", "all"), *replace(TOOL, "limit=10", "limit=99")],
        SubType.NEW_TOOL,
        "changes 2 layers",
    ),
    "deleted tool as description": (
        [DeleteFile(path=TOOL)],
        SubType.DESCRIPTION_FIX,
        "changes code",
    ),
    "loop as hook": (
        replace("middleware/loop.py", "5", "9"),
        SubType.PRE_TOOL_HOOK,
        "changes code",
    ),
    "hook as loop": (
        write(HOOKS, '[{"tool": "read", "when": "first_call", "reminder": "Look."}]'),
        SubType.LOOP_CHANGE,
        "words for the model only",
    ),
    "renamed": (
        [DeleteFile(path=TOOL), *write("main2.py", "x = 1\n")],
        SubType.NEW_TOOL,
        "outside of every surface",
    ),
}


@pytest.mark.parametrize("name", CONTENTS)
def test_patch_that_is_not_what_it_says_is_refused(name: str) -> None:
    edits, subtype, reason = CONTENTS[name]

    with pytest.raises(PatchRefused) as refused:
        patched(FILES, edits, subtype)

    assert reason in str(refused.value)


HOOK_FILES = [
    ("", "not JSON"),
    ("{", "not JSON"),
    ("[" * 50_000, "not JSON"),
    ('[{"tool": "a", "tool": "b", "when": "first_call", "reminder": "x"}]', "twice"),
    ("[NaN]", "NaN is not JSON"),
    ("{}", "the whole file"),
    ('["read"]', "[0] does not fit"),
    ('[{"tool": "read", "when": "first_call"}]', "[0].reminder"),
    ('[{"tool": "read", "when": "never", "reminder": "x"}]', "[0].when"),
    ('[{"tool": "read", "when": {"contains": ""}, "reminder": "x"}]', "[0].when"),
    ('[{"tool": "read", "when": {"matches": "a"}, "reminder": "x"}]', "[0].when"),
    ('[{"tool": ["read"], "when": "first_call", "reminder": "x"}]', "[0].tool"),
    ('[{"tool": "read", "when": "first_call", "reminder": 1}]', "[0].reminder"),
    ('[{"tool": "a", "when": "first_call", "reminder": "x", "run": "rm"}]', "[0].run"),
    ('[{"tool": "a", "when": "first_call", "reminder": "' + "x" * 501 + '"}]', "[0].reminder"),
]


@pytest.mark.parametrize(("text", "reason"), HOOK_FILES)
def test_hooks_that_are_not_declarative_are_refused(text: str, reason: str) -> None:
    with pytest.raises(PatchRefused) as refused:
        patched(FILES, write(HOOKS, text), SubType.PRE_TOOL_HOOK)

    assert HOOKS in str(refused.value)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("subtype", "edits", "allowed"),
    [
        (SubType.RULE_ADDITION, write("prompts/new.md", "x"), PatchClass.CAPABILITY),
        (SubType.DESCRIPTION_FIX, replace(TOOL, "kilobytes", "bytes"), PatchClass.CAPABILITY),
        (SubType.NEW_TOOL, write("tools/new.py", "x = 1\n"), PatchClass.STEERING),
        (SubType.LOOP_CHANGE, replace("middleware/loop.py", "5", "9"), PatchClass.STEERING),
    ],
)
def test_class_outside_its_phase_is_refused(
    subtype: SubType, edits: list[Edit], allowed: PatchClass
) -> None:
    with pytest.raises(PatchRefused, match="not allowed in this phase"):
        patched(FILES, edits, subtype, allowed)


def test_file_that_grows_beyond_its_limit_is_refused() -> None:
    files = {**FILES, "prompts/long.md": b"x" * 200_000 + b"end"}
    edits = replace("prompts/long.md", "end", "y" * 60_000)

    with pytest.raises(PatchRefused, match="would have 260000 bytes"):
        patched(files, edits, SubType.RULE_MODIFICATION)


def test_overlapping_places_are_not_unique() -> None:
    files = {**FILES, PROMPT: b"ababa"}

    with pytest.raises(PatchRefused, match="stands 2 times"):
        patched(files, replace(PROMPT, "aba", "x"), SubType.RULE_MODIFICATION)
