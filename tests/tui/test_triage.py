"""Chosen patches go home in their order, whole, or not at all; what was decided is said, and the run stays as it was."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from saddle_engine.errors import ConfigError
from saddle_engine.types.base import PatchId
from saddle_runs.decisions import Choice, Row, moved
from saddle_runs.folder import RunFolder
from saddle_tui.triage.changing import (
    Contents,
    draft_of_conflicts,
    draft_of_edit,
    edit,
    resolve,
    take,
)
from saddle_tui.triage.composing import composition_of
from saddle_tui.triage.desk import Desk, open_desk
from tests.e2e.homes import Home
from tests.engine.user_git import git
from tests.tui.hostile import BITS, violations
from tests.tui.patched_run import PROMPT, REACT, TOOL, patched_run
from tests.tui.stories import engine

BOTH = b"- Take two or three actions at a time.\n"
CHECK = """\
import pathlib, subprocess, sys, unittest

class Agent(unittest.TestCase):
    def test_it_imports(self):
        subprocess.run([sys.executable, "-s", "main.py", "--check"], check=True)

    def test_its_rules_are_whole(self):
        self.assertNotIn("<<<<", pathlib.Path("prompts/system.md").read_text())
"""


@pytest.fixture
def run(tmp_path: Path) -> RunFolder:
    return patched_run(tmp_path / "home")


@pytest.fixture
def home(run: RunFolder, tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    """The user's own: the harness, and a test of it."""
    repo = tmp_path / "repo"
    names = [
        each for each in REACT.rglob("*") if each.is_file() and "__pycache__" not in each.parts
    ]
    for file in names:
        there = repo / file.relative_to(REACT)
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_bytes(file.read_bytes())
    git(repo, "init", "-q", "-b", "main")
    git(repo, "add", "-A")
    git(repo, "commit", "-qm", "mine")
    return repo


def _snapshot(run: RunFolder) -> dict[str, bytes]:
    files = (path for path in run.path.rglob("*") if path.is_file())
    return {
        str(path.relative_to(run.path)): path.read_bytes()
        for path in files
        if not path.name.startswith("triage.db") and not path.name.endswith(("-shm", "-wal"))
    }


def _said(home: Home, capsys: pytest.CaptureFixture[str], *words: str | Path, code: int = 0) -> str:
    capsys.readouterr()
    assert home.inside("triage", "demo", *words) == code
    printed = capsys.readouterr()
    return printed.out + printed.err


