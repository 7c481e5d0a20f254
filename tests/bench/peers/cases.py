"""The requests: two replacements and a renaming in whole files, and free-form prose."""

import math
from importlib.resources import files as resources
from pathlib import Path

from attrs import evolve
from tests.bench.peers.peer import Case

from redraft import sources
from redraft.bench import PRINT, SUMMARISE
from redraft.engine.chat import render
from redraft.engine.llama import NativeModel
from redraft.engine.model import Model
from redraft.pipeline.prompt import Prompt, build
from redraft.pipeline.request import Document, Request
from redraft.settings import Settings

_OWN = Path(__file__).parent / "data"
_FREE = 256
"""Answer tokens of the free-form request."""


def cases(settings: Settings) -> list[Case]:
    """Effect: loads the model for its tokenizer and template, and gives it back."""
    model = NativeModel(sources.find(settings.model), settings.model)
    try:
        return [_case(model, name, prompt) for name, prompt in _prompts(settings)]
    finally:
        model.close()


def _prompts(settings: Settings) -> list[tuple[str, Prompt]]:
    shipped = resources("redraft").joinpath("data")
    essay = Document(shipped.joinpath("essay.md").read_text("utf-8"), "essay.md", "markdown")
    ask = build(Request(essay, SUMMARISE, "ask"), settings.prompt)
    rewrites = (
        ((_OWN / "tides.py.txt").read_text("utf-8"), "23 lines, print → logging", PRINT),
        (
            (_OWN / "library.py.txt").read_text("utf-8"),
            "83 lines, rename",
            "Rename shelf to rack everywhere.",
        ),
        (shipped.joinpath("backup.py.txt").read_text("utf-8"), "85 lines, print → logging", PRINT),
    )
    built = [
        (name, build(Request(Document(text, "file.py", "python"), wish), settings.prompt))
        for text, name, wish in rewrites
    ]
    # The essay as source: drafting is allowed, though redraft itself would not draft a question.
    return [*built, ("Japanese prose", evolve(ask, source=essay.text))]


def _case(model: Model, name: str, prompt: Prompt) -> Case:
    rendered = render(prompt, model.formatter, model)
    tokens = [*rendered.head, *rendered.tail]
    start = list(model.info.start)
    if tokens[: len(start)] != start:
        tokens = [*start, *tokens]
    text = b"".join(map(model.piece, tokens)).decode("utf-8")
    return Case(name, prompt, tokens, text, _most(model, name, prompt))


def _most(model: Model, name: str, prompt: Prompt) -> int:
    """Answer tokens: for a rewrite a quarter more than its source, for prose a fixed number."""
    if name == "Japanese prose" or prompt.source is None:
        return _FREE
    return math.ceil(1.25 * len(model.tokenize(prompt.source)))
