"""The simulated task agent understands rules however they are worded, and nothing else."""

import re
import tomllib
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from saddle_benchmarks.bundled.simulated.task_agent.rules import stated
from saddle_benchmarks.bundled.simulated.task_agent.rules.data import RULES as KNOWN
from tests.benchmarks.rollouts import REACT

RULES = tomllib.loads((Path(__file__).parent / "data" / "steering_rules.toml").read_text())["rule"]
NAMES = [rule["name"] for rule in RULES]


def test_every_rule_has_paraphrases_and_decoys_enough() -> None:
    assert set(NAMES) == set(KNOWN)
    for rule in RULES:
        assert len(set(rule["paraphrases"])) >= 5
        assert len(set(rule["decoys"])) >= 5


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_every_paraphrase_is_understood(rule: dict[str, Any]) -> None:
    missed = [text for text in rule["paraphrases"] if rule["name"] not in stated(text)]

    assert missed == []


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_no_decoy_states_a_rule(rule: dict[str, Any]) -> None:
    taken = [text for text in rule["decoys"] if stated(text)]

    assert taken == []


def test_react_states_the_two_contradictory_rules_and_the_wrong_unit() -> None:
    sources = [path.read_text() for path in sorted((REACT / "tools").glob("*.py"))]
    descriptions = [match for text in sources for match in re.findall(r'"([^"]+\.)"', text)]

    assert stated((REACT / "prompts" / "system.md").read_text()) == {
        "keep_numbers_exact",
        "round_numbers_to_whole",
    }
    assert stated("\n".join(descriptions)) == {"size_is_in_kilobytes"}


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_rule_is_found_among_other_text(rule: dict[str, Any]) -> None:
    around = (
        "# Guide\n\n- All paths are relative to the folder.\n- {}\n- Take one action at a time.\n"
    )
    found = [text for text in rule["paraphrases"] if rule["name"] in stated(around.format(text))]

    assert len(found) >= len(rule["paraphrases"]) - 1


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Do not round amounts unless the task asks for it.", {"keep_numbers_exact"}),
        ("Round to a whole number only if the task asks for it.", set()),
        ("Skip any check of the result before you finish.", set()),
        ("Run a program again only if it failed.", set()),
        ("The size is a number of bytes, not kilobytes.", {"size_is_in_bytes"}),
        ("Returns the size in kilobytes; one kilobyte is 1024 bytes.", {"size_is_in_kilobytes"}),
        ("Explain your reasoning in the summary, not in the file.", set()),
        (
            "Do not call finish until you have verified what you wrote.",
            {"verify_result_before_finishing"},
        ),
        ("", set()),
    ],
)
def test_conditions_and_contrasts_are_understood(text: str, rules: set[str]) -> None:
    assert stated(text) == rules


@pytest.mark.parametrize(
    "text", ["check " * 50_000, "`" * 50_000, "not " * 9_999 + "round", '"' * 60_001]
)
def test_hostile_text_costs_no_time(text: str) -> None:
    before = process_time()

    stated(text)

    assert process_time() - before < 2
