"""Answers that stop too soon."""

from random import Random

from tests.hostile.scene import Scene, Spoiled, span, wrap
from tests.hostile.wrapping import fenced


def mid_line(rng: Random, scene: Scene) -> Spoiled | None:
    """Anywhere, also in the middle of a word."""
    text = "\n".join(scene.new)
    at = rng.randint(len(text) // 20, len(text) - 1)
    if not text[at:].strip() or text[at - 1 : at] == "\n" or text[at] == "\n":
        return None
    return _stopped(rng, scene, text, at, "cut mid line")


def late(rng: Random, scene: Scene) -> Spoiled | None:
    """Just before the end is reached."""
    text = "\n".join(scene.new)
    at = len(text) - rng.randint(2, min(60, len(text) // 2))
    return _stopped(rng, scene, text, at, "cut late")


def at_line(rng: Random, scene: Scene) -> Spoiled | None:
    """Between two lines."""
    number = rng.randint(1, len(scene.new) - 1)
    return _stopped(rng, scene, "\n".join(scene.new), _offset(scene, number), "cut at line")


def at_block(rng: Random, scene: Scene) -> Spoiled | None:
    """Between two functions, where nothing looks unfinished."""
    places = [block.end for block in scene.blocks if 1 < block.end < len(scene.new)]
    if not places:
        return None
    at = _offset(scene, rng.choice(places))
    return _stopped(rng, scene, "\n".join(scene.new), at, "cut at block")


def head_and_tail(rng: Random, scene: Scene) -> Spoiled | None:
    """The middle left out without a word."""
    found = span(rng, scene, 8)
    if found is None or scene.change.removes:
        return None
    start, end = found
    if not start or end == len(scene.new):
        return None
    kept = [*scene.new[:start], *scene.new[end:]]
    return Spoiled("dropped lines", wrap(rng, scene, kept))


def one_block(rng: Random, scene: Scene) -> Spoiled | None:
    """A function left out without a word."""
    found = [
        block
        for block in scene.blocks
        if scene.code(block.head, block.end) >= 3 and block.end - block.start < len(scene.new) / 2
    ]
    if not found or scene.change.removes:
        return None
    block = rng.choice(found)
    kept = [*scene.new[: block.start], *scene.new[block.end :]]
    return Spoiled("dropped block", wrap(rng, scene, kept))


def another_block(rng: Random, scene: Scene) -> Spoiled | None:
    """A function left out beside the one that was to go."""
    if scene.change.kind != "delete block":
        return None
    found = [block for block in scene.blocks if scene.code(block.head, block.end) >= 3]
    if not found:
        return None
    block = rng.choice(found)
    kept = [*scene.new[: block.start], *scene.new[block.end :]]
    return Spoiled("dropped more", wrap(rng, scene, kept))


def _offset(scene: Scene, number: int) -> int:
    return len("\n".join(scene.new[:number]))


def _stopped(rng: Random, scene: Scene, text: str, at: int, kind: str) -> Spoiled | None:
    """The text up to a place, as if done (if it is surely not) or out of room."""
    rest = text[at:]
    if not rest.strip():
        return None
    first = text.count("\n", 0, at)
    ended = rng.random() < 0.6
    if ended and (scene.change.removes or not _loses(scene, first, text, at)):
        ended = False
    lines = text[:at].split("\n")
    if ended or rng.random() < 0.3:
        closed = ended and rng.random() < 0.8
        return Spoiled(f"{kind}, {'ended' if ended else 'not ended'}",
            wrap(rng, scene, lines, close=closed), ended)  # fmt: skip
    return Spoiled(f"{kind}, not ended", fenced(lines, scene.language, close=False), ended=False)


def _loses(scene: Scene, first: int, text: str, at: int) -> bool:
    """Whether a line that the source has is lost, wholly or by more than a blank or two."""
    begin = text.rfind("\n", 0, at) + 1
    line = text[at : text.find("\n", at)] if "\n" in text[at:] else text[at:]
    if first in scene.kept and at >= begin and line.strip():
        return True
    return any(number in scene.kept for number in range(first + 1, len(scene.new)))


CUTS = (mid_line, late, at_line, at_block, head_and_tail, one_block, another_block)
"""All of them."""
