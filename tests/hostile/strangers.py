"""Answers that are something else than the file."""

import re
from difflib import unified_diff
from random import Random

from tests.hostile.blocks import Block
from tests.hostile.scene import Scene, Spoiled, wrap
from tests.hostile.sources import language, stored
from tests.hostile.wrapping import fenced

_SORRY = (
    "I'm sorry, but I can't help with that.",
    "申し訳ありませんが、その変更はできません。",
    "I cannot make this change because the file is incomplete.",
    "Could you tell me which of the functions you mean?",
    "抱歉，我无法修改这个文件。",
    "Es tut mir leid, das kann ich nicht.",
    "As a language model I have no access to your files.",
)
_SUMMARY = (
    "The file {name} defines {count} lines of code. It {verb} the input and reports the result.",
    "Done. I applied the change to {name} and checked that nothing else was touched.",
    "Here is what I would do:\n\n1. Open {name}.\n2. Make the change.\n3. Run the tests.",
    "{name} は{count}行のファイルです。指示どおりに変更しました。",
    "This is a small module. Its main parts are:\n\n- the imports\n- the functions\n- its start",
    "OK",
    "Done.",
    "No changes needed.",
)


def other_file(rng: Random, scene: Scene) -> Spoiled | None:
    """Another file, of the same language if there is one."""
    names = [name for name in stored() if name != scene.source.name]
    alike = [name for name in names if language(name) == scene.language]
    name = rng.choice(alike or names) if rng.random() < 0.8 else rng.choice(names)
    return Spoiled("another file", wrap(rng, scene, stored()[name]))


def translation(rng: Random, scene: Scene) -> Spoiled | None:
    """The file in another programming language."""
    if scene.language == "python":
        lines, name = _from_python(scene.new), "javascript"
    elif scene.language in {"javascript", "typescript", "java", "go", "c", "cpp", "csharp", "rust"}:
        lines, name = _to_python(scene.new), "python"
    else:
        return None
    return Spoiled("translation", fenced(lines, rng.choice((name, scene.language))))


def _from_python(lines: tuple[str, ...]) -> list[str]:
    made: list[str] = []
    depths: list[int] = []
    for line in lines:
        depth = len(line) - len(line.lstrip())
        while depths and line.strip() and depth <= depths[-1]:
            made.append(" " * depths.pop() + "}")
        text = re.sub(r"\bdef ", "function ", line).replace("None", "null").replace("# ", "// ")
        text = re.sub(
            r"\b(if|for|while) (.*):$", r"\1 (\2) {", text.replace("print(", "console.log(")
        )
        if line.rstrip().endswith(":"):
            depths.append(depth)
            text = text.rstrip(":{ ") + " {"
        elif line.strip() and "//" not in text:
            text += ";"
        made.append(text)
    return [*made, *(" " * depth + "}" for depth in reversed(depths))]


def _to_python(lines: tuple[str, ...]) -> list[str]:
    made = []
    for line in lines:
        text = re.sub(r"\b(?:function|fn|func|public|static|private)\b\*?", "def", line)
        text = re.sub(r"\b(?:const|let|var|export|async|final)\s+", "", text)
        text = text.replace("//", "#").replace("null", "None").replace("===", "==").rstrip(";")
        if text.strip() in {"}", "};", "{", "});", ")"}:
            continue
        made.append(re.sub(r"\s*\{$", ":", text))
    return made


def talk(rng: Random, scene: Scene) -> Spoiled | None:
    """A summary, an apology or a question, in a fence or without."""
    name, count = scene.source.name, len(scene.new)
    text = rng.choice((*_SORRY, *_SUMMARY)).format(name=name, count=count, verb="reads")
    fence = rng.random()
    if fence < 0.6:
        return Spoiled("talk", text)
    if fence < 0.8:
        return Spoiled("talk", fenced(text.split("\n"), scene.language))
    line = rng.choice(scene.new)
    return Spoiled("talk", f"{text}\n\n{fenced([line], scene.language)}")


def patch(rng: Random, scene: Scene) -> Spoiled | None:
    """What has changed, in place of the file."""
    old, new = scene.source.lines, scene.new
    if old == new:
        return None
    context = rng.choice((0, 1, 3, 3, 999))
    rows = list(
        unified_diff(
            old, new, f"a/{scene.source.name}", f"b/{scene.source.name}", lineterm="", n=context
        )
    )
    kind = rng.random()
    if kind < 0.3:
        rows = rows[2:]
    elif kind < 0.45:
        rows = [
            "*** Begin Patch",
            f"*** Update File: {scene.source.name}",
            *rows[2:],
            "*** End Patch",
        ]
    elif kind < 0.65:
        gone = [row[1:] for row in rows[2:] if row[:1] in {"-", " "}]
        come = [row[1:] for row in rows[2:] if row[:1] in {"+", " "}]
        rows = ["<<<<<<< SEARCH", *gone, "=======", *come, ">>>>>>> REPLACE"]
    return Spoiled("patch", fenced(rows, rng.choice(("diff", scene.language, ""))))


def only_block(rng: Random, scene: Scene) -> Spoiled | None:
    """The changed function alone."""
    changed = {n for n in range(len(scene.new)) if n not in scene.kept and scene.new[n].strip()}
    around = [b for b in scene.blocks if any(b.start <= n < b.end for n in changed)]
    if not around or scene.change.removes:
        return None
    block: Block = rng.choice(around)
    rest = scene.code(0, block.start) + scene.code(block.end, len(scene.new))
    if rest < 3:
        return None
    return Spoiled("only the block", wrap(rng, scene, scene.new[block.start : block.end]))


def reordered(rng: Random, scene: Scene) -> Spoiled | None:
    """Two neighbouring functions in each other's place."""
    found = scene.blocks
    pairs = [
        (a, b)
        for a in found
        for b in found
        if a.indent == b.indent and a.end <= b.start and not _between(scene, a, b)
    ]
    pairs = [(a, b) for a, b in pairs if min(_size(scene, a), _size(scene, b)) >= 3]
    if not pairs or scene.change.moves or scene.change.removes:
        return None
    a, b = rng.choice(pairs)
    new = scene.new
    lines = [*new[: a.start], *new[b.start : b.end], *new[a.end : b.start],
        *new[a.start : a.end], *new[b.end :]]  # fmt: skip
    return Spoiled("reordered", wrap(rng, scene, lines)) if tuple(lines) != new else None


def _between(scene: Scene, a: Block, b: Block) -> bool:
    return any(line.strip() for line in scene.new[a.end : b.start])


def _size(scene: Scene, block: Block) -> int:
    return scene.code(block.start, block.end)


def nothing(rng: Random, scene: Scene) -> Spoiled | None:
    """No text at all."""
    fence = fenced([""] * rng.randint(1, 4), rng.choice((scene.language, "")))
    return Spoiled("empty", rng.choice(("", " ", "\n", "\n\n \n", "\t", fence, "```\n```", "```")))


STRANGERS = (other_file, translation, talk, patch, only_block, reordered, nothing)
"""All of them."""
