"""Answers whose text was damaged or dressed up on the way."""

import ast
import html
import json
from random import Random

from tests.hostile.blocks import brackets, is_comment
from tests.hostile.scene import Scene, Spoiled, wrap
from tests.hostile.wrapping import after, before, fenced, tag

_QUOTED = {
    *("python", "javascript", "typescript", "java", "go", "rust"),
    *("c", "cpp", "csharp", "json", "ruby", "lua"),
}
_BRACKETED = _QUOTED - {"ruby"} | {"tsx", "php", "kotlin", "scala", "swift", "css"}
_UNKNOWN = {
    "latin-1": "日→✓",
    "cp1252": "日→ł",
    "shift_jis": "é✓🙂ł",
    "euc_jp": "✓🙂",
    "utf-8": "\ud83d\udc00",
}


def bracket(rng: Random, scene: Scene) -> Spoiled | None:
    """A bracket of the code lost or doubled."""
    found = brackets(scene.language, scene.new)
    if scene.language not in _BRACKETED or scene.source.broken or not found:
        return None
    text, at = "\n".join(scene.new), rng.choice(found)
    doubled = rng.random() < 0.25
    text = text[:at] + text[at] * (2 if doubled else 0) + text[at + 1 :]
    return Spoiled("lost bracket", wrap(rng, scene, text.split("\n")))


def quote(rng: Random, scene: Scene) -> Spoiled | None:
    """A quotation mark lost, where it was one of two in its line."""
    places = [
        (number, line.rindex('"') if rng.random() < 0.5 else line.index('"'))
        for number, line in enumerate(scene.new)
        if line.count('"') == 2 and not set("'`\\#") & set(line) and "//" not in line
        if not is_comment(scene.language, line)
    ]
    if scene.language not in _QUOTED or scene.source.broken or not places:
        return None
    number, at = rng.choice(places)
    lines = list(scene.new)
    lines[number] = lines[number][:at] + lines[number][at + 1 :]
    if scene.language == "python" and _parses(lines):
        return None
    return Spoiled("lost quote", wrap(rng, scene, lines))


def indentation(rng: Random, scene: Scene) -> Spoiled | None:
    """Python with a line at a wrong depth."""
    if scene.language != "python" or scene.source.broken:
        return None
    places = [n for n, line in enumerate(scene.new) if line.startswith("    ") and line.strip()]
    if not places:
        return None
    number = rng.choice(places)
    lines = list(scene.new)
    lines[number] = rng.choice((lines[number].lstrip(), "   " + lines[number], lines[number][1:]))
    return None if _parses(lines) else Spoiled("lost indentation", wrap(rng, scene, lines))


def _parses(lines: list[str]) -> bool:
    try:
        ast.parse("\n".join(lines))
    except SyntaxError:
        return False
    return True


def fence_inside(rng: Random, scene: Scene) -> Spoiled | None:
    """A fence in the middle of the code, or the file in two blocks."""
    if scene.language == "markdown" or len(scene.new) < 6:
        return None
    at = rng.randint(2, len(scene.new) - 3)
    first, second = scene.new[:at], scene.new[at:]
    if scene.code(0, at) < 2 or scene.code(at, len(scene.new)) < 2:
        return None
    between = rng.choice(
        (["```"], ["```", "", "```" + scene.language], ["```", "", "And then:", "", "```"])
    )
    lines = [*first, *between, *second]
    return Spoiled("fence inside", fenced(lines, scene.language, fence="```"))


