"""Random weights under which a tiny model is decided, various, and mindful of what it has read.

As trained models are drawn at their start, they would leave near ties, two or three tokens for
ever, and a past that hardly matters: no test could see that a rejected token was left behind.
"""

import re
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from tests.kernels.architecture import Architecture
from tests.kernels.vocabulary import LEGIBLE

Floats = NDArray[np.float32]
Draw = Callable[[np.random.Generator, tuple[int, ...]], NDArray[np.float64]]

_SHARPNESS = 10.0
"""Standard deviation of the logits."""


def _normal(deviation: float, mean: float = 0.0) -> Draw:
    return lambda random, shape: random.normal(mean, deviation, shape)


def _uniform(low: float, high: float) -> Draw:
    return lambda random, shape: random.uniform(low, high, shape)


def _matrix(gain: float) -> Draw:
    """Times `gain`, the deviation of what comes in is that of what goes out."""
    return lambda random, shape: random.normal(0.0, gain / shape[-1] ** 0.5, shape)


def _draws(architecture: Architecture) -> tuple[tuple[str, Draw], ...]:
    """How a tensor is drawn, by the first pattern found in its name."""
    return (
        (r"^token_embd\.weight", _normal(architecture.embedding)),
        (r"^output\.weight", _matrix(_SHARPNESS)),
        (r"attn_[qk]_norm\.", _normal(0.1, architecture.focus)),
        (r"attn_([qk]|q_b|k_b)\.", _matrix(architecture.focus)),
        (r"(norm|norm_2|time_mix_ln)(\.weight)?$", _normal(0.1, 1.0)),
        (r"rope_freqs", _uniform(1.0, 1.0)),
        # States that fade over tens of tokens.
        (r"ssm_a$", _uniform(-0.15, -0.02)),
        (r"ssm_dt\.bias", _uniform(-1.0, 1.0)),
        (r"time_mix_w0", _normal(0.5, -3.0)),
        (r"time_mix_k_[ka]", _normal(0.1, 1.0)),
        (r"lerp", _uniform(0.0, 1.0)),
        (r"(time_mix_(r_k|[av]0)\.weight|ssm_d|\.bias)$", _normal(0.2)),
        # What a layer adds weighs more than what came in.
        (r"(attn_output|ssm_out|ffn_down\w*|out_proj|time_mix_output)\.", _matrix(1.5)),
        (r"", _matrix(1.0)),
    )


def weights(name: str, shape: tuple[int, ...], architecture: Architecture, seed: int) -> Floats:
    """The tensor of that name, [*reversed(shape)]; the same for the same seed."""
    random = np.random.default_rng([seed, *name.encode()])
    draw = next(draw for pattern, draw in _draws(architecture) if re.search(pattern, name))
    drawn = draw(random, shape[::-1]).astype(np.float32)
    if name == "output.weight":
        # Their logits are nought: never the highest. An answer is legible, and does not end.
        drawn[np.setdiff1d(np.arange(len(drawn)), LEGIBLE)] = 0.0
    return drawn
