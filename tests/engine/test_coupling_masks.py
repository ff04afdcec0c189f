import pytest

from saddle_engine.coupling.masks import mentions, same, stale_tokens


@pytest.mark.parametrize(
    ("recorded", "redone"),
    [
        ("-rw-r--r-- 1 root 5 Nov 30 00:21 a", "-rw-r--r-- 1 root 5 Nov 30 00:22 a"),
        ("2026-11-30T00:21:07.123Z start", "2026-12-01T10:01:59.9Z start"),
        ("Mon Nov 30 00:21:07 UTC 2026", "Tue Dec  1 10:01:59 UTC 2026"),
        ("Ran 3 tests in 0.003s", "Ran 3 tests in 1.25s"),
        ("real 0m1.203s", "real 0m0.998s"),
        ("took 12 ms", "took 9 ms"),
    ],
)
def test_timestamps_and_durations_are_display(recorded: str, redone: str) -> None:
    assert same({"stdout": recorded}, {"stdout": redone})


@pytest.mark.parametrize(
    ("recorded", "redone"),
    [
        ("/tmp/tmp.Xa81kQ", "/tmp/tmp.mm30vB"),
        ("pid 148", "pid 143"),
        ("5 passed", "6 passed"),
        ("retry in 5 s", "retry in 6 s"),
        ("total 12", "total 13"),
    ],
)
def test_handles_and_results_are_not(recorded: str, redone: str) -> None:
    assert not same({"stdout": recorded}, {"stdout": redone})


def test_exit_codes_and_nested_answers_are_compared() -> None:
    assert not same([200, {"exit_code": 0}], [200, {"exit_code": 1}])
    assert not same({"replies": [{"status": 200}]}, {"replies": [{"status": 404}]})


def test_a_name_that_only_the_recorded_life_knew_is_noticed_when_used() -> None:
    stale = stale_tokens({"stdout": "job a7f3c2d1 at 00:21:07"}, {"stdout": "job 99e0aa17"})

    assert stale == {"a7f3c2d1"}
    assert mentions({"command": ["cat", "/out/a7f3c2d1.log"]}, stale) == "a7f3c2d1"
    assert mentions({"command": "ls /out"}, stale) == ""
