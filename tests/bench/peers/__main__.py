"""Runs all peers in turn, prints the tables, and keeps the figures where asked."""

import argparse
import json
import sys
from pathlib import Path

from tests.bench.peers.cases import cases
from tests.bench.peers.lineup import chosen
from tests.bench.peers.peer import Case, Setup
from tests.bench.peers.runs import Turn, turn
from tests.bench.peers.table import as_json, markdown, rows

from redraft import sources
from redraft.engine.machine import physical_cores
from redraft.settings import ModelSettings, Settings

_SPARE = 256
"""Tokens of context besides the longest request: drafts and rounding."""


def main() -> None:
    """Effect: prints to standard output, and tells on standard error who is running."""
    given = _arguments()
    settings = Settings(ModelSettings(given.model, given.adapter))
    asked = [case for case in cases(settings) if given.cases in case.name]
    entries = chosen([name for name in given.peers.split(",") if name])
    if not asked or not entries:
        sys.exit("no such request or peer")
    setup = _setup(settings, asked, given.threads, given.llama_lookup)
    rounds: list[dict[str, Turn]] = []
    for number in range(given.rounds):
        rounds.append({})
        for entry in entries:
            print(f"round {number + 1}: {entry.name}", file=sys.stderr, flush=True)
            rounds[-1][entry.name] = turn(entry.name, setup, asked)
    found = rows(entries, asked, rounds)
    print(
        f"{sources.find(settings.model).name}, {setup.threads} threads, {given.rounds} rounds in "
        "turn; medians, and geometric means of them over the requests\n"
    )
    print(markdown(found, asked))
    if given.json:
        given.json.write_text(json.dumps(as_json(found), ensure_ascii=False, indent=1), "utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.peers", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peers", default="", help="parts of names, with commas between")
    parser.add_argument("--cases", default="", help="a part of the requests' names")
    parser.add_argument("--threads", type=int, default=physical_cores())
    parser.add_argument("--model", type=Path, help="a GGUF file in place of the tiny one")
    parser.add_argument("--adapter", type=Path, help="a LoRA for it")
    parser.add_argument("--llama-lookup", type=Path, help="a llama-lookup binary")
    parser.add_argument("--json", type=Path, help="where the figures are kept for the picture")
    return parser.parse_args()


def _setup(settings: Settings, asked: list[Case], threads: int, lookup: Path | None) -> Setup:
    found = sources.find(settings.model)
    longest = max(len(case.tokens) + case.most for case in asked)
    return Setup(
        str(found.path.resolve()),
        str(found.adapter.resolve()) if found.adapter else None,
        threads,
        -(-(longest + _SPARE) // 256) * 256,
        str(lookup.resolve()) if lookup else None,
    )


if __name__ == "__main__":
    main()
