"""What a patch can be: layer, sub-type, class (after the AutoSaddler paper; docs/method.md)."""

from enum import StrEnum


class Layer(StrEnum):
    """The part of a harness a patch changes."""

    PROMPT = "prompt"
    TOOL = "tool"
    MIDDLEWARE = "middleware"


class PatchClass(StrEnum):
    """Capability changes what the agent can do, steering what it chooses to do."""

    CAPABILITY = "capability"
    STEERING = "steering"


Phase = PatchClass  # a phase allows the class of its name


class SubType(StrEnum):
    """The nine kinds of patch."""

    RULE_ADDITION = "rule_addition"
    RULE_MODIFICATION = "rule_modification"
    NEW_TOOL = "new_tool"
    ARGUMENT_CHANGE = "argument_change"
    IMPLEMENTATION_FIX = "implementation_fix"
    DESCRIPTION_FIX = "description_fix"
    PRE_TOOL_HOOK = "pre_tool_hook"
    INFRASTRUCTURE_CHANGE = "infrastructure_change"
    LOOP_CHANGE = "loop_change"

    @property
    def layer(self) -> Layer:
        """The layer this sub-type belongs to."""
        return TAXONOMY[self][0]

    @property
    def patch_class(self) -> PatchClass:
        """The class this sub-type belongs to."""
        return TAXONOMY[self][1]


TAXONOMY: dict[SubType, tuple[Layer, PatchClass]] = {
    SubType.RULE_ADDITION: (Layer.PROMPT, PatchClass.STEERING),
    SubType.RULE_MODIFICATION: (Layer.PROMPT, PatchClass.STEERING),
    SubType.NEW_TOOL: (Layer.TOOL, PatchClass.CAPABILITY),
    SubType.ARGUMENT_CHANGE: (Layer.TOOL, PatchClass.CAPABILITY),
    SubType.IMPLEMENTATION_FIX: (Layer.TOOL, PatchClass.CAPABILITY),
    SubType.DESCRIPTION_FIX: (Layer.TOOL, PatchClass.STEERING),
    SubType.PRE_TOOL_HOOK: (Layer.MIDDLEWARE, PatchClass.STEERING),
    SubType.INFRASTRUCTURE_CHANGE: (Layer.MIDDLEWARE, PatchClass.CAPABILITY),
    SubType.LOOP_CHANGE: (Layer.MIDDLEWARE, PatchClass.CAPABILITY),
}
