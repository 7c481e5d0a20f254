"""One peer's turn: starts its process, hands it the requests, collects what it says."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import cattrs
from attrs import field, frozen
from tests.bench.peers.peer import Answer, Case, Setup

_ROOT = Path(__file__).parents[3]
_PATIENCE = 1800.0
"""Seconds after which a turn is given up."""


@frozen
class Turn:
    """What a peer said in one round: its answers by case, and why some are missing, if any."""

    name: str
    answers: dict[str, Answer] = field(factory=dict)
    missing: str = ""


def turn(name: str, setup: Setup, cases: Sequence[Case]) -> Turn:
    """Effect: one process, from its start to its end; a crash of it is told in the result."""
    order = {
        "name": name,
        "setup": cattrs.unstructure(setup),
        "cases": cattrs.unstructure(list(cases)),
    }
    try:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.peers.worker"],
            input=json.dumps(order).encode(),
            capture_output=True,
            check=False,
            timeout=_PATIENCE,
            cwd=_ROOT,
        )
    except subprocess.TimeoutExpired:
        return Turn(name, missing=f"no answer within {_PATIENCE:.0f} s")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    answers = {
        line["case"]: cattrs.structure(line["answer"], Answer) for line in lines if "case" in line
    }
    missing = next((line["missing"] for line in lines if "missing" in line), "")
    if not missing and len(answers) < len(cases):
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        missing = f"its process ended with {done.returncode}: {''.join(said)}"
    return Turn(name, answers, missing)
