"""A model's tokens and chat template."""

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

import jinja2
import llama_cpp
from llama_cpp.llama_chat_format import Jinja2ChatFormatter

from redraft.engine.chat import BARE_TEMPLATE
from redraft.engine.model import Formatter
from redraft.errors import ModelError

_PIECE = 64
"""Bytes that hold nearly every token."""


class Vocabulary:
    """Text <-> tokens of one model."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._vocab = llama_cpp.llama_model_get_vocab(model)
        self._pieces: dict[int, bytes] = {}
        self.size = llama_cpp.llama_vocab_n_tokens(self._vocab)
        self.ends = frozenset(
            token for token in range(self.size) if llama_cpp.llama_vocab_is_eog(self._vocab, token)
        )
        self._check_bytes()
        turn = llama_cpp.llama_vocab_eot(self._vocab)
        self.end: int = turn if turn >= 0 else llama_cpp.llama_vocab_eos(self._vocab)
        self._lead: list[int] = []
        if self._writes_a_space():
            self._lead = self.tokenize("\n")

    def _check_bytes(self) -> None:
        """Raises ModelError where llama.cpp would end the process over a character."""
        if llama_cpp.llama_vocab_type(self._vocab) != llama_cpp.LLAMA_VOCAB_TYPE_SPM:
            return
        byte = llama_cpp.LLAMA_TOKEN_ATTR_BYTE
        attributes = (llama_cpp.llama_vocab_get_attr(self._vocab, t) for t in range(self.size))
        if not any(attribute & byte for attribute in attributes):
            raise ModelError("the model's vocabulary has no tokens for single bytes")

    @property
    def start(self) -> tuple[int, ...]:
        """The tokens that every prompt of this model begins with."""
        wanted = llama_cpp.llama_vocab_get_add_bos(self._vocab)
        return (llama_cpp.llama_vocab_bos(self._vocab),) if wanted else ()

    def tokenize(self, text: str, *, special: bool = False) -> list[int]:
        """Tokens of a text in the middle of a conversation; `special`: control text counts."""
        # Where a space would be written before the text, it is written before a line end instead.
        lead = self._lead if text and not special else []
        data = (b"\n" if lead else b"") + text.encode("utf-8")
        room = len(data) + 8
        tokens = (llama_cpp.llama_token * room)()
        count = llama_cpp.llama_tokenize(self._vocab, data, len(data), tokens, room, False, special)
        if count < 0:
            raise ModelError(f"the model cannot tokenise a text of {len(data)} bytes")
        return list(tokens[len(lead) : count])

    def piece(self, token: int) -> bytes:
        """The bytes a token stands for; they may end inside a character."""
        if token not in self._pieces:
            self._pieces[token] = self._native_piece(token, _PIECE)
        return self._pieces[token]

    @property
    def template(self) -> str:
        """The model's own chat template; empty where it has none."""
        source = llama_cpp.llama_model_chat_template(self._model, None)
        return source.decode("utf-8", "replace") if source else ""

    def formatter(self) -> Formatter:
        """The model's own chat template; without one, the texts one after another."""
        chat = Jinja2ChatFormatter(
            self.template or BARE_TEMPLATE,
            self._text(llama_cpp.llama_vocab_eos(self._vocab)),
            self._text(llama_cpp.llama_vocab_bos(self._vocab)),
        )

        def format_chat(messages: Sequence[Mapping[str, str]], variables: Mapping[str, Any]) -> str:
            try:
                return str(chat(messages=messages, **variables).prompt)  # type: ignore[arg-type]
            except jinja2.TemplateError as error:
                raise ValueError(str(error)) from error

        return format_chat

    def _native_piece(self, token: int, room: int) -> bytes:
        if token not in range(self.size):
            raise ModelError(f"the model has no token {token}")
        buffer = ctypes.create_string_buffer(room)
        size = llama_cpp.llama_token_to_piece(self._vocab, token, buffer, room, 0, True)
        return buffer.raw[:size] if size >= 0 else self._native_piece(token, -size)

    def _text(self, token: int) -> str:
        raw = llama_cpp.llama_vocab_get_text(self._vocab, token) if token >= 0 else b""
        return str(raw.decode("utf-8", "replace"))

    def _writes_a_space(self) -> bool:
        """Whether a space is written before a text's first word that is not in the text."""
        if llama_cpp.llama_vocab_type(self._vocab) != llama_cpp.LLAMA_VOCAB_TYPE_SPM:
            return False
        buffer = ctypes.create_string_buffer(16)
        key = b"tokenizer.ggml.add_space_prefix"
        size = llama_cpp.llama_model_meta_val_str(self._model, key, buffer, len(buffer))
        return size < 0 or buffer.value != b"false"
