"""A reply around a text: sentences to the reader at its edges, and turns of a dialogue."""

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import frozen

from redraft.pipeline.validate.asked import Asked
from redraft.pipeline.validate.compare import Comparison
from redraft.pipeline.validate.kinds import DOCUMENTS, Line, is_sentence, subwords, words
from redraft.pipeline.validate.wording import EMPTY_WORDS

DATA = {"yaml", "toml", "ini", "json", "csv", "properties"}
"""Languages in which a name and a colon are what the text is made of."""
_SPEAKER = re.compile(
    r"(?P<label>(?P<mark>[#>*_<\[(]*)\s*(?P<role>[A-Za-z]+)[\]>)*_]*\s*[:：]?[*_]*)(?P<said>.*)"
)
_ASKERS = {"user", "human", "question", "q", "customer", "instruction", "prompt", "me"}
_ANSWERERS = {"assistant", "ai", "answer", "a", "bot", "model", "response", "agent", "system"}
_DIALOGUE = re.compile(
    r"dialog|conversation|chat|transcript|interview|faq|q ?& ?a|会話|対話|質問|問答", re.IGNORECASE
)
_ADDS = re.compile(
    r"\b(?:add|insert|append|prepend|writ|put|creat|introduc|includ|extend|mention|document|describ"
    r"|explain|make|more|titl|head|fill|generat|need|mov|sort|reorder|split|wrap)\w*"
    r"|\b(?:first|last) line|追加|挿入|書い|書き|加え|移|付け|入れ|並|表",
    re.IGNORECASE,
)
_BULLET = re.compile(r"(?:[-*+•>]\s+|\d+[.)]\s+|#{1,6}\s+)")
_SPAN = re.compile(r"`[^`]*`|\([\w\s,.'’-]*\)")
_SMILE = re.compile(r"\s[:;]-?[)(D]$|[\U0001f300-\U0001faff☀-➿]")
_CODE = re.compile(r"[{}\[\]=<>|&$@\\/+\"#^~()]|;$|\w[.:]{1,2}\w|\w_\w|(?<=\s)--?\w")
_ENDS = (".", "!", "?", ":", "…", "。", "！", "？", "：", ")")
_LETTERS_OF_EAST = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_HEADING = re.compile(r"(#{2,6})\s+[^\W\d]")
_BOLD = re.compile(r"\*\*[^*]+\*\*:?|`[^`]+`[:：]")
_FIRST_PERSON = {"i", "my", "me", "ich", "je", "yo"}
_COURTESY = {
    *("sure", "certainly", "okay", "course", "hope", "helps", "sorry", "note", "let", "feel"),
    *("glad", "happy", "please", "absolutely", "here", "hier", "voici", "aqui", "aquí"),
}
_ABOUT = {
    *("file", "code", "document", "text", "version", "result", "change", "changes", "edit"),
    *("edits", "datei", "fichier", "archivo", "output", "summary", "content", "explanation"),
}
_DONE = {
    *("changed", "updated", "modified", "made", "applied", "kept", "touched", "rewritten", "done"),
    *("unchanged", "fixed", "removed", "added", "replaced", "renamed", "complete", "corrected"),
    *("requested", "geänderte", "geändert", "aktualisierte", "modifié", "actualizado", "full"),
}
_EAST = (
    re.compile(r"はい|了解|承知|以下|以上|次のとおり|下記|好的|다음"),
    re.compile(r"ファイル|文件|コード|代码|変更点|結果|코드|파일"),
    re.compile(r"(?:変更|修正|更新|追加|削除)(?:しました|済み|後|点)|修改后|已\w{0,2}修改|수정"),
)


@frozen
class _Paragraph:
    """Lines that stand together."""

    lines: tuple[Line, ...]
    added: bool
    """All of them are the answer's own."""


def dialogue(comparison: Comparison, asked: Asked, source: str) -> Line | None:
    """The first line of two turns that the answer has of its own: one asks, one answers."""
    if _DIALOGUE.search(asked.instruction):
        return None
    asks: Line | None = None
    for line in comparison.added_lines:
        role = _speaks(line, source, comparison.language)
        if role in _ASKERS and role not in subwords(asked.instruction):
            asks = asks or line
        elif role in _ANSWERERS and asks is not None:
            return asks
    return None


def _speaks(line: Line, source: str, language: str) -> str:
    """Whose turn a line begins; nothing where it begins none, or its source says it so."""
    found = _SPEAKER.match(line.text)
    if found is None or found["label"].strip() in source:
        return ""
    marked = ":" in found["label"] or "：" in found["label"]
    alone = not found["said"] and len(found["mark"]) > 1
    plain_key = language in DATA and found["label"].rstrip(": ").islower()
    return found["role"].lower() if (marked or alone) and not plain_key else ""


