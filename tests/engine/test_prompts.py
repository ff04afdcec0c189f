"""The prompts say what the code does, in its words, and a run remembers which prompts it used."""

import hashlib
import inspect
import re
from pathlib import Path
from typing import Any, get_args

import pytest

from saddle_engine.agents import trace_tools, traces, turns
from saddle_engine.agents.answers import Choice, Judgement, LessonText, Reflection
from saddle_engine.agents.desk import AgentName, prompt
from saddle_engine.agents.diagnosis import diagnose
from saddle_engine.agents.evolution import choose_parent
from saddle_engine.agents.reflection import reflect
from saddle_engine.agents.session import MODEL_CALLS
from saddle_engine.events import SessionStarted
from saddle_engine.harness.hooks import Hook
from saddle_engine.testing import MemoryJournal, ScriptedModel
from saddle_engine.types.patch import DeleteFile, Proposal, ReplaceText, WriteFile
from saddle_engine.types.rollout import Outcome
from saddle_engine.types.steering import bucket
from saddle_engine.types.taxonomy import TAXONOMY, PatchClass
from tests.engine.desks import brief, desk, stage_harness
from tests.engine.test_agents import Sources, reflection_brief

DOCS = Path(__file__).parents[2] / "docs" / "agents.md"
AGENTS: tuple[AgentName, ...] = get_args(AgentName)


async def session(agent: AgentName, folder: Path) -> tuple[MemoryJournal, dict[str, Any]]:
    """A session of an agent, and its first request."""
    stage_harness(folder)
    model, journal = ScriptedModel(), MemoryJournal()
    place = desk(model, folder, journal)
    match agent:
        case "diagnosis":
            await diagnose(place, brief())
        case "reflection":
            await reflect(place, reflection_brief())
        case "evolution":
            await choose_parent(place, Sources().brief())
    return journal, dict(model.requests[0])


def documented(agent: str) -> list[str]:
    """The tools that the documentation's table gives an agent."""
    rows = [line.split("|") for line in DOCS.read_text().splitlines() if line.startswith("| ")]
    table = {cells[1].strip(): cells for cells in rows if len(cells) == 7}
    column = [cell.strip() for cell in table["tool"]].index(agent)
    return [
        name.strip("`") for name, cells in table.items() if cells[column].strip() in {"yes", "ends"}
    ]


def tags() -> set[str]:
    """The tags of a trace's lines, from the code that writes them."""
    source = "".join(map(inspect.getsource, (traces, turns, trace_tools)))
    flat = re.sub(r"\(\s+", "(", source)
    return set(
        re.findall(r'(?<=tagged\(")\w+|(?<=_field\(")\w+|(?<=_tag\(")\w+|(?<=")\w+(?=\| )', flat)
    )


def words(agent: AgentName) -> set[str]:
    """What a prompt puts between backticks."""
    return set(re.findall(r"`([\w.]+)`", prompt(agent)))


@pytest.mark.parametrize("agent", AGENTS)
async def test_an_agent_has_exactly_its_documented_tools(tmp_path: Path, agent: AgentName) -> None:
    _, request = await session(agent, tmp_path)

    assert sorted(tool["name"] for tool in request["tools"]) == sorted(documented(agent))


@pytest.mark.parametrize("agent", AGENTS)
def test_a_prompt_names_all_tools_of_its_agent_and_no_others(agent: AgentName) -> None:
    every = {name for one in AGENTS for name in documented(one)}

    assert words(agent) & every == set(documented(agent))


@pytest.mark.parametrize("agent", AGENTS)
async def test_the_journal_has_the_digest_of_the_whole_prompt(
    tmp_path: Path, agent: AgentName
) -> None:
    journal, request = await session(agent, tmp_path)

    started = journal.read()[0].event
    assert isinstance(started, SessionStarted)
    assert started.prompt == hashlib.sha256(prompt(agent).encode()).hexdigest()
    assert journal.get(started.prompt).decode() == prompt(agent) == request["system"][0]["text"]


@pytest.mark.parametrize("agent", AGENTS)
def test_a_prompt_says_how_many_replies_there_are(agent: AgentName) -> None:
    assert f"at most {MODEL_CALLS} replies" in prompt(agent)


def test_the_diagnosis_prompt_has_the_taxonomy_of_the_code() -> None:
    rows = re.findall(r"^\| (\w+) \| (\w+) \| (\w+) \|", prompt("diagnosis"), re.MULTILINE)

    assert [row for row in rows if row[0] != "layer"] == [
        (str(layer), str(subtype), str(patch_class))
        for subtype, (layer, patch_class) in TAXONOMY.items()
    ]
    assert set(re.findall(r"\*(\w+)\*, what (?:the agent|it)", prompt("diagnosis"))) == {
        *PatchClass
    }


def test_the_diagnosis_prompt_explains_every_field_of_a_proposal() -> None:
    _, section = prompt("diagnosis").split("# The proposal\n")
    lines = re.findall(r"^- (`.*?`):", section, re.MULTILINE)

    assert re.findall(r"`(\w+)`", " ".join(lines)) == [*Proposal.model_fields]


@pytest.mark.parametrize("agent", ["diagnosis", "reflection"])
def test_a_prompt_explains_every_tag_of_a_trace(agent: AgentName) -> None:
    assert words(agent) >= tags()


def test_prompts_use_the_words_of_outcomes_edits_and_hooks() -> None:
    scored = {Outcome.PASSED, Outcome.FAILED, Outcome.TIMED_OUT}
    edits = {edit.model_fields["op"].default for edit in (ReplaceText, WriteFile, DeleteFile)}

    assert words("diagnosis") >= {*scored, *edits, *Hook.model_fields}


def test_the_reflection_prompt_uses_the_words_of_its_answer() -> None:
    buckets = {
        bucket(before, after)
        for before in (Outcome.PASSED, Outcome.FAILED)
        for after in (Outcome.PASSED, Outcome.FAILED)
    }
    verdicts = get_args(LessonText.model_fields["verdict"].annotation)
    judgements = get_args(Judgement.model_fields["real_or_chance"].annotation)

    fields = {*Judgement.model_fields} - {"task"}
    assert words("reflection") >= {*buckets, *verdicts, *judgements, *fields}
    assert f"At most {_most_lessons()}" in prompt("reflection")


def test_the_evolution_prompt_uses_the_words_of_its_answer() -> None:
    assert words("evolution") >= {*Choice.model_fields}


def _most_lessons() -> str:
    (most,) = (
        limit.max_length
        for limit in Reflection.model_fields["lessons"].metadata
        if hasattr(limit, "max_length")
    )
    return {5: "five"}[most]
