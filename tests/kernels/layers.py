"""The tensors of one layer, by kind, as llama.cpp names and shapes them (`src/models/*.cpp`).

A shape is written as llama.cpp writes it: the row, over which products are summed, comes first.
"""

Shapes = dict[str, tuple[int, ...]]

EMBED = 64
"""Length of the residual stream."""
HEADS, GROUPS, HEAD = 2, 1, 32
"""Attention: query heads, key heads that they share, length of each."""
INNER = 128
"""Length inside a feed-forward layer, and inside a state space layer."""
EXPERTS = 4
STATE, KERNEL = 32, 4
"""Recurrent layers: length of a head's state, tokens under the convolution."""
DELTA_KEYS, DELTA_VALUES = 2, 4
"""Delta nets: key heads, value heads."""
SPACE_HEADS, SPACE_GROUPS = 4, 2
"""Mamba 2: heads, groups of them that share their input and output projections."""
LATENT, ROTARY = 32, 16
"""Latent attention: length of the compressed keys and values, and of what carries the position."""
CONV = 3
"""Tokens under the convolution of a short one."""
RANK = 16
"""Rank of RWKV's small matrices."""


def attention(*, normed: bool = False, gated: bool = False) -> Shapes:
    """`normed`: queries and keys have a norm each; `gated`: queries bring a gate for the output."""
    queries, keys = HEADS * HEAD, GROUPS * HEAD
    norms = {"attn_q_norm.weight": (HEAD,), "attn_k_norm.weight": (HEAD,)} if normed else {}
    return {
        "attn_norm.weight": (EMBED,),
        "attn_q.weight": (EMBED, queries * 2 if gated else queries),
        "attn_k.weight": (EMBED, keys),
        "attn_v.weight": (EMBED, keys),
        "attn_output.weight": (queries, EMBED),
        **norms,
    }


def latent_attention() -> Shapes:
    """DeepSeek's: keys and values come out of one short row, which alone is kept."""
    return {
        "attn_norm.weight": (EMBED,),
        "attn_q_a.weight": (EMBED, LATENT),
        "attn_q_a_norm.weight": (LATENT,),
        "attn_q_b.weight": (LATENT, HEADS * (HEAD + ROTARY)),
        "attn_kv_a_mqa.weight": (EMBED, LATENT + ROTARY),
        "attn_kv_a_norm.weight": (LATENT,),
        "attn_k_b.weight": (HEAD, LATENT, HEADS),
        "attn_v_b.weight": (LATENT, HEAD, HEADS),
        "attn_output.weight": (HEADS * HEAD, EMBED),
    }


def delta_net(*, joint: bool = False) -> Shapes:
    """The gated delta net of Qwen; `joint`: strength and decay come out of one matrix."""
    values = STATE * DELTA_VALUES
    rows = STATE * DELTA_KEYS * 2 + values
    rates = ("ssm_ba.weight",) if joint else ("ssm_beta.weight", "ssm_alpha.weight")
    return {
        "attn_norm.weight": (EMBED,),
        "attn_qkv.weight": (EMBED, rows),
        "attn_gate.weight": (EMBED, values),
        "ssm_conv1d.weight": (KERNEL, rows),
        "ssm_dt.bias": (DELTA_VALUES,),
        "ssm_a": (DELTA_VALUES,),
        **{name: (EMBED, DELTA_VALUES * 2 // len(rates)) for name in rates},
        "ssm_norm.weight": (STATE,),
        "ssm_out.weight": (values, EMBED),
    }


def state_space() -> Shapes:
    """Mamba 2."""
    rows = INNER + 2 * SPACE_GROUPS * STATE
    return {
        "attn_norm.weight": (EMBED,),
        "ssm_in.weight": (EMBED, INNER + rows + SPACE_HEADS),
        "ssm_conv1d.weight": (KERNEL, rows),
        "ssm_conv1d.bias": (rows,),
        "ssm_dt.bias": (SPACE_HEADS,),
        "ssm_a": (1, SPACE_HEADS),
        "ssm_d": (1, SPACE_HEADS),
        "ssm_norm.weight": (INNER // SPACE_GROUPS, SPACE_GROUPS),
        "ssm_out.weight": (INNER, EMBED),
    }


def short_convolution() -> Shapes:
    """LFM2's: a gated convolution over a few tokens."""
    return {
        "attn_norm.weight": (EMBED,),
        "shortconv.conv.weight": (CONV, EMBED),
        "shortconv.in_proj.weight": (EMBED, 3 * EMBED),
        "shortconv.out_proj.weight": (EMBED, EMBED),
    }


def feed_forward(*, gated: bool = True) -> Shapes:
    """`gated`: with a gate beside the way up."""
    gate = {"ffn_gate.weight": (EMBED, INNER)} if gated else {}
    return {**gate, "ffn_up.weight": (EMBED, INNER), "ffn_down.weight": (INNER, EMBED)}


def experts() -> Shapes:
    """A feed-forward layer of which each token takes a part."""
    return {
        "ffn_gate_inp.weight": (EMBED, EXPERTS),
        "ffn_gate_exps.weight": (EMBED, INNER, EXPERTS),
        "ffn_up_exps.weight": (EMBED, INNER, EXPERTS),
        "ffn_down_exps.weight": (INNER, EMBED, EXPERTS),
    }


def shared_expert() -> Shapes:
    """An expert that all tokens take."""
    return {
        "ffn_gate_shexp.weight": (EMBED, INNER),
        "ffn_up_shexp.weight": (EMBED, INNER),
        "ffn_down_shexp.weight": (INNER, EMBED),
    }


def per_layer_input() -> Shapes:
    """Gemma 4's second embedding of a token, of which each layer has its own part."""
    return {
        "inp_gate.weight": (EMBED, HEAD),
        "proj.weight": (HEAD, EMBED),
        "post_norm.weight": (EMBED,),
    }


def rwkv() -> Shapes:
    """RWKV 7: the mixing of times, and of channels."""
    rows = ("w0", "a0", "v0", "k_k", "k_a", "r_k")
    down, up = ("w1", "a1", "v1", "g1"), ("w2", "a2", "v2", "g2")
    squares = ("key", "value", "receptance", "output")
    norms = ("attn_norm", "attn_norm_2", "time_mix_ln")
    return {
        **{f"{name}.{part}": (EMBED,) for name in norms for part in ("weight", "bias")},
        **{f"time_mix_{name}.weight": (EMBED,) for name in rows},
        **{f"time_mix_{name}.weight": (EMBED, RANK) for name in down},
        **{f"time_mix_{name}.weight": (RANK, EMBED) for name in up},
        **{f"time_mix_{name}.weight": (EMBED, EMBED) for name in squares},
        "time_mix_lerp_fused.weight": (EMBED, 1, 1, 6),
        "channel_mix_lerp_k.weight": (EMBED, 1, 1),
        "channel_mix_key.weight": (EMBED, INNER),
        "channel_mix_value.weight": (INNER, EMBED),
    }
