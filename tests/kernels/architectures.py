"""One model for each class of memory in llama.cpp, and for each kind of kernel that fills it."""

from attrs import evolve
from tests.kernels import layers, vocabulary
from tests.kernels.architecture import Architecture, Value, build
from tests.kernels.layers import EMBED, EXPERTS, GROUPS, HEAD, INNER, Shapes

_STATE_SPACE: dict[str, Value] = {
    "ssm.conv_kernel": layers.KERNEL,
    "ssm.inner_size": INNER,
    "ssm.state_size": layers.STATE,
    "ssm.time_step_rank": layers.SPACE_HEADS,
    "ssm.group_count": layers.SPACE_GROUPS,
}
_DELTA_NET: dict[str, Value] = {
    "ssm.conv_kernel": layers.KERNEL,
    "ssm.inner_size": layers.STATE * layers.DELTA_VALUES,
    "ssm.state_size": layers.STATE,
    "ssm.time_step_rank": layers.DELTA_VALUES,
    "ssm.group_count": layers.DELTA_KEYS,
    "full_attention_interval": 2,
}
_EXPERTS: dict[str, Value] = {
    "expert_count": EXPERTS,
    "expert_used_count": 2,
    "expert_feed_forward_length": INNER,
}
_SECTIONS: dict[str, Value] = {"rope.dimension_sections": [4, 6, 6, 0]}
"""Pairs of a head that are rotated by time, height and width."""


def _norms(*names: str) -> Shapes:
    return {f"{name}.weight": (EMBED,) for name in names}


def _with(model: Architecture, tensors: Shapes) -> Architecture:
    return evolve(model, tensors=model.tensors | tensors)


def _llama() -> Architecture:
    block = layers.attention() | _norms("ffn_norm") | layers.feed_forward()
    return evolve(build("llama", "trim", [block] * 3), template=True)


def _gemma3() -> Architecture:
    window = 32
    norms = _norms("post_attention_norm", "ffn_norm", "post_ffw_norm")
    block = layers.attention(normed=True) | norms | layers.feed_forward()
    pattern: dict[str, Value] = {
        "attention.sliding_window": window,
        "attention.sliding_window_pattern": [True, True, False, True],
    }
    model = build("gemma3", "trim", [block] * 4, pattern)
    # Gemma multiplies its embeddings by the root of their length.
    return evolve(model, window=window, embedding=EMBED**-0.5)


def _qwen35() -> Architecture:
    rest = _norms("post_attention_norm") | layers.feed_forward()
    blocks = [layers.delta_net() | rest, layers.attention(normed=True, gated=True) | rest] * 2
    model = build("qwen35", "snapshots", blocks, _DELTA_NET | _SECTIONS)
    return evolve(model, hybrid=True, mrope=True, template=True)


def _qwen3next() -> Architecture:
    shared = layers.shared_expert() | {"ffn_gate_inp_shexp.weight": (EMBED,)}
    rest = _norms("post_attention_norm") | layers.experts() | shared
    attention = layers.attention(normed=True, gated=True)
    blocks = [layers.delta_net(joint=True) | rest, attention | rest] * 2
    extra: dict[str, Value] = {"expert_shared_feed_forward_length": INNER}
    model = build("qwen3next", "checkpoint", blocks, _DELTA_NET | _EXPERTS | extra)
    return evolve(model, hybrid=True, experts=EXPERTS)


def _mamba2() -> Architecture:
    none: dict[str, Value] = {"attention.head_count": 0, "attention.head_count_kv": 0}
    return build("mamba2", "checkpoint", [layers.state_space()] * 3, _STATE_SPACE | none)


def _qwen3moe() -> Architecture:
    block = layers.attention(normed=True) | _norms("ffn_norm") | layers.experts()
    return evolve(build("qwen3moe", "trim", [block] * 3, _EXPERTS), experts=EXPERTS)


