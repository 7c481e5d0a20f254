"""Drafting measured without a model: known answers are replayed, step by step.

    .venv/bin/python -m tests.bench.replay --pairs ../shared/replay/edits.jsonl

The text after an edit, in a fenced block and with its end token, is taken to be the model's answer
to the prompt that redraft makes of file and instruction. A drafter proposes, the answer accepts a
prefix and adds a token: a step. Steps and their widths are exact and the same on every machine;
what they would take is put on top as a cost curve. A pass over k tokens costs 1 + r(k - 1) passes
over one, or what the staircases of `curves` say.

Each cell holds the speed against plain decoding over all pairs, its share of the oracle's (every
draft right and 64 long) and, in brackets, the slowest pair's speed. On a staircase the oracle's
65th token may begin a new tile, so that a drafter that stops at the edge can be ahead of it.

Time spent drafting is not in the speed but in a column of its own; for peers it is that of their
Python twins. The originals take 2.9 us a draft for llama-lookup, 2.1 for ngram-simple, 0.7 for
ngram-mod and 21 for suffix decoding on the machine where redraft was written.

Sets: `edits`, the pairs of the file; `renames`, made from their sources; `releases`, which nobody
tunes on: it is measured only when asked for by --sets, and downloads its wheels.

The peers are their originals token for token. ngram-simple, ngram-mod and llama-lookup were run
against llama.cpp's own code at 0c1e57098, built with g++, and suffix decoding against that of
Arctic Inference 0.3.0, over the first 40 edits and renames: steps, drafted and accepted tokens of
every pair were equal. llama-cpp-python's drafter is compared with the original in the tests.

The figures handed down with the pairs (shared/replay/README.md) were got by other twins. All rows
here are within 5 % of them, but for two. llama-lookup: 10 to 15 % lower here; of two tokens that
followed equally often, GNU's C++ library yields the newer first, and those figures come out only
with the older first, as in the row that says so. The best of suffix decoding on renames at r = .02:
5.5 % lower here, for which identifiers were renamed to what was not handed down.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.bench.replay.case import Case, Pair, case
from tests.bench.replay.curves import STAIRCASES, Curve, linear
from tests.bench.replay.drafters import CONTENDERS, ORACLE, Contender
from tests.bench.replay.releases import releases
from tests.bench.replay.run import Run, replay
from tests.bench.replay.sets import edits, renames
from tests.bench.replay.table import Runs, table

from redraft.engine.llama import NativeModel
from redraft.settings import ModelSettings
from redraft.sources import find


def main() -> None:
    """Effect: prints a table a set."""
    options = _options()
    settings = ModelSettings()
    model = NativeModel(find(settings), settings)
    for name, pairs in _sets(options):
        cases = [case(pair, model) for pair in pairs]
        tokens = sum(len(case.answer) for case in cases)
        print(f"\n{name}: {len(cases)} pairs, {tokens:,} answer tokens\n", flush=True)
        runs = {it.name: measured(it, cases, options.curves) for it in options.drafters}
        print(table(runs, runs[ORACLE], options.curves), flush=True)
    model.close()


def measured(contender: Contender, cases: Sequence[Case], curves: Sequence[Curve]) -> Runs:
    """The runs of a drafter under every curve."""
    if contender.sized:
        return {curve.name: [_run(contender, it, curve) for it in cases] for curve in curves}
    runs = [_run(contender, it, curves[0]) for it in cases]
    return {curve.name: runs for curve in curves}


def _run(contender: Contender, case: Case, curve: Curve) -> Run:
    start = time.perf_counter()
    drafter = contender.make(case, curve)
    return replay(case.answer, drafter, time.perf_counter() - start)


def _sets(options: argparse.Namespace) -> Iterator[tuple[str, list[Pair]]]:
    """The sets asked for; those that lack their pairs are skipped, loudly."""
    if {"edits", "renames"} & set(options.sets):
        if options.pairs is None or not options.pairs.is_file():
            print(f"SKIPPED edits and renames: no file at --pairs {options.pairs}", file=sys.stderr)
        else:
            pairs = edits(options.pairs)[: options.first or None]
            made = {"edits": pairs, "renames": renames(pairs)}
            yield from ((name, made[name]) for name in made if name in options.sets)
    if "releases" in options.sets:
        yield "releases", releases()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        "tests.bench.replay",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--pairs", type=Path, help="the edits, one JSON object a line")
    parser.add_argument(
        "--sets", type=_names, default="edits,renames", help="of edits, renames, releases"
    )
    parser.add_argument(
        "--first", type=int, default=40, metavar="N", help="pairs of the file; 0: all (40)"
    )
    parser.add_argument(
        "--drafters", type=_contenders, default="", help="parts of their names; all without"
    )
    parser.add_argument(
        "--r", dest="curves", type=_curves, default=".02,.1,.3", help="and of cuda, metal, batched"
    )
    return parser.parse_args()


def _names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def _contenders(text: str) -> list[Contender]:
    """The drafters asked for, and the oracle."""
    parts = _names(text) or [""]
    return [it for it in CONTENDERS if it.name == ORACLE or any(part in it.name for part in parts)]


def _curves(text: str) -> list[Curve]:
    return [STAIRCASES[it] if it in STAIRCASES else linear(float(it)) for it in _names(text)]


if __name__ == "__main__":
    main()