def test_a_patch_is_listed_with_all_that_is_known_of_it(
    home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    _said(home, capsys, "--choose", "p2,p1", "--reason", "good", "--comment", "p2", "my word")

    found = json.loads(_said(home, capsys, "--json"))
    lines = _said(home, capsys, "--list")

    assert (found["chosen"], found["simulated"], found["goes_on"]) == (["p1", "p2"], True, False)
    assert [each["choice"] for each in found["patches"]] == ["chosen"] * 2 + ["open"] * 3
    second, third = found["patches"][1:3]
    assert second["comments"][0]["text"] == "my word"
    assert (second["place"], second["reason"], second["node"]) == (2, "good", "n2")
    assert second["flips"]["hits"] == ["train-0"]
    assert second["flips"]["missed"] == ["train-1"]
    assert second["flips"]["by_luck"] == 1.0
    assert third["verdict"].startswith("declined, since only a gain goes on to dev: on the same 3")
    assert found["patches"][4]["no_choice"].startswith("p5 never became a harness")
    assert "0.33 before and 0.67 after (simulated), 1 fixed and 0 broken" in lines
    assert "> chosen as number 2 by" in lines
    assert lines.splitlines()[-1].endswith("--dry-run")


def test_a_branch_holds_the_chosen_patches_in_their_order_and_its_tests_pass(
    home: Home, repo: Path, capsys: pytest.CaptureFixture[str], run: RunFolder, tmp_path: Path
) -> None:
    before = _snapshot(run)
    (repo / "test_agent.py").write_text(CHECK)  # not committed: the work tree is not looked at
    _said(home, capsys, "--choose", "p1,p2,p3")
    (tmp_path / "both.md").write_bytes(
        (REACT / PROMPT).read_bytes().replace(b"- Take one action at a time", BOTH[:-1] + b" #")
    )
    tool = tmp_path / "count_lines.py"
    tool.write_text(TOOL.replace("Count lines", "Count all lines"))
    _said(home, capsys, "--edit", "p2", f"{tool}", "--reason", "clearer")
    _said(home, capsys, "--resolve", f"{PROMPT}={tmp_path / 'both.md'}")

    said = _said(home, capsys, "--branch", f"{repo}:better", "--pr", tmp_path / "pr.md")

    assert f"p1, p2, p3 of demo: {repo}: branch better, 3 patches on top of HEAD" in said
    assert "p3 was measured on the seed; here it stands on the seed with p1, p2" in said
    assert git(repo, "log", "--format=%s", "main..better").splitlines() == [
        "p3: Say it 3",
        "p2: Say it 2",
        "p1: Say it 1",
    ]
    third, second = (git(repo, "log", "-1", "--format=%B", each) for each in ("better", "better~1"))
    assert "Verdict: declined, not admitted by the gate: no gain on the mini-batch" in third
    assert f"Resolved: a conflict in {PROMPT} by " in third
    assert "Measured: p3 was measured on the seed" in third
    assert "Predicted: 1 of 2 predicted tasks came to pass (by luck 1.0); not train-1" in second
    assert "Edited: tools/count_lines.py by " in second
    assert "Dev: 0.600 before (n1), 0.700 after (n2) (simulated)" in second
    assert "Evidence: steps 2 to 3 of rollout r7: Say it" in second
    git(repo, "checkout", "-q", "better")
    assert "Count all lines" in (repo / "tools/count_lines.py").read_text()
    assert "two or three actions" in (repo / PROMPT).read_text()
    subprocess.run([sys.executable, "-m", "unittest", "-q"], cwd=repo, check=True)
    assert _snapshot(run) == before


def test_a_series_and_a_folder_hold_the_same_as_the_branch(
    home: Home, repo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _said(home, capsys, "--choose", "p1,p2")

    for words in (("--branch", f"{repo}:b"), ("--patch", tmp_path / "p"), ("--to", tmp_path / "d")):
        said = _said(home, capsys, *words)
        assert "together they are node n2, which was measured as a whole" in said

    git(repo, "checkout", "-q", "-b", "am")
    git(repo, "am", "-q", str(tmp_path / "p"))
    assert git(repo, "rev-parse", "am^{tree}") == git(repo, "rev-parse", "b^{tree}")
    folder = {str(each.relative_to(tmp_path / "d")) for each in (tmp_path / "d").rglob("*.*")}
    assert folder == set(git(repo, "ls-files").splitlines())


def test_a_conflict_stops_everything_and_says_what_to_do(
    home: Home, repo: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _said(home, capsys, "--choose", "p1,p2,p3,p4", "--move", "p3", "first")
    wanted = (
        "p1 conflicts with p3 in prompts/system.md (both change the same lines); behind it p2, p4"
    )

    for words in (
        ("--to", tmp_path / "d"),
        ("--patch", tmp_path / "p"),
        ("--branch", f"{repo}:b"),
        ("--pr",),
    ):
        assert wanted in _said(home, capsys, *words, code=1)
    facts = json.loads(_said(home, capsys, "--dry-run", "--json", code=1))

    assert "triage" in facts["problem"]
    assert "--resolve" in facts["problem"]
    assert [each["outcome"] for each in facts["patches"]] == ["in", "conflicts"]
    assert facts["waiting"] == ["p2", "p4"]
    assert facts["conflicts"][0] | {"why": ""} == {
        "patch": "p1", "path": PROMPT, "with": ["p3"], "why": "",
    }  # fmt: skip
    assert not (tmp_path / "d").exists()
    assert not (tmp_path / "p").exists()
    assert git(repo, "branch", "--list") == "* main"


def test_a_change_that_is_there_already_is_said_and_has_no_commit(
    home: Home, repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _said(home, capsys, "--choose", "p1,p4")

    said = _said(home, capsys, "--branch", f"{repo}:b")

    assert "p4 is already contained in what is below it, so it has no commit" in said
    assert git(repo, "rev-list", "--count", "main..b") == "1"


def test_a_patch_without_those_it_was_made_on_is_its_own_change_alone(
    home: Home, repo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _said(home, capsys, "--choose", "p2")

    said = _said(home, capsys, "--branch", f"{repo}:b")

    assert "p2 was measured on n1 with p1; here it stands on the seed, where nobody has" in said
    assert git(repo, "diff", "--name-only", "main", "b") == "tools/count_lines.py"


def test_a_resolution_is_used_again_for_the_same_conflict_and_for_no_other(run: RunFolder) -> None:
    text = (REACT / PROMPT).read_bytes() + BOTH
    with open_desk(run) as desk:
        for patch in ("p1", "p3"):
            _choose(desk, patch)
        (kept,) = resolve(desk, composition_of(desk), {PROMPT: text}, "me")

        assert composition_of(desk).pieces[1].resolved == (kept,)
        assert _prompt(desk) == text
        _choose(desk, "p2")  # another file: the conflict is the same
        assert not composition_of(desk).conflicts
        _move(desk, "p3")  # the other way round it is another one
        assert [each.patch for each in composition_of(desk).conflicts] == ["p1"]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, ""),
        (b"<<<<<<< so far: p1\n", "still has the mark '<<<<<<< so far: p1'"),
        (b"a\n=======\nb\n", "still has the mark '======='"),
        (b"\xff", "is no UTF-8 text"),
        (b"x" * 300_000, "expected at most 256000"),
    ],
)
def test_a_resolution_that_will_not_do_is_refused_and_kept(
    run: RunFolder, content: bytes | None, why: str
) -> None:
    with open_desk(run) as desk:
        for patch in ("p1", "p3"):
            _choose(desk, patch)
        composition = composition_of(desk)
        draft = draft_of_conflicts(composition)
        (file,) = draft.files
        if content is not None:
            file.write_bytes(content)

        def keep(contents: Contents) -> list[Row]:
            return resolve(desk, composition, contents, "me")

        if not why:  # the marks as they were: nobody has resolved anything
            assert take(draft, keep) == []
        else:
            with pytest.raises(ConfigError, match=re.escape(why)) as refused:
                take(draft, keep)
            assert f"is kept in {draft.folder}" in str(refused.value)
            assert file.read_bytes() == content
        assert composition_of(desk).conflicts
        draft.discard()


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ({"tools/count_lines.py": b"def ("}, "is not valid Python at line 1"),
        ({"harness.toml": b""}, "is outside of every surface"),
        ({"main.py": b"pass\n"}, "is outside of every surface"),
        ({"../x": b""}, "has an empty, '.' or '..' part"),
        ({"tools/count_lines.py": None}, "nothing is left of p2"),
    ],
)
def test_an_edit_that_will_not_do_is_refused(
    run: RunFolder, files: dict[str, bytes | None], why: str
) -> None:
    with open_desk(run) as desk:
        with pytest.raises(ConfigError, match=re.escape(why)):
            edit(desk, "p2", files, "me")
        assert desk.decisions[PatchId("p2")].edit is None


