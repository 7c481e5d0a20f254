"""How much repetition an instruction asks for."""

import re
from functools import lru_cache

from attrs import frozen

from redraft.pipeline.validate.asked import Asked

_QUOTED = re.compile(r"`[^`]*`|\"[^\"]*\"|“[^”]*”|「[^」]*」")
_COUNT = re.compile(
    r"(?<!line )(?<!lines )(?<![\w.])(\d{1,5})\s+(?:[a-z-]+\s+){0,3}?[a-z]+s\b"
    r"|(\d{1,5})\s?(?:行(?!目)|個|件|本|枚|回|つ|項|人|種|例|組)",
    re.IGNORECASE,
)
_MANY = re.compile(
    r"\b(?:tables?|rows|cases|entries|items|examples|tests|data|lines|dozen|hundred|ten|twenty"
    r"|thousand|unroll\w*|expand\w*|populat\w*|fill\w*|pad\w*)\b|展開|増や|表|データ|テスト",
    re.IGNORECASE,
)
_COPY = re.compile(
    r"\b(?:repeat|duplicat|cop(?:y|ies)|clone|twice|doubl)\w*\b|\btimes\b|複製|コピー|繰り返",
    re.IGNORECASE,
)


@frozen
class Wanted:
    """How much repetition an instruction asks for."""

    rows: int
    """Lines that are alike, where it says how many."""
    many: bool
    """It asks for several, and does not say how many."""
    copies: bool
    """It asks for something to be said again."""


@lru_cache(maxsize=64)
def wanted(asked: Asked) -> Wanted:
    """Reads an instruction; what it quotes is the text's and not a wish."""
    text = _QUOTED.sub(" ", asked.instruction)
    if not asked.repeats:
        return Wanted(0, many=False, copies=False)
    rows = max((int(found[1] or found[2]) for found in _COUNT.finditer(text)), default=0)
    copies = _COPY.search(text) is not None and not asked.deletes
    return Wanted(rows, _MANY.search(text) is not None, copies)