def escaped(rng: Random, scene: Scene) -> Spoiled | None:
    """The text inside JSON, inside tags, or written as HTML."""
    text = "\n".join(scene.new)
    name = scene.source.name
    kind = rng.randrange(5)
    if kind == 0:
        value = rng.choice(({"file": name, "content": text}, {"text": text}, [text], text))
        made = json.dumps(value, ensure_ascii=rng.random() < 0.5, indent=rng.choice((None, 2)))
        answer = fenced([made], "json") if rng.random() < 0.5 else made
        return Spoiled("text in json", answer)
    if kind == 1:
        made = html.escape(text, quote=rng.random() < 0.5)
        rows = zip(made.split("\n"), scene.new, strict=True)
        if not any(n in scene.kept and row != line for n, (row, line) in enumerate(rows)):
            return None
        return Spoiled("html escaped", wrap(rng, scene, made.split("\n")))
    if kind == 2:
        word = rng.choice(("file", "document", "code", "answer", "updated_file", "file_content"))
        lines = [f'<{word} path="{name}">', *scene.new, f"</{word}>"]
        return Spoiled("text in tags", wrap(rng, scene, lines))
    if kind == 3 and len(scene.new) > 2:
        return Spoiled("escaped newlines", wrap(rng, scene, [text.replace("\n", "\\n")]))
    lines = [f"> {line}" for line in scene.new]
    return Spoiled("quoted lines", wrap(rng, scene, lines))


def numbered(rng: Random, scene: Scene) -> Spoiled | None:
    """Line numbers before every line."""
    form = rng.choice(("{0}: {1}", "{0:>4} | {1}", "{0}\t{1}", "{0:03} {1}", "L{0}: {1}"))
    if scene.change.kind == "number":
        return None
    lines = [form.format(n, line) for n, line in enumerate(scene.new, 1)]
    return Spoiled("numbered lines", wrap(rng, scene, lines))


def indented(rng: Random, scene: Scene) -> Spoiled | None:
    """Every line four deeper."""
    if scene.change.kind == "reindent":
        return None
    return Spoiled("indented lines", fenced(["    " + line for line in scene.new],
        tag(rng, scene.language, scene.source.name)))  # fmt: skip


def typographic(rng: Random, scene: Scene) -> Spoiled | None:
    """Quotes as printers set them, or blanks that do not break."""
    if scene.language not in _QUOTED or not any('"' in line for line in scene.new):
        return None
    if rng.random() < 0.7:
        lines = [line.replace('"', "”").replace("'", "’") for line in scene.new]
    else:
        lines = [line.replace(" ", "\xa0") for line in scene.new]
    return Spoiled("typographic", wrap(rng, scene, lines))


def unknown(rng: Random, scene: Scene) -> Spoiled | None:
    """A character that the file's encoding does not have."""
    chars = _UNKNOWN.get(scene.source.encoding)
    if chars is None:
        return None
    char, number = rng.choice(chars), rng.randrange(len(scene.new))
    lines = list(scene.new)
    at = rng.randint(0, len(lines[number]))
    lines[number] = lines[number][:at] + char + lines[number][at:]
    return Spoiled("not encodable", wrap(rng, scene, lines))


def heading(rng: Random, scene: Scene) -> Spoiled | None:
    """Talk before bare code, which no fence keeps apart, or inside the block."""
    talk = (before(rng, scene.source.name) + "\n".join(scene.new)).split("\n")
    if rng.random() < 0.4:
        return Spoiled("talk on bare code", "\n".join(talk) + rng.choice(("", after(rng))))
    if rng.random() < 0.5:
        talk = [*scene.new, *after(rng).split("\n")[1:]]
    return Spoiled("talk inside the block", fenced(talk, scene.language))


def nested(rng: Random, scene: Scene) -> Spoiled | None:
    """A page with fences, bare or in a fence that is no longer than its own."""
    text = "\n".join(scene.new)
    if "```" not in text:
        return None
    if rng.random() < 0.5:
        return Spoiled("bare page", text)
    return Spoiled("fence too short", f"```{scene.language}\n{text}\n```")


MANGLED = (
    bracket,
    quote,
    indentation,
    fence_inside,
    escaped,
    escaped,
    numbered,
    indented,
    typographic,
    unknown,
    heading,
    nested,
)
"""All of them."""