def test_an_edit_begins_with_the_last_one_and_can_be_taken_back_to_the_patch(
    run: RunFolder,
) -> None:
    own = b"DESCRIPTION = 'mine'\n"
    with open_desk(run) as desk:
        first = draft_of_edit(desk, "p2")
        as_it_was = first.files[0].read_bytes()
        assert take(first, lambda contents: edit(desk, "p2", contents, "me")) is None
        first = draft_of_edit(desk, "p2")
        first.files[0].write_bytes(own)
        take(first, lambda contents: edit(desk, "p2", contents, "me", "why"))
        assert not first.folder.exists()

        again = draft_of_edit(desk, "p2")

        assert again.files[0].read_bytes() == own
        again.files[0].write_bytes(as_it_was)
        take(again, lambda contents: edit(desk, "p2", contents, "me"))
        assert desk.decisions[PatchId("p2")].edit is None


EVIL = (
    "@octocat @org/team fixes #1, closes GH-2, resolves octo/repo#3 !4 <img src=x onerror=alert(1)> "
    "![i](http://x/y.png) [l](http://x) http://x.example www.x.example <http://x> a@b.example `c` *d* _e_ "
    "~~f~~ | g | &lt; $h$ \n# i\n- [ ] j\n<!-- k --> <details>"
)
CALLS = re.compile(r"(?<![\w`])@\w|#\d|\bGH-\d|https?://|www\.|!\d", re.IGNORECASE)


