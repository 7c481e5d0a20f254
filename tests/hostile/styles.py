"""Edits that touch many lines, as people ask for them: quotes, indentation, try, translation."""

import re
from random import Random

from tests.hostile.blocks import blocks, comment, is_comment
from tests.hostile.change import Change, one
from tests.hostile.grown import NOUNS
from tests.hostile.sources import Source, wordings

_TRANSLATED = (
    "ここで結果をまとめる",
    "空の場合は何もしない",
    "値は必ず正の数",
    "the result is gathered here",
    "hier wird nichts verändert",
    "le reste suit plus bas",
    "最初の要素が勝つ",
)
_TRY = {
    "python": ("try:", "except Exception:", "    raise", None),
    "javascript": ("try {", "} catch (error) {", "  throw error;", "}"),
    "typescript": ("try {", "} catch (error) {", "  throw error;", "}"),
    "java": ("try {", "} catch (RuntimeException error) {", "    throw error;", "}"),
    "csharp": ("try {", "} catch (Exception) {", "    throw;", "}"),
    "kotlin": ("try {", "} catch (error: Exception) {", "    throw error", "}"),
    "php": ("try {", "} catch (\\Exception $error) {", "    throw $error;", "}"),
}


def quotes(rng: Random, source: Source) -> Change | None:
    """Single to double quotes or back, where neither stands inside."""
    if source.language not in {"python", "javascript", "typescript", "ruby", "lua"}:
        return None
    old, new, name = rng.choice((("'", '"', "double"), ('"', "'", "single")))
    pattern = rf"(?<![\w\\{old}]){old}([\w ,:/-]+){old}(?![\w{old}])"
    lines = tuple(
        line
        if is_comment(source.language, line) or '"""' in line or re.search(rf"{new}|{{|\\", line)
        else re.sub(pattern, rf"{new}\1{new}", line)
        for line in source.lines
    )
    wording = one(
        rng,
        (
            "Use {name} quotes wherever a line has no other quotes in it.",
            "Convert plain strings to {name} quotes",
        ),
        name=name,
    )
    return Change("quotes", wording, lines) if lines != source.lines else None


def translate(rng: Random, source: Source) -> Change | None:
    places = [n for n, line in enumerate(source.lines) if is_comment(source.language, line)]
    if not places:
        return None
    number = rng.choice(places)
    line, text = source.lines[number], rng.choice(_TRANSLATED)
    made = comment(source.language, text, line[: len(line) - len(line.lstrip())])
    wording = one(
        rng,
        (
            "Translate the comment in line {number}.",
            "Line {number}: the comment should read: {text}",
            "{number}行目のコメントを訳してください",
        ),
        number=number + 1,
        text=text,
    )
    lines = (*source.lines[:number], str(made), *source.lines[number + 1 :])
    return Change("translate", wording, lines)


def wrap_try(rng: Random, source: Source) -> Change | None:
    found = blocks(source.language, source.lines)
    if source.language not in _TRY or source.broken or not found:
        return None
    block = found[-1] if rng.random() < 0.5 else rng.choice(found)
    body = source.lines[block.first : block.last]
    if '"""' in body[0]:
        return None
    margin = body[0][: len(body[0]) - len(body[0].lstrip())]
    step = margin[len(block.indent) :]
    opening, catch, inside, closing = _TRY[source.language]
    made = [margin + opening, *(step + line if line else line for line in body)]
    made += [margin + catch, margin + inside, *([margin + closing] if closing else [])]
    wording = one(
        rng,
        (
            "Wrap the body of {name} in try and rethrow what is caught.",
            "{name}: put everything in a try block",
            "{name} の処理を try で囲んでください",
        ),
        name=block.name,
    )
    lines = (*source.lines[: block.first], *made, *source.lines[block.last :])
    return Change("wrap in try", wording, lines)


def reindent(rng: Random, source: Source) -> Change | None:
    """Other indentation in every line, which was asked for."""
    usable = {"javascript", "java", "c", "cpp", "rust", "css", "csharp", "json", "lua", "kotlin"}
    widths = [len(line) - len(line.lstrip(" ")) for line in source.lines if line.startswith(" ")]
    if source.language not in usable or not widths or any("\t" in line for line in source.lines):
        return None
    unit = min(widths)
    new, name = rng.choice((("\t", "tabs"), (" " * 4, "four spaces"), (" " * 2, "two spaces")))
    lines = tuple(
        new * ((len(line) - len(line.lstrip(" "))) // unit) + line.lstrip(" ")
        if not (len(line) - len(line.lstrip(" "))) % unit
        else line
        for line in source.lines
    )
    wording = one(rng, ("Indent with {name}.", "Change the indentation to {name}"), name=name)
    return Change("reindent", wording, lines) if lines != source.lines else None


def number(rng: Random, source: Source) -> Change | None:
    if source.name not in {"letter.txt", "changes.txt", "strasse.txt"}:
        return None
    made = [f"{n}: {line}" if line else line for n, line in enumerate(source.lines, 1)]
    return Change("number", rng.choice(("Number the lines.", "行番号を付けて")), tuple(made))


def stop_text(rng: Random, source: Source) -> Change | None:
    """Template text that somebody wants in the file."""
    token = rng.choice(wordings("leaks.txt"))
    made = comment(source.language, f"stops at {token}")
    if made is None or "\\n" in token or source.language in {"php", "html", "vue"}:
        return None
    wording = one(
        rng,
        (
            "Add a last line that says: stops at {token}",
            "Document the stop text {token} in the last line",
        ),
        token=token,
    )
    return Change("stop text", wording, (*source.lines, made))


def fenced_part(rng: Random, source: Source) -> Change | None:
    """One more fenced block in a page that may have some."""
    if source.language != "markdown":
        return None
    fence = rng.choice(("```", "````", "~~~"))
    noun = rng.choice(NOUNS)
    made = ["", f"Call it with a {noun}:", "", f"{fence}bash", f"orchard {noun} --all", fence]
    wording = one(
        rng,
        ("Add an example for {noun} at the end.", "末尾に{noun}の例を追加して"),
        noun=noun,
    )
    return Change("fenced part", wording, (*source.lines, *made))


STYLES = (quotes, translate, wrap_try, reindent, number, stop_text, fenced_part)
"""All of them."""
