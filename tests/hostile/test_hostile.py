"""The law of safe writing: nothing wrong gets in, and hardly anything right is kept out."""

import pytest
from tests.hostile.tally import Tally
from tests.hostile.verdict import tally

CHUNK = 4_000


def hold(seeds: range, total: Tally) -> None:
    found = tally(seeds)
    total.add(found)
    assert not found.applied, f"{found}\n" + "\n".join(found.applied[:5])
    assert len(found.refused) < found.good / 100, f"{found}\n" + "\n".join(found.refused[:12])


def test_no_hostile_answer_is_applied_and_good_ones_are(total: Tally) -> None:
    hold(range(2_000), total)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(25))
def test_a_hundred_thousand_answers(chunk: int, total: Tally) -> None:
    start = 1_000_000 + chunk * CHUNK
    hold(range(start, start + CHUNK), total)
