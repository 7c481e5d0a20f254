"""Drafted decoding gives the token ids of plain decoding, on the real model, without exception.

`pytest tests/identity --log-cli-level=info` shows each request's account.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import attrs
import pytest
from tests.identity.cases import CASES, CORPUS, Case

from redraft.engine.llama import NativeModel
from redraft.engine.local import LocalEngine
from redraft.engine.model import Engine, Statistics
from redraft.files import read
from redraft.pipeline.outcome import Rules
from redraft.pipeline.request import Request
from redraft.rewrite import Done, rewrite
from redraft.settings import FindingSettings, Settings, Severity

REJECTIONS = 60
"""In all, so that a rollback that fails would show."""
KINDS = {
    "Python": ({".py"}, 6),
    "JavaScript or TypeScript": ({".js", ".ts"}, 4),
    "Go": ({".go"}, 3),
    "Markdown": ({".md"}, 3),
    "TOML or JSON": ({".toml", ".json"}, 1),
}
TRAITS: dict[str, tuple[Callable[[Case, str], bool], int]] = {
    "CRLF": (lambda _, text: text.count("\r\n") == text.count("\n"), 2),
    "Japanese text": (lambda _, text: not text.isascii(), 3),
    "Japanese instruction": (lambda case, _: not case.instruction.isascii(), 3),
    "selection": (lambda case, _: case.lines is not None, 1),
    "chat markup": (lambda _, text: "<|im_start|>" in text, 1),
}

IGNORED: dict[str, Severity] = dict.fromkeys(attrs.fields_dict(FindingSettings), "ignore")
ANYTHING = Rules(FindingSettings(**IGNORED))
"""Whatever the tiny model says is compared: nothing is stopped, mended or asked for again."""
Accounts = dict[str, Statistics]

_log = logging.getLogger(__name__)


@pytest.fixture(scope="module")
def engine(native: NativeModel) -> Iterator[Engine]:
    settings = Settings()
    yield LocalEngine(lambda _: native, settings.decode, settings.model.context)
    native.resume()


@pytest.fixture(scope="module")
def accounts() -> Accounts:
    """What was counted so far, by file."""
    return {}


async def answer(case: Case, engine: Engine) -> Done:
    request = Request(read(CORPUS / case.file), case.instruction, selection=case.lines)
    *_, done = [event async for event in rewrite(request, engine, ANYTHING, verify=True)]
    assert isinstance(done, Done)
    return done


def test_every_file_of_the_corpus_is_a_case() -> None:
    assert sorted(path.name for path in CORPUS.iterdir()) == sorted(case.file for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.file)
def test_drafting_does_not_change_a_token(case: Case, engine: Engine, accounts: Accounts) -> None:
    done = asyncio.run(answer(case, engine))
    account = accounts[case.file] = done.statistics
    _log.info("%s", line(case.file, account))
    assert done.identity is not None
    assert done.identity.equal, f"{case.file}: {done.identity.difference}"
    assert done.identity.tokens == account.answer_tokens
    assert account.accepted > 0
    assert account.rejections > 0


def line(file: str, account: Statistics) -> str:
    return (
        f"{file:18}{account.answer_tokens:5} tokens{account.drafted:5} drafted"
        f"{account.accepted:5} accepted{account.rejections:4} rejections"
    )


def test_every_kind_was_compared(accounts: Accounts) -> None:
    assert accounts.keys() == {case.file for case in CASES}
    assert len(accounts) >= 22
    assert sum(account.rejections for account in accounts.values()) >= REJECTIONS
    suffixes = Counter(Path(file).suffix for file in accounts)
    for kind, (endings, least) in KINDS.items():
        assert sum(suffixes[ending] for ending in endings) >= least, kind
    texts = {case: read(CORPUS / case.file).text for case in CASES}
    for trait, (has, least) in TRAITS.items():
        assert sum(has(case, text) for case, text in texts.items()) >= least, trait
