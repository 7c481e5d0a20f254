"""Answers with text of the conversation in them."""

from random import Random

from tests.hostile.scene import Scene, Spoiled, wrap
from tests.hostile.sources import wordings
from tests.hostile.wrapping import fenced

_SYSTEM = "You rewrite files. Apply the requested change and nothing else."
_WANTED = "Return the whole file."
_TURNS = (
    ("<|im_end|>\n<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"),
    ("<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n", "<|eot_id|>"),
    ("</s>[INST] ", " [/INST]"),
    ("<end_of_turn>\n<start_of_turn>user\n", "<end_of_turn>\n<start_of_turn>model\n"),
    ("\nUser: ", "\nAssistant: "),
    ("\nHuman: ", "\n\nAI: "),
    ("\n### Instruction:\n", "\n\n### Response:\n"),
    ("\nUSER: ", "\nASSISTANT: "),
    ("\n<|user|>\n", "\n<|assistant|>\n"),
    ("<｜end▁of▁sentence｜><｜User｜>", "<｜Assistant｜>"),
    ("\n**User:** ", "\n\n**Assistant:** "),
    ("\nQ: ", "\nA: "),
)
_NEXT = (
    "Thanks! Now add tests.",
    "Good. Next file, please.",
    "続けてください",
    "Explain the change.",
)


def token(rng: Random, scene: Scene) -> Spoiled | None:
    """A control token as text, anywhere."""
    text = rng.choice(wordings("leaks.txt")).replace("\\n", "\n")
    if text in scene.source.text or text in scene.change.instruction:
        return None
    lines = list(scene.new)
    number = rng.choice((0, len(lines) - 1, rng.randrange(len(lines))))
    place = rng.random()
    if place < 0.4:
        lines[number] += text
    elif place < 0.8:
        lines.insert(number + 1, text)
    else:
        at = rng.randint(0, len(lines[number]))
        lines[number] = lines[number][:at] + text + lines[number][at:]
    return Spoiled("leaked token", wrap(rng, scene, "\n".join(lines).split("\n")))


def prompt(rng: Random, scene: Scene) -> Spoiled | None:
    """Words of the prompt in the file."""
    wish = scene.change.instruction
    text = rng.choice((_SYSTEM, f"{wish}\n{_WANTED}", _WANTED, f"{_SYSTEM}\n\n{wish}"))
    at = rng.choice((0, len(scene.new)))
    lines = [*scene.new[:at], *text.split("\n"), *scene.new[at:]]
    return Spoiled("leaked prompt", wrap(rng, scene, lines))


def turn(rng: Random, scene: Scene) -> Spoiled | None:
    """A further turn of the conversation, inside the block or behind a bare text."""
    opening, closing = rng.choice(_TURNS)
    if opening.strip() in scene.source.text:
        return None
    more = f"{opening}{rng.choice(_NEXT)}{closing}{rng.choice(('Sure.', 'Here it is:', 'はい。'))}"
    lines = ("\n".join(scene.new) + more).split("\n")
    return Spoiled("second turn", wrap(rng, scene, lines, close=rng.random() < 0.7))


def turn_behind(rng: Random, scene: Scene) -> Spoiled | None:
    """A further turn behind the block, with a block of its own."""
    opening, closing = rng.choice(_TURNS)
    other = fenced(scene.new[: max(3, len(scene.new) // 2)], scene.language)
    answer = fenced(scene.new, scene.language) + opening + rng.choice(_NEXT) + closing + other
    return Spoiled("second turn behind", answer, ended=rng.random() < 0.5)


def echo(rng: Random, scene: Scene) -> Spoiled | None:
    """The prompt itself, or the source and then the result."""
    old, new = fenced(scene.source.lines, scene.language), fenced(scene.new, scene.language)
    wish = f"{scene.change.instruction}\n{_WANTED}"
    return Spoiled("echo", rng.choice((f"{old}\n\n{wish}", f"{old}\n\n{wish}\n\n{new}",
        f"Before:\n\n{old}\n\nAfter:\n\n{new}", f"{wish}\n\n{new}")))  # fmt: skip


LEAKS = (token, token, prompt, turn, turn_behind, echo)
"""All of them."""
