"""What kind of thing a line is: a comment, a string's inside, code, or what stands in for code."""

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from attrs import frozen
from rapidfuzz import fuzz, process

from redraft.pipeline.lines import body, split_lines

Kind = Literal["comment", "string", "code"]

DOCUMENTS = {"text", "markdown", "md", "rst", "restructuredtext", "asciidoc", "org", "output"}
"""Languages whose sentences are the content."""
MARKUP = {"html", "xml", "jsx", "tsx", "vue", "svelte", "php", "html+jinja", "django"}
_STRICT = {
    *("python", "javascript", "typescript", "java", "go", "rust", "c", "cpp", "csharp"),
    *("kotlin", "swift", "scala", "lua", "json", "toml", "dart", "objective-c", "zig"),
}
"""Languages in which words alone are never a statement."""
_DIRECTIVES = {"c", "cpp", "csharp", "objective-c", "glsl", "hlsl", "cuda", "arduino"}
_HASHES = {
    *("python", "ruby", "bash", "yaml", "toml", "perl", "r", "make", "makefile", "dockerfile"),
    *("elixir", "powershell", "julia", "nim", "tcl", "cmake", "ini", "fish", "graphql", "nix"),
}
_BACKTICKS = {"javascript", "typescript", "jsx", "tsx", "go", "vue"}

_COMMENT = re.compile(
    r"//|/\*|\*(?=[\s/]|$)|<!--|--(?=[\s\[.…]|$)|;+(?=\s*[.…]|\s+\S)|\{#|\{/\*|\(\*|\{-(?!-)"
    r"|%+(?=\s*[.…]|\s+[^\W\d]+(?:\s|$))|::\s|#(?=[\s.…#*=-]|$)|(?:rem|REM)\s"
)
_HASH = re.compile(r"#(?!!/)")
_DIRECTIVE = re.compile(
    r"#\s*(?:include|define|undef|if|ifdef|ifndef|elif|else|endif|pragma|error|warning|import|line"
    r"|region|endregion|nullable)\b"
)
_OUTERMOST = re.compile(r"//|/\*|<!--|--|#|;|%|\{/\*|rem\s", re.IGNORECASE)
_CLOSED_BY = {"/*": "*/", "<!--": "-->", "{/*": "*/}"}
_BLOCKS = (("/*", "*/"), ("<!--", "-->"), ("--[[", "]]"), ("=begin", "=end"), ("(*", "*)"))
_LONG = 400
"""Characters; no stub is longer."""
_ALIKE = 60
"""From this likeness on (percent), one line is taken for another's new wording."""
_STRINGS = {
    '"""': re.compile(r"'[^'\n]*'|`[^`\n]*`"),
    "'''": re.compile(r'"[^"\n]*"|`[^`\n]*`'),
    "`": re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|/[^/\n]*/|//.*|\\\\."),
}
"""What opens a string of several lines, and the strings that may quote it."""
_QUOTES = re.compile(r"^[rRuUfFbB]{0,2}(\"\"\"|''')")
_SAYS = re.compile(r"[^\W\d_]|\.\.|…")
_MARKS = re.compile(
    r"^(?:\s|//+!?|/\*+|\*+/?|#+|<!--|--+(?:\[\[)?|;+|%+|\{#|\{/\*|\(\*|\{-|::|[\"']{3}|rem\s)+"
    r"|(?:\s|\*+/\}?|-->|#\}|\*\)|-\}|\]\]|[\"']{3})+$",
    re.IGNORECASE,
)
_DOTS = r"(?:\.{2,}|…+|⋯+|⋮+|・{3,}|(?:\. ){2,}\.)"
_STUB = re.compile(
    rf"(?:return\s+|yield\s+)?[\[({{<*_~\s-]*{_DOTS}[\])}}>*_~\s;,-]*"  # dots alone
    rf"|{_DOTS}\s*[\[({{<]?[^\W\d][\w\s,'’.:-]*[\])}}>]?\s*{_DOTS}?"  # dots and words
    rf"|[^\W\d][\w\s,'’-]*{_DOTS}"
    r"|pass;?|return;?|NotImplemented;?"
    r"|(?:raise|throw)\s+(?:new\s+)?[\w.:]*(?:Not_?Impl|NotSupported|Unsupported|todo)[\w.:]*.*"
    r"|(?:raise|throw|return)\b.*(?:not (?:yet )?implemented|\btodo\b|unimplemented).*"
    r"|[\w.:]*(?:todo|unimplemented|not_?implemented|fatal_?error|panic|abort|unreachable)"
    r"!?\s*\(.*\);?",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"[\[({<]{1,2}\s*/?[^\W\d][\w\s,;:'’.…/-]*[\])}>]{1,2}")
_CODE_MARKS = re.compile(r"[(){}\[\]=;<>|&$@\\/*+\"`_#^~]")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_SUBWORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[^\W\d_A-Za-z]+")
_NAME = re.compile(r"[\w$]+")
_TOKEN = re.compile(r"\w+")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_KEYWORDS_TEXT = """
abstract and as assert async await begin bool boolean break byte case catch char class const
continue def default defer del delete do double elif else elsif end ensure enum except
export extends extern false final finally float fn for foreach from func function global go
goto guard if impl implements import in include inline instanceof int interface is lambda
let local long loop match module mut namespace new nil none nonlocal not null object open or
override package pass private protected protocol pub public raise readonly require rescue
return select self sizeof static str string struct super switch template then this throw
throws trait true try type typedef typename typeof undefined union unless unsafe until use
using val var virtual void volatile when where while with yield
"""
KEYWORDS = frozenset(_KEYWORDS_TEXT.split())


