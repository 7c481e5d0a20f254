"""A vocabulary of a few hundred tokens in which any text can be written: GPT-2's bytes, some
merges, and the control tokens of ChatML."""

from gguf import GGUFWriter, TokenType

TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n"
    "{{ message['content'] }}<|im_end|>\n{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""ChatML."""
_CONTROL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
_WORDS = (
    "return",
    "self",
    " def",
    " for",
    " in",
    " if",
    " is",
    " =",
    " not",
    "name",
    "the",
    "    ",
)


def _letters() -> dict[int, str]:
    """The character that GPT-2's vocabulary writes for each byte: itself where it can be seen."""
    seen = [*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)]
    unseen = [byte for byte in range(0x100) if byte not in seen]
    return {byte: chr(byte) for byte in seen} | {
        byte: chr(0x100 + index) for index, byte in enumerate(unseen)
    }


_LETTERS = _letters()


def _merges() -> list[tuple[str, str]]:
    """Each word is put together letter by letter."""
    words = ["".join(_LETTERS[byte] for byte in word.encode()) for word in _WORDS]
    pairs = [(word[:end], word[end]) for word in words for end in range(1, len(word))]
    return list(dict.fromkeys(pairs))


_MERGES = _merges()
_TEXTS = [_LETTERS[byte] for byte in range(0x100)] + [left + right for left, right in _MERGES]
SIZE = -(-(len(_TEXTS) + len(_CONTROL)) // 32) * 32
"""Number of tokens; a multiple of 32, for the kernels that take rows by the dozen."""
CONTROL = len(_TEXTS)
"""The first control token; those after it stand for no text either."""
LEGIBLE = [10, *range(0x20, 0x7F), *range(0x100, CONTROL)]
"""Tokens of plain text: a line's end, what ASCII can show, and the merges."""


def add(writer: GGUFWriter, *, template: bool) -> None:
    """Effect: puts the vocabulary into a file; `template`: and ChatML."""
    unused = [f"<|unused_{index}|>" for index in range(SIZE - CONTROL - len(_CONTROL))]
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list([*_TEXTS, *_CONTROL, *unused])
    kinds = [TokenType.NORMAL] * CONTROL + [TokenType.CONTROL] * (SIZE - CONTROL)
    writer.add_token_types(kinds)
    writer.add_token_merges([f"{left} {right}" for left, right in _MERGES])
    writer.add_bos_token_id(CONTROL)
    writer.add_add_bos_token(True)
    writer.add_eos_token_id(CONTROL + _CONTROL.index("<|im_end|>") if template else CONTROL)
    if template:
        writer.add_chat_template(TEMPLATE)
