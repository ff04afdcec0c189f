"""The simulated task agent understands rules however they are worded, and nothing else."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from saddle_benchmarks.bundled.simulated.task_agent.rules import stated

RULES = tomllib.loads((Path(__file__).parent / "data" / "steering_rules.toml").read_text())["rule"]
NAMES = [rule["name"] for rule in RULES]


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_every_paraphrase_is_understood(rule: dict[str, Any]) -> None:
    missed = [text for text in rule["paraphrases"] if rule["name"] not in stated(text)]

    assert missed == []


@pytest.mark.parametrize("rule", RULES, ids=NAMES)
def test_no_decoy_states_a_rule(rule: dict[str, Any]) -> None:
    taken = [text for text in rule["decoys"] if rule["name"] in stated(text)]

    assert taken == []
