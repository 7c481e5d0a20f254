"""Request -> prompt: the document first, the instruction last, the user's text untouched."""

import re

from attrs import frozen

from redraft.pipeline.lines import normalise
from redraft.pipeline.request import Request, cut
from redraft.settings import PromptSettings

_BACKTICKS = re.compile(r"`{3,}")


@frozen
class Prompt:
    """The parts of one conversation; the cut between document and instruction is the cache's."""

    system: str
    document: str
    """First part of the user's turn; empty for a question about nothing."""
    instruction: str
    """Second part of the user's turn."""
    source: str | None = None
    """What the answer would be if nothing had to change, fence and all; None: free-form."""


def build(request: Request, wording: PromptSettings, refused: str = "") -> Prompt:
    """The prompt of a request; with a selection, only its lines are asked back.

    `refused` tells what was wrong with an earlier answer.
    """
    if request.mode == "ask":
        return _question(request, wording)
    document = request.document
    whole = fenced(document.text, document.language)
    wish = request.instruction
    if refused:
        wish = _filled(wording.feedback, instruction=wish, findings=refused)
    if request.selection is None:
        instruction = _filled(wording.rewrite, instruction=wish)
        return Prompt(wording.system, f"{whole}\n", f"\n{instruction}", whole)
    _, selected, _ = cut(document, request.selection)
    source = fenced(selected, document.language)
    instruction = _filled(wording.selection, instruction=wish, selection=source)
    return Prompt(wording.system, f"{whole}\n", f"\n{instruction}", source)


def _filled(wording: str, **values: str) -> str:
    """A wording with its placeholders filled, in one pass: text that holds one stays as it is."""
    return re.sub(r"\{(\w+)\}", lambda match: values.get(match[1], match[0]), wording)


def fenced(text: str, language: str) -> str:
    """The text in a fenced block whose fence does not occur in it."""
    text = normalise(text)
    fence = "`" * max([3, *(len(run) + 1 for run in _BACKTICKS.findall(text))])
    end = "" if text.endswith("\n") or not text else "\n"
    return f"{fence}{language}\n{text}{end}{fence}"


def _question(request: Request, wording: PromptSettings) -> Prompt:
    documents = [document for document in (*request.shown, request.document) if document.text]
    whole = "".join(f"{d.path}:\n{fenced(d.text, d.language)}\n\n" for d in documents)
    instruction = _filled(wording.ask, instruction=request.instruction)
    if request.selection is not None:
        _, selected, _ = cut(request.document, request.selection)
        instruction = f"{fenced(selected, request.document.language)}\n{instruction}"
    return Prompt(wording.ask_system, whole, instruction)
