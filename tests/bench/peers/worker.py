"""The process of one peer: takes its name, the set-up and the requests, gives the answers.

One JSON object on standard input, one a line on standard output; what native code prints goes to
standard error.
"""

import json
import os
import sys
from collections.abc import Iterator
from typing import Any

import attrs
import cattrs
from attrs import evolve
from tests.bench.peers.lineup import entries
from tests.bench.peers.peer import Case, MissingError, Setup

_WARM = 8
"""Answer tokens before the clock counts."""


def main() -> None:
    """Effect: answers what came by standard input."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    order = json.load(sys.stdin)
    setup = cattrs.structure(order["setup"], Setup)
    cases = cattrs.structure(order["cases"], list[Case])
    for line in _lines(order["name"], setup, cases):
        print(json.dumps(line), file=output, flush=True)
    output.close()
    # A native library's threads may not end by themselves.
    os._exit(0)


def _lines(name: str, setup: Setup, cases: list[Case]) -> Iterator[dict[str, Any]]:
    """The answers; where the peer fails, why, as the last line."""
    entry = next(entry for entry in entries() if entry.name == name)
    try:
        peer = entry.make(setup)
        # The last request: what is remembered of it is of no use to the others.
        peer.answer(evolve(cases[-1], most=_WARM))
        for case in cases:
            yield {"case": case.name, "answer": attrs.asdict(peer.answer(case))}
    except MissingError as error:
        yield {"missing": str(error)}
    except Exception as error:
        yield {"missing": f"{type(error).__name__}: {error}"}


if __name__ == "__main__":
    main()
