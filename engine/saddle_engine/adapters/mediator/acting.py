"""Environment requests, carried out in an open task box."""

from collections.abc import Sequence
from typing import Any

from saddle_engine.adapters.mediator.asking import Act, Exec, Read, Write
from saddle_engine.errors import PathRefused
from saddle_engine.ports import Sandbox

Reply = tuple[int, dict[str, Any]]
"""HTTP status and body."""


async def carry_out(box: Sandbox, acts: Sequence[Act], batch: bool, seconds: float) -> Reply:
    """The answer to one environment request, or to a batch in its order.

    Args:
        box: the task box.
        acts: exactly one unless `batch`.
        batch: answer with one reply an item; an item that is refused does not stop the next.
        seconds: what is left of the rollout; no command is given more.
    """
    if not batch:
        return await _answer(box, acts[0], seconds)
    replies = [await _answer(box, act, seconds) for act in acts]
    return 200, {"replies": [{"status": status, "body": body} for status, body in replies]}


async def _answer(box: Sandbox, act: Act, seconds: float) -> Reply:
    """A missing file or a path outside is the harness's mistake, and part of the transcript."""
    try:
        return 200, await _act(box, act, seconds)
    except FileNotFoundError:
        return 404, {"kind": "not_found", "message": "no such file, or not a plain file"}
    except PathRefused as refused:
        return 400, {"kind": "path_refused", "message": str(refused)[:500]}


async def _act(box: Sandbox, act: Act, seconds: float) -> dict[str, Any]:
    match act:
        case Exec():
            return await _exec(box, act, seconds)
        case Read():
            content = await box.read(act.path, offset=act.offset, limit=act.limit)
            return {"content": content.decode("utf-8", "replace"), "size": len(content)}
        case Write():
            content = act.content.encode()
            await box.write(act.path, content)
            return {"size": len(content)}


async def _exec(box: Sandbox, act: Exec, seconds: float) -> dict[str, Any]:
    done = await box.exec(
        act.command,
        cwd=act.cwd,
        stdin=act.stdin.encode(),
        timeout_s=min(act.timeout_s, max(seconds, 0.1)),
    )
    return {
        "exit_code": done.exit_code,
        "stdout": done.stdout.decode("utf-8", "replace"),
        "stderr": done.stderr.decode("utf-8", "replace"),
        "timed_out": done.timed_out,
        "truncated": done.truncated,
    }
