"""What is asked before a word on patches."""

from saddle_tui.requests import CONFIRMED, REASON, Request
from saddle_tui.screens.asked import WHY, exactly, some, some_text, word
from saddle_tui.screens.dialog import Field, Question
from saddle_tui.view import View

TEXT = "text"


def approve(request: Request, view: View) -> Question | None:
    """One key is enough for what could be read."""
    text = view.patch_text
    if text is None or not text.unread:
        return None
    patch = request.arguments["patch"]
    said = f"{text.unread}. Whoever approves it lets code run that nobody has seen."
    return Question(f"Approve {patch} unread?", (said,), (word(patch), WHY), "approve it")


def veto(request: Request, view: View) -> Question:
    """A reason is needed."""
    said = "The reason stays on record. The patch is kept; u brings it back."
    why = Field(REASON, "why", why_not=some("a veto needs a reason"))
    return Question(f"Veto {request.arguments['patch']}?", (said,), (why,), "veto it")


def defer(request: Request, view: View) -> Question:
    """What becomes of the patch."""
    said = (
        "The search goes on with its next iteration; the patch stays held. Approved later, the "
        "next iteration after that takes it up."
    )
    return Question(f"Set {request.arguments['patch']} aside?", (said,), (WHY,), "defer it")


def comment(request: Request, view: View) -> Question:
    """A text is needed."""
    said = "It changes nothing, and stays on record beside the patch."
    text = Field(TEXT, "comment", why_not=some_text("comment"))
    return Question(f"Comment on {request.arguments['patch']}", (said,), (text,), "record it")


def undo(request: Request, view: View) -> Question:
    """What becomes of the patch."""
    what = request.arguments["what"]
    said = f"{what} will be held again, and wait for you."
    return Question(f"Take back the word on {what}?", (said,), (WHY,), "take it back")


def marked(request: Request, view: View) -> Question:
    """Their count is typed, so that none is decided on by mistake."""
    patches = [str(each.arguments["patch"]) for each in request.each()]
    verb, count = request.verb, len(patches)
    needed = verb == "veto"
    why = Field(REASON, "why", why_not=some("a veto needs a reason")) if needed else WHY
    many = f"{count} patch{'es' * (count > 1)}"
    count_ = Field(CONFIRMED, f"type {count}", why_not=exactly(str(count)), confirms=True)
    return Question(
        f"{verb.capitalize()} {many}?", (", ".join(patches),), (count_, why), f"{verb} them"
    )
