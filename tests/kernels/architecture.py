"""What stands in the file of a tiny model, as `src/models/*.cpp` of llama.cpp asks for it."""

from collections.abc import Iterable, Mapping
from typing import Literal

from attrs import field, frozen
from tests.kernels import vocabulary
from tests.kernels.layers import EMBED, GROUPS, HEAD, HEADS, INNER, Shapes

from redraft.engine.model import Rollback

Value = str | bool | int | float | list[int] | list[bool]

TRAINED = 4096
"""Context length that each file claims."""


@frozen
class Architecture:
    """One model, but for the draw of its weights."""

    name: str
    """As `general.architecture` has it."""
    rollback: Rollback
    """How redraft should find that rejected tokens are taken back."""
    metadata: Mapping[str, Value] = field(repr=False)
    """Keys without the architecture's name before them."""
    tensors: Shapes = field(repr=False)
    window: int = 0
    """Tokens that some layers look back at; 0: all layers look at everything."""
    hybrid: bool = False
    """Has attention and recurrent layers."""
    mrope: bool = False
    """Rotates by three positions a token."""
    experts: int = 0
    quantisation: Literal["F32", "Q8_0", "Q4_0"] = "F32"
    """Of the matrices."""
    template: bool = False
    """Whether it brings a chat template."""
    embedding: float = 1.0
    """Standard deviation of the embeddings."""
    focus: float = 1.7
    """Gain of queries and keys: the greater, the fewer tokens attention looks at."""
    variant: str = ""
    """Tells models of one architecture apart."""

    @property
    def label(self) -> str:
        """For file names and test ids."""
        return f"{self.name}-{self.variant}" if self.variant else self.name

    @property
    def recurrent(self) -> bool:
        """Whether tokens are folded into a state."""
        return self.rollback != "trim"


def _metadata(count: int, extra: Mapping[str, Value]) -> dict[str, Value]:
    return {
        "context_length": TRAINED,
        "embedding_length": EMBED,
        "block_count": count,
        "feed_forward_length": INNER,
        "attention.head_count": HEADS,
        "attention.head_count_kv": GROUPS,
        "attention.key_length": HEAD,
        "attention.value_length": HEAD,
        "attention.layer_norm_rms_epsilon": 1e-6,
        "attention.layer_norm_epsilon": 1e-5,
        "rope.dimension_count": HEAD,
        **extra,
    }


def _tensors(blocks: Iterable[Shapes], norm: str) -> Shapes:
    within = {
        f"blk.{index}.{name}": shape
        for index, block in enumerate(blocks)
        for name, shape in block.items()
    }
    ends: Shapes = {
        "token_embd.weight": (EMBED, vocabulary.SIZE),
        "output.weight": (EMBED, vocabulary.SIZE),
        f"{norm}.weight": (EMBED,),
    }
    return {**ends, **within}


def build(
    name: str,
    rollback: Rollback,
    blocks: list[Shapes],
    metadata: Mapping[str, Value] | None = None,
    *,
    norm: str = "output_norm",
) -> Architecture:
    """A model of these layers; `metadata` adds to the usual keys, or takes their place.

    `norm`: what the norm before the output is called.
    """
    return Architecture(
        name, rollback, _metadata(len(blocks), metadata or {}), _tensors(blocks, norm)
    )
