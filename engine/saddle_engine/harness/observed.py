"""What a change really is: its layer and class, read from what changed."""

from collections.abc import Mapping, Sequence

from saddle_engine.errors import PatchRefused
from saddle_engine.harness.hooks import check_hooks
from saddle_engine.harness.surfaces import Surface, surface_of
from saddle_engine.harness.syntax import same_code
from saddle_engine.types.base import Value
from saddle_engine.types.taxonomy import Layer, PatchClass


class Observed(Value):
    """The layer and class of a change, and the files that show it."""

    layer: Layer
    patch_class: PatchClass
    text: tuple[str, ...] = ()
    """Changed files in which only words for the model differ."""
    code: tuple[str, ...] = ()
    """Changed files in which something else differs."""


def observe(
    surfaces: Sequence[Surface], before: Mapping[str, bytes], after: Mapping[str, bytes]
) -> Observed:
    """Layer and class of the change from one set of files to another.

    Raises:
        PatchRefused: no change, a file outside of every surface, more than one layer, a Python
            file that does not parse, or a hooks file of another shape.
    """
    changed = [path for path in sorted({*before, *after}) if before.get(path) != after.get(path)]
    owners = {path: _owner(surfaces, path) for path in changed}
    is_text = {
        path: _is_text(surface, path, before.get(path), after.get(path))
        for path, surface in owners.items()
    }
    code = tuple(path for path in changed if not is_text[path])
    return Observed(
        layer=_one_layer(owners),
        patch_class=PatchClass.CAPABILITY if code else PatchClass.STEERING,
        text=tuple(path for path in changed if is_text[path]),
        code=code,
    )


def _owner(surfaces: Sequence[Surface], path: str) -> Surface:
    if surface := surface_of(surfaces, path):
        return surface
    declared = ", ".join(pattern for surface in surfaces for pattern in surface.files)
    raise PatchRefused(f"{path!r} is outside of every surface; patches may change {declared}")


def _one_layer(owners: Mapping[str, Surface]) -> Layer:
    layers = {surface.layer: path for path, surface in owners.items()}
    match list(layers):
        case [layer]:
            return layer
        case []:
            raise PatchRefused("the patch changes nothing: every file stays as it is")
        case _:
            touched = ", ".join(f"{layer} in {path!r}" for layer, path in layers.items())
            raise PatchRefused(
                f"the patch changes {len(layers)} layers ({touched}); expected exactly one: "
                "propose the part that matters most"
            )


def _is_text(surface: Surface, path: str, before: bytes | None, after: bytes | None) -> bool:
    if path.endswith(".py"):
        return after is not None and same_code(before, after, path, surface.text)
    if surface.hooks and after is not None:
        check_hooks(path, after)
    return surface.hooks or surface.layer is Layer.PROMPT