@frozen
class Line:
    """One line that is not blank."""

    number: int
    """Counted from 1, blank lines included."""
    text: str
    key: str
    """Without the blanks around it: what lines are matched by."""
    kind: Kind


class Reader:
    """Tells lines' kinds, one after another."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._until = ""
        self._inside: Kind = "code"

    def kind(self, key: str) -> Kind:
        """The kind of the next line, given without the blanks around it."""
        if self._until:
            kind = self._inside
            self._until = "" if self._until in key else self._until
            return kind
        if self._opens_comment(key) or is_comment(key, self.language):
            return "comment"
        self._open_string(key)
        return "code"

    def _opens_comment(self, key: str) -> bool:
        """Whether a line begins a block of comment, or a docstring."""
        quoted = _QUOTES.match(key)
        if quoted:
            self._enter("comment", quoted[1], key[quoted.end() :])
            return True
        for start, end in _BLOCKS:
            if key.startswith(start):
                self._enter("comment", end, key[len(start) :])
                return True
        return False

    def _open_string(self, key: str) -> None:
        """Marks what follows as a string, where a line leaves one of several lines open."""
        for quotes, others in _STRINGS.items():
            if quotes not in key or (quotes == "`" and self.language not in _BACKTICKS):
                continue
            if others.sub("", key).count(quotes) % 2:
                self._until, self._inside = quotes, "string"
                return

    def _enter(self, kind: Kind, until: str, rest: str) -> None:
        self._until, self._inside = ("" if until in rest else until), kind


def read_lines(text: str, language: str) -> tuple[Line, ...]:
    """The lines of a text that are not blank."""
    reader = Reader(language)
    numbered = enumerate(map(body, split_lines(text)), 1)
    pairs = ((number, line, line.strip()) for number, line in numbered)
    return tuple(Line(number, line, key, reader.kind(key)) for number, line, key in pairs if key)


def is_comment(key: str, language: str) -> bool:
    """Whether a line is a comment by its first characters, in any language's style."""
    if language in DOCUMENTS:
        return key.startswith("<!--")
    if language in _DIRECTIVES and _DIRECTIVE.match(key):
        return False
    if language in _HASHES and _HASH.match(key):
        return True
    found = _COMMENT.match(key)
    if found is None:
        return False
    is_c_only = found.group().startswith("*") or found.group() in ("//", "/*")
    return not (is_c_only and language in _HASHES and not _SAYS.search(key))


def said(key: str) -> str:
    """What a comment says, without its marks."""
    return _MARKS.sub("", _MARKS.sub("", key))


def uncommented(key: str) -> str:
    """A comment line without its outermost marks; any other as it is."""
    found = _OUTERMOST.match(key)
    if found is None:
        return key
    closing = _CLOSED_BY.get(found.group(), "")
    inner = key[found.end() :]
    return (inner.removesuffix(closing) if closing else inner).strip()


def words(text: str) -> list[str]:
    """The words of a text that have letters only."""
    return _WORD.findall(text)


def names_in(text: str) -> set[str]:
    """All names and numbers of a line, whole."""
    return set(_NAME.findall(text))


def subwords(text: str) -> set[str]:
    """The words that names are made of, in small letters: `HTTPServer`, `http_server` -> 2."""
    return {word.lower() for word in _SUBWORD.findall(text)}


def has_word(key: str) -> bool:
    """Whether there is anything but punctuation."""
    return any(map(str.isalnum, key))


def counterpart(key: str, keys: Sequence[str]) -> int | None:
    """Which of some lines is likely another's old wording; long ones are told by their heads."""
    heads = [other[:_LONG] for other in keys]
    best = process.extractOne(key[:_LONG], heads, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return None if best is None else best[2]


def is_stub(line: Line, language: str) -> bool:
    """Whether a line may stand where code was: a comment, dots, `pass`, a sentence."""
    if line.kind == "string" or len(line.key) > _LONG:
        return False
    return line.kind == "comment" or is_filler(line.key, language)


def is_filler(key: str, language: str) -> bool:
    """Whether a line that is no comment only stands for something: dots, `pass`, a sentence."""
    if _STUB.fullmatch(key):
        return True
    if _BRACKETED.fullmatch(key):
        several = len(words(key)) > 1 and language not in DOCUMENTS
        return several if language not in MARKUP else ("/" not in key and "=" not in key)
    return is_sentence(key, language)


def is_sentence(key: str, language: str) -> bool:
    """Whether a line talks, where lines of code are expected."""
    if language in DOCUMENTS or _CODE_MARKS.search(key):
        return False
    found = words(key)
    if len(_CJK.findall(key)) >= 4:
        return True
    if len(found) < 3 or found[0].lower() in KEYWORDS:
        return False
    return language in _STRICT or (key[0].isupper() and key[-1] in ".:…!")


def is_wordy(key: str) -> bool:
    """Whether a line has words and nothing by which code is told."""
    inner = key.strip("[](){}<>*_ ")
    return not _CODE_MARKS.search(inner) and bool(words(inner) or _CJK.search(inner))


def kept_share(old: Sequence[Line], new: Sequence[Line]) -> float:
    """The share of some lines' words that others have too."""
    ours = {word for line in old for word in _TOKEN.findall(line.key)}
    theirs = {word for line in new for word in _TOKEN.findall(line.key)}
    return len(ours & theirs) / len(ours) if ours else 0.0


def numbered(lines: Iterable[Line]) -> str:
    """The first and the last line's numbers, as sentences name them."""
    numbers = [line.number for line in lines]
    first, last = min(numbers), max(numbers)
    return f"line {first}" if first == last else f"lines {first} to {last}"
