"""No box, no file and no message ever has the key of the provider."""

import json
import os

import pytest

from saddle_engine.adapters.git import Git
from saddle_engine.types.boxes import BoxKind
from tests.engine.boxes_rig import Place, docker_problem, spec
from tests.engine.fault_rig import ROLES, Role, case, run
from tests.loopback.modes import Mode, at
from tests.loopback.refusals import Refusal

KEY = "sk-ant-canary-0f3b"
NEEDS_DOCKER = [
    pytest.mark.docker,
    pytest.mark.skipif(bool(docker_problem()), reason=docker_problem() or "Docker answers"),
]
DUMP = """
import os
from saddle_pipe import Pipe
pipe = Pipe()
pipe.write("seen.txt", repr(dict(os.environ)))
pipe.exec("env >> seen.txt")
print(pipe.read("seen.txt")["content"])
pipe.finish()
"""


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> None:
    """The key as an operator would give it, and before anything has hidden it."""
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("mode", [Mode.BAD_KEY, Mode.HTML, Mode.CUT_IN_TEXT, Mode.INVALID_REQUEST])
async def test_the_key_is_in_no_record_blob_or_live_line(mode: Mode, role: Role) -> None:
    async with case(role, at({2: mode}), key=KEY) as this:
        shown: list[str] = []
        show = this.journal.show
        this.journal.show = lambda subject, text: (shown.append(text), show(subject, text))[1]  # type: ignore[method-assign,func-returns-value]
        await run(this)

    records = [record.model_dump_json() for record in this.journal.read()]
    blobs = [*this.journal._blobs.values()]
    assert records
    assert blobs
    assert shown
    assert not [each for each in [*records, *shown] if KEY in each]
    assert not [each for each in blobs if KEY.encode() in each]


@pytest.mark.parametrize("kind", ["invalid_request_error", "authentication_error"])
async def test_a_provider_that_repeats_the_key_is_not_repeated(kind: str) -> None:
    status = 400 if kind == "invalid_request_error" else 401

    def echo(number: int, request: object) -> None:
        if number == 2:
            raise Refusal(status, kind, f"what is {KEY}?")

    async with case("diagnosis", echo, key=KEY) as this:
        await run(this)

    texts = [record.model_dump_json().encode() for record in this.journal.read()]
    texts += this.journal._blobs.values()
    assert any(b"what is [key]?" in each for each in texts)
    assert not [each for each in texts if KEY.encode() in each]


@pytest.mark.usefixtures("exported")
async def test_a_harness_and_its_task_box_do_not_have_the_key() -> None:
    async with case("task", at({})) as this:
        (this.folder / "tree" / "main.py").write_text(DUMP)
        await run(this)

    seen = [blob.decode() for blob in this.journal._blobs.values()]
    assert any("SADDLE_SOCKET" in each for each in seen)
    assert not [each for each in seen if KEY in each]


@pytest.mark.parametrize("kind", ["none", pytest.param("docker", marks=NEEDS_DOCKER)])
@pytest.mark.parametrize("box_kind", list(BoxKind))
@pytest.mark.usefixtures("exported")
async def test_no_kind_of_box_has_the_key(
    kind: str, box_kind: BoxKind, tmp_path_factory: pytest.TempPathFactory
) -> None:
    boxes = Place(kind, tmp_path_factory.mktemp("b")).boxes()
    try:
        async with boxes.open(spec("t1", box_kind)) as box:
            done = await box.exec("env; cat /proc/self/environ")
    finally:
        await boxes.reap()

    assert done.exit_code == 0
    assert b"PATH" in done.stdout
    assert KEY.encode() not in done.stdout


@pytest.mark.usefixtures("exported")
async def test_git_does_not_have_the_key(tmp_path_factory: pytest.TempPathFactory) -> None:
    git = Git(tmp_path_factory.mktemp("g"))

    assert KEY not in json.dumps(git._environment())
    assert os.environ["ANTHROPIC_API_KEY"] == KEY
