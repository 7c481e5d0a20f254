"""On the real model: drafts right for a while and then wrong, at random, never change an answer."""

import random
from collections.abc import Sequence
from pathlib import Path
from threading import Event as Flag

import pytest

from redraft import files
from redraft.engine.decode import Decoding
from redraft.engine.llama import NativeModel
from redraft.engine.model import Drafter, Job, Statistics
from redraft.engine.plan import Plan, settle
from redraft.engine.verify import greedy
from redraft.engine.widths import every
from redraft.pipeline.prompt import build
from redraft.pipeline.request import Request
from redraft.settings import Settings

DEMO = Path(__file__).parents[1] / "data" / "inventory.py"


class Mischief:
    """Knows the answer, and spoils what it proposes of it from a random place on."""

    def __init__(self, answer: Sequence[int], vocabulary: int, seed: int) -> None:
        self._answer = list(answer)
        self._vocabulary = vocabulary
        self._random = random.Random(seed)  # noqa: S311 - nothing secret is drawn
        self._at = 0

    def draft(self, limit: int, held: int = 1) -> list[int]:
        right = self._random.choice((0, 1, 2, 3, 7, 15, 31))
        wrong = self._random.choice((1, 2, 5, 20))
        noise = [self._random.randrange(self._vocabulary) for _ in range(wrong)]
        return [*self._answer[self._at : self._at + right], *noise][:limit]

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        self._at += len(tokens)


@pytest.fixture(scope="module")
def plan(native: NativeModel) -> Plan:
    settings = Settings()
    request = Request(files.read(DEMO), "Replace every print call with logging.info")
    job = Job(build(request, settings.prompt))
    return settle(job, native, settings.decode, settings.model.context)


def decode(native: NativeModel, plan: Plan, drafter: Drafter | None) -> Decoding:
    decoding = Decoding(native, plan, drafter, greedy, every(64), Flag(), Statistics())
    for _ in decoding.events():
        pass
    return decoding


@pytest.fixture(scope="module")
def plain(native: NativeModel, plan: Plan) -> list[int]:
    return decode(native, plan, None).tokens


@pytest.mark.parametrize(
    "seed", [*range(3), *(pytest.param(seed, marks=pytest.mark.soak) for seed in range(3, 60))]
)
def test_mischief_never_changes_an_answer(
    native: NativeModel, plan: Plan, plain: list[int], seed: int
) -> None:
    drafter = Mischief(plain, native.info.vocabulary, seed)
    decoding = decode(native, plan, drafter)
    assert decoding.tokens == plain
    assert decoding.account.rejections > 5
    assert decoding.account.accepted > 50
