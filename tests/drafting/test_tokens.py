"""A text's tokens from any byte on, of a tokenizer that merges and of one that knows words."""

from hypothesis import given
from hypothesis import strategies as st
from tests.drafting.letters import Letters
from tests.scripted import END, ScriptedModel

from redraft.drafting.tokens import TokenisedText

MODEL = ScriptedModel("")
TEXTS = st.lists(st.sampled_from(["  ", "print", "def ", "日本", "é", "\n", "x", "`", "<|end|>"]))


@given(TEXTS.map("".join), st.integers(0, 400), st.integers(0, 400))
def test_tokens_spell_the_text_from_a_byte_on(text: str, place: int, count: int) -> None:
    data = text.encode()
    place = len(text[:place].encode())
    tokens = TokenisedText(data, MODEL, END).tokens(place, count)
    assert len(tokens) <= count
    whole = tokens[-1:] == [END]
    spelt = b"".join(map(MODEL.piece, tokens[:-1] if whole else tokens))
    assert data.startswith(spelt, place)
    assert whole or len(tokens) == count
    assert not whole or spelt == data[place:]


@given(TEXTS.map("".join), st.lists(st.tuples(st.integers(0, 200), st.integers(1, 40)), max_size=5))
def test_what_was_asked_before_changes_nothing(text: str, asked: list[tuple[int, int]]) -> None:
    text *= 9
    used = TokenisedText(text.encode(), MODEL, END)
    for place, count in asked:
        used.tokens(len(text[:place].encode()), count)
    assert used.tokens(0, 999) == [*MODEL.tokenize(text), END]


def test_user_text_that_looks_like_control_text_is_text() -> None:
    assert TokenisedText(b"<|end|>", MODEL, END).tokens(0, 1) != [END]


def test_text_is_tokenised_again_from_inside_of_a_token() -> None:
    letters = Letters()
    text = TokenisedText(b"some words here", letters, END)
    assert letters.text(text.tokens(0, 3)) == "some words here"
    assert letters.text(text.tokens(7, 2)) == "rds here"


def test_it_goes_on_from_inside_a_character() -> None:
    text = "日本".encode()
    assert TokenisedText(text, MODEL, END).tokens(1, 9) == [*text[1:], END]


def test_nothing_follows_the_end() -> None:
    text = TokenisedText(b"x", MODEL, END)
    assert text.tokens(0, 9) == [ord("x"), END]
    assert text.tokens(1, 9) == [END]
    assert text.tokens(2, 9) == []


def test_only_as_much_is_tokenised_as_is_asked_for() -> None:
    asked: list[int] = []

    class Counting(Letters):
        def tokenize(self, text: str, *, special: bool = False) -> list[int]:
            asked.append(len(text))
            return super().tokenize(text, special=special)

    text = TokenisedText(b"word " * 10_000, Counting(), END)
    text.tokens(0, 12)
    text.tokens(0, 12)
    assert len(asked) == 1
    assert asked[0] < 400
