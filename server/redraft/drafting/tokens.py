"""Tokens of a text from any byte of it on."""

from typing import Protocol

_BYTES = 6
"""Bytes of text made ready for a token that is wanted: more than most are long."""
_MARGIN = 48
"""Bytes before the cut of a window whose tokens may be others once the text goes on."""


class Tokenizer(Protocol):
    """Text <-> tokens."""

    def tokenize(self, text: str, *, special: bool = False) -> list[int]:
        """Tokens of a text in the middle of a conversation; `special`: control text counts."""
        ...

    def piece(self, token: int) -> bytes:
        """The bytes a token stands for; they may end inside a character."""
        ...


class TokenisedText:
    """A text whose tokens are found when they are asked for, from wherever they are.

    Tokens that follow a place depend on the place: an edit may end inside a token of the source.
    So the text is tokenised again from there, up to the first boundary that is known already.
    """

    def __init__(self, text: bytes, tokenizer: Tokenizer, end: int) -> None:
        """`end`: the token that an answer of just this text would end with."""
        self.text = text
        self._tokenizer = tokenizer
        self._known = {len(text): (end, len(text) + 1)}

    def tokens(self, place: int, count: int) -> list[int]:
        """At most `count` tokens from a byte on; fewer at the end, none inside a token."""
        found: list[int] = []
        while len(found) < count and place <= len(self.text):
            known = self._known.get(place)
            if known is None:
                self._tokenise(place, _MARGIN + _BYTES * (count - len(found)))
                known = self._known.get(place)
                if known is None:
                    break
            found.append(known[0])
            place = known[1]
        return found

    def _tokenise(self, place: int, size: int) -> None:
        """Effect: makes the tokens of a window known, as far as their bytes are the text's."""
        stop = min(len(self.text), place + size)
        sure = stop if stop == len(self.text) else stop - _MARGIN
        # Inside a character there is no text to tokenise, so windows begin and end outside.
        place, sure = self._character(place), self._character(sure)
        window = self.text[place:stop].decode("utf-8", "ignore")
        for token in self._tokenizer.tokenize(window):
            piece = self._tokenizer.piece(token)
            if place >= sure or place in self._known or not self.text.startswith(piece, place):
                return
            if not piece:
                return
            self._known[place] = token, place + len(piece)
            place += len(piece)

    def _character(self, place: int) -> int:
        """The byte at which the character of a byte begins."""
        while 0 < place < len(self.text) and self.text[place] & 0xC0 == 0x80:
            place -= 1
        return place