def _gemma4() -> Architecture:
    """The last layers look at what two earlier ones of their kind keep."""
    window, count = 32, 5
    norms = _norms("post_attention_norm", "ffn_norm", "post_ffw_norm")
    attention = layers.attention(normed=True)
    block = attention | norms | layers.feed_forward() | layers.per_layer_input()
    metadata: dict[str, Value] = {
        "attention.sliding_window": window,
        "attention.sliding_window_pattern": [True, True, False, True, False],
        "attention.shared_kv_layers": 2,
        "attention.key_length_swa": HEAD,
        "attention.value_length_swa": HEAD,
        "rope.dimension_count_swa": HEAD,
        "embedding_length_per_layer_input": HEAD,
    }
    tensors: Shapes = {
        "per_layer_token_embd.weight": (HEAD * count, vocabulary.SIZE),
        "per_layer_model_proj.weight": (EMBED, HEAD * count),
        "per_layer_proj_norm.weight": (HEAD,),
        "rope_freqs.weight": (HEAD // 2,),
    }
    model = _with(build("gemma4", "trim", [block] * count, metadata), tensors)
    # Here scores are not divided by the root of a head's length.
    return evolve(model, window=window, embedding=EMBED**-0.5, focus=1.7 * HEAD**-0.25)


def _qwen2vl() -> Architecture:
    block = layers.attention() | _norms("ffn_norm") | layers.feed_forward()
    return evolve(build("qwen2vl", "trim", [block] * 3, _SECTIONS), mrope=True)


def _deepseek2() -> Architecture:
    start = layers.latent_attention() | _norms("ffn_norm")
    rest = start | layers.experts() | layers.shared_expert()
    metadata: dict[str, Value] = {
        "attention.head_count_kv": 1,
        "attention.key_length": layers.LATENT + layers.ROTARY,
        "attention.value_length": layers.LATENT,
        "attention.key_length_mla": HEAD + layers.ROTARY,
        "attention.value_length_mla": HEAD,
        "attention.q_lora_rank": layers.LATENT,
        "attention.kv_lora_rank": layers.LATENT,
        "rope.dimension_count": layers.ROTARY,
        "leading_dense_block_count": 1,
        "expert_shared_count": 1,
    }
    blocks = [start | layers.feed_forward(), rest, rest]
    return evolve(build("deepseek2", "trim", blocks, _EXPERTS | metadata), experts=EXPERTS)


def _lfm2() -> Architecture:
    rest = _norms("ffn_norm") | layers.feed_forward()
    blocks = [layers.attention(normed=True) | rest, layers.short_convolution() | rest] * 2
    metadata: dict[str, Value] = {
        "shortconv.l_cache": layers.CONV,
        "attention.head_count_kv": [GROUPS, 0] * 2,
    }
    model = build("lfm2", "snapshots", blocks, metadata, norm="token_embd_norm")
    return evolve(model, hybrid=True)


def _lfm2_window() -> Architecture:
    window = 32
    model = _lfm2()
    metadata = {**model.metadata, "attention.sliding_window": window}
    return evolve(model, metadata=metadata, window=window, variant="window")


def _falcon_h1() -> Architecture:
    """Attention and a state space side by side in each layer."""
    norm: Shapes = {"ffn_norm": (EMBED,)}
    block = layers.attention() | layers.state_space() | norm | layers.feed_forward()
    return evolve(build("falcon-h1", "checkpoint", [block] * 2, _STATE_SPACE), hybrid=True)


def _granite_hybrid() -> Architecture:
    rest = _norms("ffn_norm") | layers.feed_forward()
    blocks = [layers.state_space() | rest, layers.attention() | rest] * 2
    kept: dict[str, Value] = {
        "attention.head_count_kv": [0, GROUPS] * 2,
        "rope.scaling.finetuned": True,
    }
    return evolve(build("granitehybrid", "checkpoint", blocks, _STATE_SPACE | kept), hybrid=True)


def _nemotron_h() -> Architecture:
    forward = _norms("attn_norm") | layers.feed_forward(gated=False)
    blocks = [layers.state_space(), layers.attention(), layers.state_space(), forward]
    kinds: dict[str, Value] = {
        "attention.head_count_kv": [0, GROUPS, 0, 0],
        "feed_forward_length": [0, 0, 0, INNER],
    }
    return evolve(build("nemotron_h", "snapshots", blocks, _STATE_SPACE | kinds), hybrid=True)


def _rwkv7() -> Architecture:
    ranks = ("decay", "iclr", "value_residual_mix", "gate")
    metadata: dict[str, Value] = {
        "attention.head_count": 0,
        "wkv.head_size": HEAD,
        "token_shift_count": 2,
        **{f"attention.{rank}_lora_rank": layers.RANK for rank in ranks},
    }
    norms: Shapes = {f"token_embd_norm.{part}": (EMBED,) for part in ("weight", "bias")}
    norms |= {"output_norm.bias": (EMBED,)}
    return _with(build("rwkv7", "checkpoint", [layers.rwkv()] * 3, metadata), norms)


ARCHITECTURES: tuple[Architecture, ...] = (
    _llama(),
    evolve(_llama(), quantisation="Q4_0", variant="q4_0"),
    evolve(_llama(), quantisation="Q8_0", variant="q8_0"),
    _gemma3(),
    _gemma4(),
    _qwen3moe(),
    _qwen2vl(),
    _deepseek2(),
    _qwen35(),
    evolve(_qwen35(), quantisation="Q8_0", variant="q8_0"),
    _lfm2(),
    _lfm2_window(),
    _nemotron_h(),
    _qwen3next(),
    _falcon_h1(),
    _granite_hybrid(),
    _mamba2(),
    _rwkv7(),
)
"""All of them, those that only drop rows first."""


def label(architecture: Architecture) -> str:
    """For test ids."""
    return architecture.label
