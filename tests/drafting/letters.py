"""A tokenizer that anyone can follow: words, runs of blanks, and single bytes."""

import re

_PARTS = re.compile(rb" ?[A-Za-z_]+|\s+|.", re.DOTALL)
END = 0


class Letters:
    """Every part gets the next number when it is first seen; bytes are 1 to 256."""

    def __init__(self) -> None:
        self._pieces = [b"", *(bytes([byte]) for byte in range(256))]
        self._tokens = {piece: token for token, piece in enumerate(self._pieces)}

    def tokenize(self, text: str, *, special: bool = False) -> list[int]:
        return [self._token(part) for part in _PARTS.findall(text.encode())]

    def piece(self, token: int) -> bytes:
        return self._pieces[token]

    def text(self, tokens: list[int]) -> str:
        return b"".join(map(self.piece, tokens)).decode()

    def known(self) -> int:
        """Number of tokens there are."""
        return len(self._pieces)

    def _token(self, part: bytes) -> int:
        if part not in self._tokens:
            self._tokens[part] = len(self._pieces)
            self._pieces.append(part)
        return self._tokens[part]
