from collections.abc import Callable
from pathlib import Path

import pytest

from saddle_benchmarks.harbor import Harbor
from saddle_engine.errors import BenchmarkBroken
from saddle_engine.types.boxes import BoxKind, ExecResult
from saddle_engine.types.rollout import Split, Verdict
from tests.benchmarks.harbor_folders import write_task, write_tasks
from tests.benchmarks.scripted_boxes import Files, ScriptedBox, ScriptedBoxes

Verifier = Callable[[ScriptedBox], ExecResult]


def harbor(folder: Path, toml: str = "", **more: object) -> Harbor:
    write_task(folder / "tasks" / "sum", {"task.toml": toml})
    write_tasks(folder / "tasks", "b", "c")
    options = {
        "path": str(folder / "tasks"),
        "splits": {"train": ["sum"], "dev": ["b"], "test": ["c"]},
        **more,
    }
    return Harbor(options, folder / "private")


def rewarding(**rewards: str) -> Verifier:
    """A verifier that writes `reward_txt="1"` to reward.txt and says so."""

    def verify(box: ScriptedBox) -> ExecResult:
        for name, text in rewards.items():
            box.files[f"/logs/verifier/{name.replace('_', '.')}"] = text.encode()
        return ExecResult(exit_code=3, stdout=b"checked\n", stderr=b"3 failed\n")

    return verify


async def judged(benchmark: Harbor, boxes: ScriptedBoxes, left: Files | None = None) -> Verdict:
    """What the verifier says about a box with the files that an agent left."""
    (task,) = benchmark.tasks(Split.TRAIN)
    spec = (await benchmark.spec(task, boxes)).model_copy(update={"name": "r1-task"})
    async with boxes.open(spec) as box:
        box.files.update(left or {})
        return await benchmark.verify(task, spec, box, boxes)


@pytest.mark.parametrize(
    ("rewards", "score"),
    [
        ({"reward_txt": "1\n"}, 1.0),
        ({"reward_txt": "0.25"}, 0.25),
        ({"reward_json": "0.5"}, 0.5),
        ({"reward_json": '{"reward": 0.5, "seconds": 12.5}'}, 0.5),
        ({"reward_json": '{"tests": 0.5}'}, 0.5),
        ({"reward_json": '{"a": 1, "b": 0}'}, 0.5),
        ({"reward_json": "0.5", "reward_txt": "1"}, 0.5),
    ],
)
async def test_a_reward_is_read_whatever_the_exit_code(
    tmp_path: Path, rewards: dict[str, str], score: float
) -> None:
    verdict = await judged(harbor(tmp_path), ScriptedBoxes(rewarding(**rewards)))

    assert verdict == Verdict(score=score, detail="checked\n3 failed\n")


@pytest.mark.parametrize(
    ("rewards", "found"),
    [
        ({}, "neither reward.json nor reward.txt"),
        ({"reward_txt": ""}, "'' into reward.txt"),
        ({"reward_txt": "nan"}, "'nan' into reward.txt"),
        ({"reward_txt": "1e9"}, "'1e9' into reward.txt"),
        ({"reward_txt": "-0.1"}, "'-0.1'"),
        ({"reward_txt": "passed"}, "'passed'"),
        ({"reward_json": "{}"}, "'{}' into reward.json"),
        ({"reward_json": "NaN"}, "'NaN'"),
        ({"reward_json": '{"a": {"b": 1}}'}, "reward.json"),
        ({"reward_json": '{"reward": true}'}, "reward.json"),
        ({"reward_json": "9" * 400}, "reward.json"),
        ({"reward_json": "[" * 60_000}, "reward.json"),
        ({"reward_json": "torn {", "reward_txt": "1"}, "'torn {' into reward.json"),
    ],
)
async def test_no_verdict_is_a_broken_verifier_and_never_a_score(
    tmp_path: Path, rewards: dict[str, str], found: str
) -> None:
    with pytest.raises(BenchmarkBroken, match="the verifier of task sum") as broken:
        await judged(harbor(tmp_path), ScriptedBoxes(rewarding(**rewards)))

    assert found in str(broken.value)
    assert "3 failed" in str(broken.value)


async def test_a_verifier_that_does_not_end_is_broken(tmp_path: Path) -> None:
    boxes = ScriptedBoxes(lambda box: ExecResult(exit_code=-9, timed_out=True))

    with pytest.raises(BenchmarkBroken, match="task sum did not end within 7 s"):
        await judged(harbor(tmp_path, "[verifier]\ntimeout_sec = 7"), boxes)

    assert boxes.opened[-1].limits == [7]


async def test_a_reward_that_is_a_link_is_broken(tmp_path: Path) -> None:
    def verify(box: ScriptedBox) -> ExecResult:
        box.links.add("/logs/verifier/reward.json")
        return ExecResult(exit_code=0)

    with pytest.raises(BenchmarkBroken, match="no plain file"):
        await judged(harbor(tmp_path), ScriptedBoxes(verify))