def edge(comparison: Comparison, asked: Asked) -> Line | None:
    """The first line of what an answer says before its text begins, or when it has ended."""
    paragraphs = list(_paragraphs(comparison))
    for top, order in ((True, paragraphs), (False, paragraphs[::-1])):
        outer = list(_outer(order))
        if len(outer) == len(order):
            # All of it is new, as after a change of every line: its edges alone may be talk.
            outer = [] if asked.translates or len(order) < 3 else outer[:1]
        narrow = _keeps_edge(comparison, outer, asked, top=top)
        for paragraph in outer if top else reversed(outer):
            if _talks(paragraph.lines, comparison, asked, narrow=narrow, top=top):
                return paragraph.lines[0]
    return None


def _paragraphs(comparison: Comparison) -> Iterator[_Paragraph]:
    matched = {j for _, j in comparison.early}
    start = 0
    new = comparison.new
    for j in range(1, len(new) + 1):
        if j == len(new) or new[j].number > new[j - 1].number + 1:
            yield _Paragraph(new[start:j], matched.isdisjoint(range(start, j)))
            start = j


def _outer(order: Iterable[_Paragraph]) -> Iterator[_Paragraph]:
    for paragraph in order:
        if not paragraph.added:
            return
        yield paragraph


def _keeps_edge(
    comparison: Comparison, outer: list[_Paragraph], asked: Asked, *, top: bool
) -> bool:
    """Whether the source is all there at this edge, and nobody asked for more."""
    at = 0 if top else -1
    place = 0 if top else len(comparison.old) - 1
    pairs = comparison.early if top else comparison.late
    if not outer or not pairs or pairs[at][0] != place:
        return False
    if asked.opens or asked.writes or asked.moves or asked.translates or asked.style:
        return False
    quoted = any(_quoted(line, asked) for paragraph in outer for line in paragraph.lines)
    return quoted or _ADDS.search(asked.instruction) is None


def _quoted(line: Line, asked: Asked) -> bool:
    return len(line.key) > 3 and line.key in asked.instruction


def _talks(
    lines: Sequence[Line], comparison: Comparison, asked: Asked, *, narrow: bool, top: bool
) -> bool:
    """Whether a paragraph is said to the reader."""
    if any(_quoted(line, asked) or line.key in comparison.known for line in lines):
        return False
    if comparison.language in DOCUMENTS:
        return narrow or _replies(lines, asked)
    if all(line.kind == "comment" for line in lines):
        own = any(_HEADING.match(line.key) for line in comparison.old)
        heading = len(lines) == 1 and _HEADING.match(lines[0].key)
        wanted = asked.writes and not _replies(lines, asked)
        return top and bool(heading) and not own and not wanted
    return all(line.kind == "code" and _is_prose(line, comparison.language) for line in lines)


def _is_prose(line: Line, language: str) -> bool:
    """Whether a line is a sentence, a heading or an item of a list, and no code."""
    if line.text[:1].isspace():
        return False
    if _BOLD.fullmatch(line.key) or (_HEADING.match(line.key) and language != "css"):
        return True
    bare = _BULLET.sub("", line.key, count=1)
    listed = bare != line.key
    bare = _SMILE.sub(".", _SPAN.sub("", bare)).strip()
    if _CODE.search(bare):
        return False
    if len(_LETTERS_OF_EAST.findall(bare)) >= 4:
        return True
    sentence = bare[:1].isupper() and bare.endswith(_ENDS)
    count = len(words(bare))
    return (count >= 3 and (sentence or is_sentence(bare, language))) or (listed and count >= 2)


def _replies(lines: Sequence[Line], asked: Asked) -> bool:
    """Whether lines of prose speak of the rewriting, in a paragraph that nobody asked for."""
    text = " ".join(line.key for line in lines)
    if _BOLD.fullmatch(text) and text.startswith("`"):
        return True
    said = {word.lower() for word in re.findall(r"[^\W\d_]+", text)}
    east = [pattern.search(text) is not None for pattern in _EAST]
    dressed = _HEADING.match(text) or text.startswith("**")
    courtesy = len(said & _COURTESY) + east[0]
    done = len(said & _DONE) + east[2]
    about = bool(said & _ABOUT) or east[1]
    speaks = bool(said & _FIRST_PERSON)
    score = courtesy + done + about + speaks + bool(dressed and about)
    return score > 1 and not _shares(said, asked)


def _shares(said: set[str], asked: Asked) -> bool:
    """Whether words are among those that the instruction is about."""
    plain = _COURTESY | _ABOUT | _DONE | EMPTY_WORDS
    return any(len(word) > 3 and word not in plain for word in said & subwords(asked.instruction))
