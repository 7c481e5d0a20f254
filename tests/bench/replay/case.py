"""A pair in tokens: the prompt, the source, and the answer that a model is taken to give."""

from attrs import frozen

from redraft.drafting.tokens import Tokenizer
from redraft.engine.chat import render
from redraft.engine.model import Model
from redraft.pipeline.prompt import build, fenced
from redraft.pipeline.request import Document, Request
from redraft.settings import Settings


@frozen
class Pair:
    """One whole-file edit."""

    name: str
    language: str
    """As it stands behind a fence."""
    instruction: str
    before: str
    after: str


@frozen
class Case:
    """A pair in the tokens of one model."""

    pair: Pair
    prompt: tuple[int, ...]
    """System, file and instruction in the model's chat template: what redraft sends."""
    source: tuple[int, ...]
    """`before` as it would be emitted, fences and end token with it."""
    answer: tuple[int, ...]
    """`after` just so: what the model is taken to say."""
    tokenizer: Tokenizer
    end: int
    """The token that ends an answer."""


def case(pair: Pair, model: Model) -> Case:
    """The tokens of a pair, as the engine would make them."""
    document = Document(pair.before, language=pair.language)
    prompt = render(
        build(Request(document, pair.instruction), Settings().prompt), model.formatter, model
    )
    source, answer = (
        (*model.tokenize(fenced(text, pair.language)), model.info.end)
        for text in (pair.before, pair.after)
    )
    return Case(pair, (*prompt.head, *prompt.tail), source, answer, model, model.info.end)
