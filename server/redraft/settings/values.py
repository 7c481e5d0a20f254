"""What can be set, as frozen values: a class for each table of the file.

A project's file may set most of it unasked: it speaks only for the files of its own folder, whose
text is in the prompt anyway. Wording, recipes and decoding are therefore free. What reaches past
the folder (files that are loaded, memory, cores) or weakens a check is the user's own to allow:
`metadata=OWN`, or `may(...)` where it depends on the value.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

from attrs import field, frozen

from redraft.settings.bounds import Filled, Holds, Range

Severity = Literal["refuse", "mend", "review", "warn", "ignore"]
"""Strictest first. mend: mend, else refuse; review: warn while somebody looks, else refuse."""

IdentityMode = Literal["class", "guard", "fast"]
"""Strictest first: how drafted text is kept that of plain decoding."""

_INT32 = 2**31 - 1
_INT64 = 2**63 - 1


def may(allowed: Callable[[Any, Any], bool]) -> dict[str, Any]:
    """Metadata: a project may set this key unasked where `allowed(value without it, its value)`."""
    return {"may": allowed}


OWN = may(lambda _, __: False)
"""Metadata: the user's own to set; in a project's file only by `redraft trust`."""


def _no_looser(kind: Any) -> dict[str, Any]:
    """Metadata: a project may go to the left in a Literal whose strictest value stands first."""
    strictness = get_args(kind)
    return may(lambda base, value: strictness.index(value) <= strictness.index(base))


_LEVEL = _no_looser(Severity)


@frozen
class ModelSettings:
    """Which model, and how it is run."""

    path: Path | None = field(default=None, metadata=OWN)
    """A GGUF file; without it the tiny model of `redraft[tiny]`."""
    adapter: Path | None = field(default=None, metadata=OWN)
    """A LoRA GGUF laid on the model; without it the model's own, if redraft ships one."""
    context: int = field(
        default=32768,
        validator=Range(256, _INT32),
        metadata=may(lambda base, value: bool(value <= base)),
    )
    """Most tokens of prompt and answer together; the model's training length bounds it too."""
    gpu_layers: int = field(default=-1, validator=Range(-1, _INT32), metadata=OWN)
    """Layers given to the GPU, where llama.cpp was built with one; -1: all."""
    threads: int | None = field(default=None, validator=Range(1, 512), metadata=OWN)
    """CPU threads; without it one per physical core."""


@frozen
class DecodeSettings:
    """How answers are chosen and bounded."""

    temperature: float = field(default=0.0, validator=Range(0, 10))
    """0: the likeliest token, always."""
    top_p: float = field(default=1.0, validator=Range(0, 1, above=True))
    """Smallest set of likeliest tokens with this much probability is sampled from."""
    seed: int = field(default=0, validator=Range(0, _INT64))
    """Starts the sampling, so that a run can be repeated."""
    answer: int = field(default=1024, validator=Range(16, _INT32))
    """Room for an answer that has no source, in tokens."""
    thinking: int = field(default=2048, validator=Range(0, _INT32))
    """Room for a leading thinking block, in tokens, besides the answer's."""
    identity: IdentityMode = field(default="class", metadata=_no_looser(IdentityMode))
    """class: passes of widths that agree bit for bit; guard: near ties decided one by one; fast:
    neither."""


@frozen
class PromptSettings:
    """The wording around the user's text. The defaults are what the tiny model was taught."""

    system: str = "You rewrite files. Apply the requested change and nothing else."
    """Opens every rewrite."""
    rewrite: str = field(
        default="{instruction}\nReturn the whole file.", validator=Holds(("{instruction}",))
    )
    """Asks for a whole file."""
    selection: str = field(
        default="These lines of it are to be rewritten:\n{selection}\n"
        "{instruction}\nReturn only these lines.",
        validator=Holds(("{instruction}", "{selection}")),
    )
    """Asks for the selected lines of a file."""
    feedback: str = field(
        default="{instruction}\nAn earlier answer was refused: {findings}.",
        validator=Holds(("{instruction}", "{findings}")),
    )
    """The instruction, where it is given once more after an answer that was refused."""
    ask_system: str = "You answer questions about code, briefly and to the point."
    """Opens every question."""
    ask: str = field(default="{instruction}", validator=Holds(("{instruction}",)))
    """Asks a question."""


@frozen
class FindingSettings:
    """What is done about each finding."""

    cut_off: Severity = field(default="mend", metadata=_LEVEL)
    """The answer ended too soon; one that ran out of room cannot be mended."""
    empty: Severity = field(default="refuse", metadata=_LEVEL)
    """The answer holds no text, and the source did."""
    prose: Severity = field(default="refuse", metadata=_LEVEL)
    """The answer talks instead of rewriting."""
    placeholder: Severity = field(default="mend", metadata=_LEVEL)
    """Something like "rest unchanged" stands where the source's lines should."""
    end: Severity = field(default="mend", metadata=_LEVEL)
    """The source's end was not reached, and nobody asked for that."""
    loop: Severity = field(default="refuse", metadata=_LEVEL)
    """The answer repeats itself without end."""
    leak: Severity = field(default="refuse", metadata=_LEVEL)
    """Text of the chat template or the prompt is in the answer."""
    removed: Severity = field(default="review", metadata=_LEVEL)
    """Far too much of the source is gone."""
    moved: Severity = field(default="review", metadata=_LEVEL)
    """Blocks of the source stand in another order."""
    syntax: Severity = field(default="refuse", metadata=_LEVEL)
    """The new text has syntax errors that the source did not have."""
    outside: Severity = field(default="warn", metadata=_LEVEL)
    """Changes outside the selection, which are dropped."""
    encoding: Severity = field(default="refuse", metadata=_LEVEL)
    """A character that the file's encoding does not have."""
    drift: Severity = field(default="warn", metadata=_LEVEL)
    """Blank lines, comments or quotes changed that nobody asked about."""
    unchanged: Severity = field(default="warn", metadata=_LEVEL)
    """The answer is the source."""


@frozen
class Recipe:
    """A named instruction."""

    title: str = field(validator=Filled(line=True))
    """What editors and lists call it, on one line."""
    instruction: str = field(validator=Filled())
    """What to change."""
    languages: tuple[str, ...] = ()
    """Language names it is meant for; without them every language."""


def _sealed(recipes: Mapping[str, Recipe]) -> Mapping[str, Recipe]:
    return MappingProxyType(dict(recipes))


@frozen
class Settings:
    """Everything that can be set."""

    model: ModelSettings = ModelSettings()
    decode: DecodeSettings = DecodeSettings()
    prompt: PromptSettings = PromptSettings()
    findings: FindingSettings = FindingSettings()
    recipes: Mapping[str, Recipe] = field(factory=dict, converter=_sealed, hash=False)
    """By name: letters, digits, - and _."""