async def test_a_long_output_keeps_its_end(tmp_path: Path) -> None:
    def verify(box: ScriptedBox) -> ExecResult:
        box.files["/logs/verifier/reward.txt"] = b"1"
        return ExecResult(exit_code=0, stdout=b"\xc3\xa4" * 9_000 + b"end")

    verdict = await judged(harbor(tmp_path), ScriptedBoxes(verify))

    assert verdict.detail.endswith("end")
    assert len(verdict.detail.encode()) <= 4_003


async def test_the_verifier_has_a_fresh_box_with_all_the_agent_left(tmp_path: Path) -> None:
    boxes = ScriptedBoxes(rewarding(reward_txt="1"))

    await judged(harbor(tmp_path, "[verifier]\nuser = 'judge'"), boxes, {"/opt/made": b"x"})

    task_box, fresh = boxes.opened
    assert task_box.frozen
    assert (fresh.spec.kind, fresh.spec.name) == (BoxKind.VERIFIER, "r1-task-verify")
    assert (fresh.spec.image, fresh.spec.user) == (task_box.spec.image, "judge")
    assert fresh.files["/opt/made"] == b"x"


async def test_tests_are_mounted_as_any_user_can_read_them(tmp_path: Path) -> None:
    boxes = ScriptedBoxes(rewarding(reward_txt="1"))
    benchmark = harbor(tmp_path)
    (tmp_path / "tasks/sum/tests/test.sh").chmod(0o600)

    await judged(benchmark, boxes)

    (mount,) = boxes.opened[-1].spec.mounts
    script = mount.source / "test.sh"
    assert str(mount.target) == "/tests"
    assert script.read_bytes() == (tmp_path / "tasks/sum/tests/test.sh").read_bytes()
    assert (script.stat().st_mode & 0o777, mount.source.stat().st_mode & 0o777) == (0o644, 0o755)
    assert boxes.opened[-1].env == {"SADDLE_TESTS": "/tests", "SADDLE_LOGS": "/logs/verifier"}


async def test_the_agents_box_never_sees_the_tests(tmp_path: Path) -> None:
    boxes = ScriptedBoxes(rewarding(reward_txt="1"))

    await judged(harbor(tmp_path), boxes)

    assert boxes.opened[0].spec.mounts == ()
    assert boxes.opened[0].files == {}


async def test_a_task_that_changes_during_the_run_is_broken(tmp_path: Path) -> None:
    benchmark = harbor(tmp_path)
    (tmp_path / "tasks/sum/tests/test.sh").write_text("echo 1 >/logs/verifier/reward.txt")

    with pytest.raises(BenchmarkBroken, match="changed during the run"):
        await judged(benchmark, ScriptedBoxes(rewarding(reward_txt="1")))


async def test_only_declared_artifacts_reach_the_verifier(tmp_path: Path) -> None:
    toml = "artifacts = ['out.txt', {source = '/srv/site', exclude = ['*.tmp']}, 'missing']"
    boxes = ScriptedBoxes(rewarding(reward_txt="1"))
    left = {
        "/app/out.txt": b"42",
        "/srv/site/a/index.html": b"<p>",
        "/srv/site/a/x.tmp": b"",
        "/app/conftest.py": b"cheat",
        "/app/missing-not": b"",
    }

    await judged(harbor(tmp_path, toml), boxes, left)

    task_box, fresh = boxes.opened
    kept = {path: text for path, text in fresh.files.items() if not path.startswith("/logs")}
    assert kept == {"/app/out.txt": b"42", "/srv/site/a/index.html": b"<p>"}
    assert fresh.spec.start_from == ""
    assert not task_box.frozen


async def test_too_many_artifacts_are_broken(tmp_path: Path) -> None:
    left = {f"/app/out/{n}": b"" for n in range(2_001)}

    with pytest.raises(BenchmarkBroken, match="more than 2000 files"):
        await judged(harbor(tmp_path, "artifacts = ['out']"), ScriptedBoxes(), left)


async def test_a_task_that_needs_its_live_processes_says_so_in_the_result(tmp_path: Path) -> None:
    boxes = ScriptedBoxes(rewarding(reward_txt="1"))

    verdict = await judged(harbor(tmp_path, "[verifier]\nenvironment_mode = 'shared'"), boxes)

    assert verdict.detail.startswith("[verified in the agent's own box")
    (task_box,) = boxes.opened
    assert "/tests/test.sh" in task_box.files


async def test_the_verifiers_variables_are_given_to_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_KEY", "k")
    toml = "[verifier.env]\nKEY = '${JUDGE_KEY}'\n[environment.env]\nMODE = 'x'"
    boxes = ScriptedBoxes(rewarding(reward_txt="1"))

    await judged(harbor(tmp_path, toml, pass_env=["JUDGE_KEY"]), boxes)

    assert boxes.opened[1].env["KEY"] == "k"
    assert boxes.opened[0].spec.env == (("MODE", "x"),)
