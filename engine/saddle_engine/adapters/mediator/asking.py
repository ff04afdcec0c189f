"""What a harness may ask, and how it is refused."""

from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from saddle_engine.types.wire import Door


class Refused(Exception):
    """An answer that is an error: `{kind, message}` with a 4xx status."""

    def __init__(self, status: int, kind: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.kind = kind
        self.message = message

    @property
    def body(self) -> dict[str, Any]:
        """As it stands on the wire."""
        return {"kind": self.kind, "message": self.message}


def _no_nul(text: str) -> str:
    if "\0" in text:
        raise ValueError("a NUL byte cannot be passed to a command or a file system")
    return text


S = TypeVar("S", bound=BaseModel)

Word = Annotated[str, AfterValidator(_no_nul)]


class Shape(BaseModel):
    """Refuses unknown fields and does not convert."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Exec(Shape):
    """POST /v1/env/exec."""

    command: Word | Annotated[list[Word], Field(min_length=1)]
    cwd: Word | None = None
    timeout_s: float = Field(60.0, gt=0, le=3600)
    stdin: str = ""


class Read(Shape):
    """POST /v1/env/read."""

    path: Word = Field(min_length=1)
    offset: int = Field(0, ge=0, lt=1 << 50)
    limit: int = Field(1_000_000, ge=0, le=1_000_000)


class Write(Shape):
    """POST /v1/env/write."""

    path: Word = Field(min_length=1)
    content: str


Act = Exec | Read | Write

ACTS: dict[str, type[Exec] | type[Read] | type[Write]] = {
    "exec": Exec,
    "read": Read,
    "write": Write,
}


@dataclass(frozen=True)
class Ask:
    """One request of a harness, checked and keyed."""

    door: Door
    lane: str
    key: str
    body: dict[str, Any]
    acts: tuple[Act, ...] = ()
    """For an environment request: what it asks for."""
    betas: tuple[str, ...] = ()
    """For a request to the model: the values of its header `anthropic-beta`."""

    def line(self, steps: int) -> str:
        """What the live view shows of it after so many steps; hostile text."""
        if self.door is Door.MODEL:
            return f"step {steps + 1}: asks the model"
        what = str(self.body.get("command") or self.body.get("path") or "")
        return f"step {steps}: {self.door} {' '.join(what.split())[:120]}".rstrip()


class Batch(Shape):
    """POST /v1/env/batch."""

    requests: list[dict[str, dict[str, Any]]] = Field(min_length=1, max_length=100)


class Finish(Shape):
    """POST /v1/finish."""

    output: Any = None


def read_acts(door: Door, body: dict[str, Any]) -> tuple[Act, ...]:
    """The environment requests in a body: one, or those of a batch."""
    if door is not Door.BATCH:
        return (shaped(ACTS[door.value.removeprefix("env/")], body),)
    return tuple(_item(item) for item in shaped(Batch, body).requests)


def shaped(shape: type[S], body: dict[str, Any]) -> S:
    """The body as a value.

    Raises:
        Refused: 400 with the first thing that is wrong.
    """
    try:
        return shape.model_validate(body)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])[:100]
        raise Refused(400, "bad_request", f"{place or 'body'}: {first['msg']}"[:300]) from None


def _item(item: dict[str, dict[str, Any]]) -> Act:
    """One item of a batch: an object whose single key says what it is."""
    if len(item) != 1 or not item.keys() <= ACTS.keys():
        raise Refused(400, "bad_request", f"a batch item has one key of {', '.join(ACTS)}")
    ((name, body),) = item.items()
    return shaped(ACTS[name], body)
