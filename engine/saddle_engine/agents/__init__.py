"""Our own LLM agents: Diagnosis-Patch, Reflection, Evolution; one tool loop, narrow views, no shell."""

from saddle_engine.agents.answers import Choice, Judgement, LessonText, Reflection
from saddle_engine.agents.briefs import (
    Check,
    CheckReport,
    DiagnosisBrief,
    EvolutionBrief,
    NodeOf,
    PairOf,
    ReflectionBrief,
    TraceOf,
)
from saddle_engine.agents.desk import Desk
from saddle_engine.agents.diagnosis import Diagnosed, diagnose
from saddle_engine.agents.evolution import choose_parent
from saddle_engine.agents.reflection import reflect

__all__ = [
    "Check",
    "CheckReport",
    "Choice",
    "Desk",
    "Diagnosed",
    "DiagnosisBrief",
    "EvolutionBrief",
    "Judgement",
    "LessonText",
    "NodeOf",
    "PairOf",
    "Reflection",
    "ReflectionBrief",
    "TraceOf",
    "choose_parent",
    "diagnose",
    "reflect",
]
