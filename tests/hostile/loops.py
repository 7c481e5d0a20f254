"""Answers that go round."""

import re
from random import Random

from tests.hostile.grown import NOUNS
from tests.hostile.scene import Scene, Spoiled, wrap


def line(rng: Random, scene: Scene) -> Spoiled | None:
    """One line again and again."""
    number = rng.randrange(len(scene.new))
    if not scene.new[number].strip():
        return None
    return _inserted(rng, scene, number + 1, [scene.new[number]] * rng.randint(20, 200), "line")


def run(rng: Random, scene: Scene) -> Spoiled | None:
    """Some lines again and again."""
    start = rng.randrange(len(scene.new))
    block = scene.new[start : start + rng.randint(2, 14)]
    if not any(text.strip() for text in block) or len(block) < 2:
        return None
    times = rng.randint(6, 40)
    return _inserted(rng, scene, start + len(block), [*block] * times, "block")


def growing(rng: Random, scene: Scene) -> Spoiled | None:
    """A list that counts up."""
    number = rng.randrange(len(scene.new))
    text = scene.new[number]
    if not re.search(r"\w{3}", text):
        return None
    word = rng.choice([*re.findall(r"[A-Za-z_]\w{2,}", text), rng.choice(NOUNS)])
    count = rng.randint(60, 300)
    rows = [re.sub(rf"\b{re.escape(word)}\b", f"{word}{n}", text) for n in range(2, count)]
    if rows[0] == rows[-1]:
        rows = [f"{row} {n}" for n, row in enumerate(rows, 2)]
    return _inserted(rng, scene, number + 1, rows, "growing list")


def inside(rng: Random, scene: Scene) -> Spoiled | None:
    """A run inside one line."""
    number = rng.randrange(len(scene.new))
    text = scene.new[number]
    piece = rng.choice(
        (
            text.strip()[-4:],
            " the",
            "0",
            "a",
            "=",
            " " + rng.choice(NOUNS),
            "()",
            "あ",
            "\\n",
            "x, ",
        )
    )
    if not text.strip() or not piece.strip():
        return None
    long = text + piece * rng.randint(150, 800)
    kept = rng.random() < 0.5
    lines = [*scene.new[:number], long, *(scene.new[number + 1 :] if kept else ())]
    return Spoiled("loop inside a line", wrap(rng, scene, lines, close=kept), ended=kept)


def whole(rng: Random, scene: Scene) -> Spoiled | None:
    """The file twice and more, in one block."""
    lines = [*scene.new]
    gap = [""] * rng.randint(0, 2)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        lines += [*gap, *scene.new]
    ended = rng.random() < 0.7
    return Spoiled("file twice", wrap(rng, scene, lines, close=ended), ended)


def again(rng: Random, scene: Scene) -> Spoiled | None:
    """The file, and then from its start again until the room is used up."""
    part = scene.new[: rng.randint(3, max(3, len(scene.new) - 1))]
    if sum(bool(text.strip()) for text in part) < 3:
        return None
    lines = [*scene.new, "", *part]
    ended = rng.random() < 0.4
    return Spoiled("file begun again", wrap(rng, scene, lines, close=ended), ended)


def _inserted(rng: Random, scene: Scene, at: int, rows: list[str], kind: str) -> Spoiled:
    ended = rng.random() < 0.4
    lines = [*scene.new[:at], *rows, *(scene.new[at:] if ended else ())]
    answer = wrap(rng, scene, lines, close=ended)
    return Spoiled(f"loop of a {kind}, {'ended' if ended else 'not ended'}", answer, ended)


LOOPS = (line, run, growing, inside, whole, again)
"""All of them; none for a wish that asks for many alike."""
