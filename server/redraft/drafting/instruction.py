"""Rules that an instruction asks for, so that the first occurrence is drafted too.

A rule read wrongly costs a rejected draft or two, never a wrong text.
"""

import re
from itertools import chain

from redraft.drafting.projection import Rule, whole

_QUOTED = (
    r"`(?P<{0}_b>[^`\n]+)`|\"(?P<{0}_d>[^\"\n]+)\"|'(?P<{0}_s>[^'\n]+)'|「(?P<{0}_j>[^」\n]+)」"
)
_BARE = r"(?P<{0}_w>[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*(?:\(\))?)(?!-?[\w$])"
_JAPANESE_BARE = _BARE.replace(r"\w", "A-Za-z0-9_")
_NOUN = (
    r"(?:(?:the|all|every|each|any|uses?|calls?|occurrences?|of|to|old|new|names?|named|variables?|"
    r"functions?|methods?|class|classes|fields?|parameters?|arguments?|constants?|identifiers?|"
    r"attributes?|property|properties|modules?|types?)\s+)*"
)
_VERB = (
    r"\b(?:renam\w+|replac\w+|chang\w+|convert\w*|switch\w*|turn\w*|swap\w*|substitut\w+|"
    r"migrat\w+|and|,)"
)
_SAID_AFTER = r"(?:変|置|替|換|改|リネーム|し|する|直|書き|移|[。、\s]|$)"


def _name(group: str, bare: str = _BARE) -> str:
    return f"(?:{_QUOTED}|{bare})".format(group)


_OLD, _NEW = _name("old"), _name("new")
_OLD_J, _NEW_J = _name("old", _JAPANESE_BARE), _name("new", _JAPANESE_BARE)
_ENGLISH = (
    rf"{_VERB}\s+{_NOUN}{_OLD}\s+{_NOUN}(?:to|with|by|into|for)\s+{_NOUN}{_NEW}",
    rf"\buse\s+{_NOUN}{_NEW}\s+(?:instead|rather|in\s+place)\s+(?:of|than)\s+{_NOUN}{_OLD}",
    rf"{_OLD}\s*(?:→|⇒|->|=>)\s*{_NEW}",
)
_JAPANESE = (
    rf"{_OLD_J}\s*(?:を|から)\s*{_NEW_J}\s*(?:に|へ|と|で)\s*{_SAID_AFTER}",
    rf"{_OLD_J}\s*の(?:代わり|かわり)に\s*{_NEW_J}\s*を",
)
_PATTERNS = tuple(re.compile(it, re.IGNORECASE) for it in (*_ENGLISH, *_JAPANESE))
_VALUES = frozenset(b"true false none null nil the a an it them use one".split())
"""Words that a thing is set to, not called; and words that name nothing."""


def asked(instruction: str, source: bytes) -> tuple[Rule, ...]:
    """The replacements that the instruction names and that have something to replace."""
    matches = chain.from_iterable(pattern.finditer(instruction) for pattern in _PATTERNS)
    pairs = ((_read(match, "old"), _read(match, "new")) for match in matches)
    rules = {
        old: Rule(old, new)
        for old, new in pairs
        if old != new and not _is_value(old, new) and whole(old).search(source)
    }
    return tuple(rules.values())


def _read(match: re.Match[str], group: str) -> bytes:
    """The name in one of its quotings; a bare call stands for what is called."""
    text = next(t for k, t in match.groupdict().items() if k.startswith(group) and t is not None)
    return text.removesuffix("()").encode()


def _is_value(old: bytes, new: bytes) -> bool:
    """Whether the new text is what the old is to be set to, not called."""
    return new.lower() in _VALUES and old.lower() not in _VALUES
