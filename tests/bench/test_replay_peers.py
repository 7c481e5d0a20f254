"""The peers' twins: small rows whose drafts follow from the originals' sources."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from llama_cpp.llama_speculative import LlamaPromptLookupDecoding
from tests.bench.replay.peers.cache import Lookup
from tests.bench.replay.peers.lookup import PromptLookup
from tests.bench.replay.peers.mod import NgramMod
from tests.bench.replay.peers.simple import NgramSimple
from tests.bench.replay.peers.suffix import SuffixDecoding

ROWS = st.lists(st.integers(0, 3), min_size=1, max_size=60)
MANY = 99


@given(ROWS, ROWS, st.integers(1, 10))
def test_prompt_lookup_is_that_of_llama_cpp_python(
    prompt: list[int], answer: list[int], predicted: int
) -> None:
    original = LlamaPromptLookupDecoding(num_pred_tokens=predicted)
    twin = PromptLookup(prompt, predicted)
    twin.observe(answer, 0, 0)
    assert twin.draft(MANY) == original(np.array(prompt + answer)).tolist()


@pytest.mark.parametrize(
    ("row", "draft"),
    [
        pytest.param([9, 1, 2, 3, 4, 5, 6, 1, 2], [3, 4, 5], id="at most three"),
        pytest.param([9, 1, 2, 3, 1, 2, 4, 5, 6, 7, 1, 2], [4, 5, 6], id="the latest"),
        pytest.param([9, 7, 7, 7, 1, 2, 5, 1, 2], [5, 1], id="without the last token"),
        pytest.param([9, 7, 7, 7, 7, 1, 2, 1, 2], [], id="fewer than the key follow"),
        pytest.param([1, 2, 3, 4, 5, 6, 7, 1, 2], [], id="the very first place is none"),
        pytest.param([9, 1, 2, 3, 4, 1, 2], [], id="short history"),
    ],
)
def test_ngram_simple(row: list[int], draft: list[int]) -> None:
    assert NgramSimple(row, key=2, value=3).draft(MANY) == draft


@given(ROWS, st.lists(ROWS, max_size=3))
def test_ngram_simple_is_its_backward_scan(prompt: list[int], steps: list[list[int]]) -> None:
    twin, row = NgramSimple(prompt, key=2, value=5), list(prompt)
    assert twin.draft(MANY) == _scanned(row, 2, 5)
    for step in steps:
        twin.observe(step, 0, 0)
        row += step
        assert twin.draft(MANY) == _scanned(row, 2, 5)


def _scanned(row: list[int], key: int, value: int) -> list[int]:
    searched = row[:-1]
    if len(searched) <= key + value + 1:
        return []
    places = range(len(searched) - key - 1, 0, -1)
    match = next((at for at in places if searched[at : at + key] == row[-key:]), 0)
    draft = searched[match + key :][:value] if match else []
    return draft if len(draft) >= key else []


@pytest.mark.parametrize(
    ("row", "draft"),
    [
        pytest.param([5, 1, 2, 3, 8, 1, 2], [], id="two tokens seen once"),
        pytest.param([5, 1, 2, 3, 8, 5, 1, 2], [3, 8, 5, 1], id="three tokens seen once"),
        pytest.param([1, 2, 3, 9, 1, 2, 3, 8, 1, 2], [3, 8, 1, 2], id="two tokens seen twice"),
        pytest.param([1, 2, 7, 1, 3, 8, 1], [], id="one token, half and half"),
        pytest.param([5, 1, 2, 3, 9, 5, 1, 2, 4, 8, 5, 1, 2], [4, 8, 5, 1], id="the newer half"),
        pytest.param([1], [], id="one token"),
    ],
)
def test_llama_lookup(row: list[int], draft: list[int]) -> None:
    assert Lookup(row).draft(4) == draft


def test_llama_lookup_drafts_the_older_half_where_the_library_yields_it_first() -> None:
    row = [5, 1, 2, 3, 9, 5, 1, 2, 4, 8, 5, 1, 2]
    assert Lookup(row, newer_first=False).draft(4) == [3, 9, 5, 1]


def test_llama_lookup_counts_the_answer_and_drafts_up_to_16() -> None:
    twin = Lookup([5, 1, 2, 3, 8])
    twin.observe([5, 1, 2], 0, 0)
    assert twin.draft(MANY) == ([3, 8, 5, 1, 2] * 4)[:16]


def test_ngram_mod_chains_through_what_it_has_seen() -> None:
    prompt = [1, 2, 3, 4, 5, 6, 7, 1, 2, 3]
    assert NgramMod(prompt, match=3, least=2, most=5).draft(MANY) == [4, 5, 6, 7, 1]


@pytest.mark.parametrize(("least", "draft"), [(2, [4, 5]), (3, [])])
def test_ngram_mod_drafts_no_short_chains(least: int, draft: list[int]) -> None:
    twin = NgramMod([1, 2, 3, 4, 5], match=3, least=least)
    twin.observe([1, 2, 3], 0, 0)  # too few to be added: the chain ends with the prompt
    assert twin.draft(MANY) == draft


def test_ngram_mod_takes_the_last_token_seen_after_a_key() -> None:
    prompt = [1, 2, 3, 4, 1, 2, 3, 5, 6, 1, 2, 3]
    assert NgramMod(prompt, match=3, least=1, most=2).draft(MANY) == [5, 6]


def test_ngram_mod_adds_the_answer_in_chunks() -> None:
    twin = NgramMod([0, 0, 0, 0], match=3, least=1, most=1)
    twin.observe([1, 2, 3, 4, *range(10, 33), 1, 2, 3], 0, 0)
    assert twin.draft(MANY) == []
    twin.observe([9, 1, 2, 3], 0, 0)
    assert twin.draft(MANY) == [9]


def test_ngram_mod_forgets_after_five_bad_drafts_in_a_row() -> None:
    twin = NgramMod([1, 2, 1, 2], match=1, least=1)
    for accepted in (0, 0, 0, 0, 1, 0, 0, 0, 0):
        twin.observe([1], accepted, 4)
        assert twin.draft(MANY)
    twin.observe([1], 0, 4)
    assert twin.draft(MANY) == []


@pytest.mark.parametrize(("alpha", "draft"), [(1, [3, 4]), (2, [3, 4, 5, 1]), (4, [3, 4, 5, 1, 2])])
def test_suffix_decoding_drafts_alpha_times_the_match(alpha: float, draft: list[int]) -> None:
    assert SuffixDecoding([1, 2, 3, 4, 5, 1, 2], alpha).draft(MANY) == draft


def test_suffix_decoding_follows_the_most_frequent_token_while_it_is_probable() -> None:
    often = [0, 1, 7, 0, 1, 8, 0, 2, 9, 0]
    assert SuffixDecoding(often, 1).draft(MANY) == [1]
    rare = [token for number in range(1, 13) for token in (0, number)]
    assert SuffixDecoding([*rare, 0], 1).draft(MANY) == []


@given(ROWS, st.lists(st.lists(st.integers(0, 3), min_size=1, max_size=8), max_size=6))
@pytest.mark.parametrize("alpha", [1.0, 4.0])
def test_suffix_decoding_is_what_its_trees_say(
    alpha: float, prompt: list[int], steps: list[list[int]]
) -> None:
    twin, local, others = SuffixDecoding(prompt, alpha), Trie(prompt), Trie(())
    row = list(prompt)
    for step in [[], *steps]:
        twin.observe(step, 0, 0)
        row += step
        for tree in (local, others):
            tree.extend(step)
        (draft, score), (other, better) = (tree.speculate(row, alpha) for tree in (local, others))
        assert twin.draft(64) == (other if better > score else draft)


class Node:
    """A token of a trie; its children by falling count, as the original keeps them."""

    def __init__(self, token: int = -1) -> None:
        self.token = token
        self.count = 0
        self.children: list[Node] = []

    def enter(self, token: int) -> "Node":
        """The child for a token, with one count more and in its new place."""
        child = self.child(token)
        if child is None:
            child = Node(token)
            self.children.append(child)
        self._move_up(child)
        child.count += 1
        return child

    def child(self, token: int) -> "Node | None":
        return next((child for child in self.children if child.token == token), None)

    def _move_up(self, child: "Node") -> None:
        place = self.children.index(child)
        if not child.count or not place:
            return
        before = self.children[place - 1].count
        if before <= child.count + 1:
            front = [sibling.count for sibling in self.children].index(before)
            self.children.insert(front, self.children.pop(place))


class Trie:
    """Every suffix of one row, 64 deep, spelt out token by token."""

    def __init__(self, row: Sequence[int]) -> None:
        self._root = Node()
        self._ends: list[Node] = []
        self.extend(row)

    def extend(self, row: Sequence[int]) -> None:
        for token in row:
            ends = [*self._ends, self._root][-64:]
            self._ends = [end.enter(token) for end in ends]

    def speculate(self, row: Sequence[int], alpha: float) -> tuple[list[int], float]:
        best: tuple[list[int], float] = ([], 0.0)
        context = row[-64:]
        for match in range(1, len(context)):
            node: Node | None = self._root
            for token in context[-match:]:
                node = node and node.child(token)
            if node is None:
                break
            draft, score = _path(node, min(64, int(match * alpha)))
            if score >= best[1]:
                best = (draft, score)
        return best


def _path(node: Node, most: int) -> tuple[list[int], float]:
    draft: list[int] = []
    probability, score = np.float32(1), np.float32(0)
    while len(draft) < most and node.children:
        child = node.children[0]
        probability *= np.float32(child.count) / np.float32(node.count)
        if probability < np.float32(0.1):
            break
        draft.append(child.token)
        score += probability
        node = child
    return draft, float(score)
