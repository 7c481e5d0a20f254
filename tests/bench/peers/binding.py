"""llama-cpp-python's own class, with its prompt lookup or without."""

import time
from typing import Any

from llama_cpp import Llama, llama_model_get_vocab, llama_vocab_is_eog
from llama_cpp.llama_speculative import LlamaPromptLookupDecoding
from tests.bench.peers.peer import Answer, Case, Setup


class Binding:
    """`Llama`, with `draft_model` where a draft's length is given."""

    def __init__(self, setup: Setup, drafted: int | None) -> None:
        # Untyped where it is used: some of the binding's methods are.
        self._llama: Any = Llama(
            setup.model,
            lora_path=setup.adapter,
            n_ctx=setup.context,
            n_gpu_layers=-1,
            n_threads=setup.threads,
            n_threads_batch=setup.threads,
            draft_model=LlamaPromptLookupDecoding(num_pred_tokens=drafted) if drafted else None,
            verbose=False,
        )
        vocabulary = llama_model_get_vocab(self._llama.model)
        every = range(self._llama.n_vocab())
        self._ends = {token for token in every if llama_vocab_is_eog(vocabulary, token)}

    def answer(self, case: Case) -> Answer:
        """Timed from its first token on: that one is the prompt's."""
        self._llama.reset()
        tokens: list[int] = []
        start = over = 0.0
        ended = False
        for token in self._llama.generate(case.tokens, temp=0.0, repeat_penalty=1.0):
            over = time.perf_counter()
            start = start or over
            ended = token in self._ends
            if ended or len(tokens) >= case.most:
                break
            tokens.append(token)
        text = self._llama.detokenize(tokens).decode("utf-8", "replace")
        return Answer(text, len(tokens), over - start, cut=not ended)
