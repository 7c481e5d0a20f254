"""llama-server, as the `xllamacpp` package brings it, with its kinds of drafting."""

import importlib
from collections.abc import Mapping
from typing import Any

from attrs import field, frozen
from tests.bench.peers.peer import Answer, Case, MissingError, Setup


@frozen
class Kind:
    """One kind of drafting, and the values that are set for it."""

    name: str
    """As `--spec-type` has it."""
    values: Mapping[str, int] = field(factory=dict)
    """Names of the package's parameters."""


class Server:
    """One server with one slot, in this process; None: plain."""

    def __init__(self, setup: Setup, kind: Kind | None) -> None:
        try:
            xllamacpp: Any = importlib.import_module("xllamacpp")
        except ImportError as error:
            raise MissingError(f"xllamacpp cannot be imported: {error}") from error
        parameters = xllamacpp.CommonParams()
        parameters.model.path = setup.model
        if setup.adapter:
            parameters.lora_adapters = [xllamacpp.CommonAdapterLoraInfo(setup.adapter, 1.0)]
        parameters.n_ctx = setup.context
        parameters.n_parallel = 1
        for cpu in (parameters.cpuparams, parameters.cpuparams_batch):
            cpu.n_threads = setup.threads
        if kind is not None:
            _draft_with(xllamacpp, parameters.speculative, kind)
        self._server = xllamacpp.Server(parameters)

    def answer(self, case: Case) -> Answer:
        """The server's own timing, which starts with the first token."""
        said: dict[str, Any] = self._server.handle_completions(_request(case))
        if "timings" not in said:
            raise MissingError(f"the server says: {said}")
        timings = said["timings"]
        # The first token comes with the prompt, before its clock starts.
        count = timings["predicted_n"] - 1
        choice = said["choices"][0]
        cut = choice["finish_reason"] == "length"
        return Answer(choice["text"], count, timings["predicted_ms"] / 1000, cut)


def _draft_with(package: Any, speculative: Any, kind: Kind) -> None:
    name = f"COMMON_SPECULATIVE_TYPE_{kind.name.upper().replace('-', '_')}"
    speculative.types = [getattr(package.common_speculative_type, name)]
    values = getattr(speculative, kind.name.replace("-", "_"))
    for key, value in kind.values.items():
        setattr(values, key, value)


def _request(case: Case) -> dict[str, Any]:
    return {
        "prompt": case.tokens,
        "max_tokens": case.most,
        "temperature": 0.0,
        "cache_prompt": False,
        "stream": False,
    }
