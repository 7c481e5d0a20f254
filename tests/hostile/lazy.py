"""Answers with a remark where code should be."""

from collections.abc import Sequence
from random import Random

from tests.hostile.blocks import BLOCK_COMMENT, LINE_COMMENT
from tests.hostile.grown import NOUNS
from tests.hostile.scene import Scene, Spoiled, span, wrap
from tests.hostile.sources import wordings

_STUBS = {
    "python": ("pass", "...", "raise NotImplementedError", "return None"),
    "javascript": ("return null;", "return undefined;", 'throw new Error("not implemented");'),
    "typescript": ("return null as any;", 'throw new Error("not implemented");'),
    "go": ('panic("not implemented")',),
    "rust": ("unimplemented!()", "todo!()"),
    "ruby": ("nil", "raise NotImplementedError"),
    "lua": ("return nil",),
    "c": ("return 0;",),
    "bash": (":", "true"),
}
_FOREIGN = ("// {}", "# {}", "/* {} */", "<!-- {} -->", "-- {}", "; {}", '""" {} """', "% {}")


def remark(rng: Random, scene: Scene, margin: str, lost: int) -> str:
    """A remark in some comment style, mostly the language's own."""
    names = [block.name for block in scene.blocks] or list(NOUNS)
    low = rng.randint(2, 80)
    text = rng.choice(wordings("placeholders.txt"))
    for slot, value in (("{name}", rng.choice(names)), ("{n}", lost), ("{m}", low + lost)):
        text = text.replace(slot, str(value))
    text = rng.choice((text, text, text, text.upper(), text.capitalize(), f"... {text} ...",
        f"[{text}]", f"({text})", f"{text} …", f"— {text} —"))  # fmt: skip
    return margin + _style(rng, scene.language).format(text)


def _style(rng: Random, language: str) -> str:
    kind = rng.random()
    own = []
    if language in LINE_COMMENT:
        own.append(
            LINE_COMMENT[language] + rng.choice((" {}", "{}", LINE_COMMENT[language] + " {}"))
        )
    if language in BLOCK_COMMENT:
        opening, closing = BLOCK_COMMENT[language]
        own.append(f"{opening} {{}} {closing}")
    if own and kind < 0.8:
        return rng.choice(own)
    return rng.choice(_FOREIGN) if kind < 0.92 else "{}"


def body(rng: Random, scene: Scene) -> Spoiled | None:
    """In place of one function's body."""
    found = [block for block in scene.blocks if scene.code(block.first, block.last) >= 3]
    if not found:
        return None
    block = rng.choice(found)
    return _replaced(rng, scene, [(block.first, block.last)], "placeholder for a body")


def part(rng: Random, scene: Scene) -> Spoiled | None:
    """In place of some lines anywhere."""
    found = span(rng, scene, 3)
    return None if found is None else _replaced(rng, scene, [found], "placeholder for lines")


def tail(rng: Random, scene: Scene) -> Spoiled | None:
    """In place of everything after some line."""
    start = rng.randint(1, len(scene.new) - 1)
    if scene.code(start, len(scene.new)) < 3:
        return None
    return _replaced(rng, scene, [(start, len(scene.new))], "placeholder at the end")


def head(rng: Random, scene: Scene) -> Spoiled | None:
    """In place of everything before some line."""
    end = rng.randint(1, len(scene.new) - 1)
    if scene.code(0, end) < 3:
        return None
    return _replaced(rng, scene, [(0, end)], "placeholder at the start")


def several(rng: Random, scene: Scene) -> Spoiled | None:
    """In several places."""
    found = [(b.first, b.last) for b in scene.blocks if scene.code(b.first, b.last) >= 3]
    apart = [p for i, p in enumerate(found) if not i or p[0] >= found[i - 1][1]]
    if len(apart) < 2:
        return None
    chosen = sorted(rng.sample(apart, rng.randint(2, len(apart))))
    return _replaced(rng, scene, chosen, "several placeholders")


def stub(rng: Random, scene: Scene) -> Spoiled | None:
    """An empty body, without a remark."""
    found = [block for block in scene.blocks if scene.code(block.first, block.last) >= 6]
    if not found or scene.language not in _STUBS or scene.change.removes:
        return None
    block = rng.choice(found)
    text = _margin(scene, block.first) + rng.choice(_STUBS[scene.language])
    lines = [*scene.new[: block.first], text, *scene.new[block.last :]]
    return Spoiled("stub for a body", wrap(rng, scene, lines))


def _replaced(
    rng: Random, scene: Scene, places: Sequence[tuple[int, int]], kind: str
) -> Spoiled | None:
    if scene.change.kind in {"stub", "comment out", "keep only", "shorten"}:
        return None
    lines = list(scene.new)
    for start, end in reversed(places):
        said = remark(rng, scene, _margin(scene, start), end - start)
        if said.strip() in scene.source.text:
            return None
        gap = [""] if rng.random() < 0.2 else []
        lines[start:end] = [*gap, said, *(gap if end < len(lines) else [])]
    return Spoiled(kind, wrap(rng, scene, lines), ended=rng.random() < 0.95)


def _margin(scene: Scene, number: int) -> str:
    line = next((line for line in scene.new[number:] if line.strip()), "")
    return line[: len(line) - len(line.lstrip())]


LAZY = (body, part, tail, head, several, stub)
"""All of them."""