def _messages(series: Path) -> str:
    """What the mails say, without their heads and diffs."""
    mails = re.split(r"^From [0-9a-f]{40} ", series.read_text(encoding="utf-8"), flags=re.MULTILINE)
    bodies = [mail.partition("\n\n")[2].partition("\n---\n")[0] for mail in mails]
    assert "Cause: " in bodies[1]
    return "\n".join(bodies)


@pytest.mark.parametrize("words", [EVIL, "".join(BITS).encode("utf-8", "replace").decode()])
def test_no_word_of_a_run_acts_in_a_pull_request(
    tmp_path: Path, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    patched_run(tmp_path / "home", words)
    home = Home(tmp_path / "home")
    _said(home, capsys, "--choose", "p1,p2", "--comment", "p1", words)
    _said(home, capsys, "--leave", "p3", "--reason", words[:999])

    assert home.inside("triage", "demo", "--pr", tmp_path / "pr.md") == 0

    _said(home, capsys, "--patch", tmp_path / "series")
    assert not CALLS.search(_messages(tmp_path / "series"))
    text = (tmp_path / "pr.md").read_text(encoding="utf-8")
    assert violations(text.encode()) == []
    tokens = MarkdownIt("gfm-like").parse(text)
    flat = [inner for token in tokens for inner in (token, *(token.children or ()))]
    kinds = {token.type for token in flat}
    assert kinds.isdisjoint(
        {"link_open", "image", "html_inline", "html_block", "s_open", "em_open"}
    )
    assert sum(token.type == "heading_open" for token in flat) == 8
    rendered = "\n".join(token.content for token in flat if token.type in {"text", "code_inline"})
    assert not CALLS.search(rendered)


@pytest.mark.parametrize(
    ("words", "told", "code"),
    [
        (["--branch", "x"], "'x' is no REPO:NAME", 2),
        (["--to", "{new}"], "no patch is chosen; choose some, such as with", 2),
        (["--choose", "p1,p9"], "there is no patch 'p9' in demo; there are: p1, p2, p3, p4, p5", 2),
        (
            ["--choose", "p1,p5"],
            "p5 never became a harness, so there is nothing to take: outside",
            2,
        ),
        (["--move", "p1", "up"], "p1 is not chosen, so it has no place", 2),
        (
            ["--edit", "p1"],
            "an editor needs a terminal; without one name files: --edit p1 PATH=FILE",
            2,
        ),
        (["--edit", "p1", "prompts/system.md={new}"], "cannot read {new}: No such file", 2),
        (["--edit", "p5", "x"], "p5 never became a harness", 2),
        (["--comment", "p1", " "], "a comment on p1 needs words", 2),
        (["--undo"], "nothing was decided yet", 2),
        (["--dry-run", "--choose", "p1"], "--dry-run writes nothing; decide first", 2),
        (["--resolve"], "nothing conflicts", 0),
        (["--edit", "p2", "tools/count_lines.py=/dev/zero"], "expected at most 256000", 2),
        (["--leave", "p1", "--reason", "x" * 1001], "a reason has at most 1000 letters", 2),
        ([], "triage opens a screen, which needs a terminal; --list prints the patches", 2),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence_and_nothing_is_kept(
    home: Home,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    words: list[str],
    told: str,
    code: int,
) -> None:
    names = {"new": str(tmp_path / "new")}

    said = _said(home, capsys, *(word.format(**names) for word in words), code=code)

    assert told.format(**names) in said
    assert not (tmp_path / "new").exists()
    assert json.loads(_said(home, capsys, "--json"))["chosen"] == []


def test_a_run_that_is_at_work_says_so(
    home: Home, run: RunFolder, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "goes on" not in _said(home, capsys, "--choose", "p1")
    live = patched_run(tmp_path / "live", done=False)
    with engine(live):
        said = _said(Home(tmp_path / "live"), capsys, "--choose", "p1")
    assert "the run goes on: what is decided here changes nothing of it" in said


def _choose(desk: Desk, patch: str) -> None:
    desk.choose(patch, Choice.CHOSEN, "me")


def _move(desk: Desk, patch: str) -> None:
    said = moved(desk.decisions, PatchId(patch), "first")
    assert said is not None
    desk.triage.say(said, "me")


def _prompt(desk: Desk) -> bytes:
    composition = composition_of(desk)
    return composition.versions[composition.result][PROMPT].content
