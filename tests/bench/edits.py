"""What edits, hunks, merges and diffs of large texts cost: medians, and the most memory taken.

    .venv/bin/python -m tests.bench.edits [rounds]

The design allows 100 ms for the edits of 10,000 lines with 200 changes.
"""

import random
import resource
import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable

from attrs import frozen

from redraft.pipeline.diff import unified
from redraft.pipeline.edits import edits
from redraft.pipeline.hunks import Hunks, hunks
from redraft.pipeline.lines import restore_endings
from redraft.pipeline.merge import merge

_TOKEN = 4
"""Characters that an answer grows by at a time."""


@frozen
class Case:
    """Two texts, and what was done to the first."""

    name: str
    old: str
    new: str


def distinct(number: int) -> str:
    """No line is like another."""
    return f"    value_{number} = compute({number})\n"


def equal(number: int) -> str:
    """All lines are alike."""
    return "    pass\n"


def mixed(number: int) -> str:
    """Most lines stand in many places, as in code."""
    common = ("\n", "    }\n", "  return x;\n", f"  call({number % 97})\n", f"f{number}() {{\n")
    return common[number % len(common)]


def case(line: Callable[[int], str], lines: int, changes: int) -> Case:
    """Lines replaced, inserted and removed here and there, the same ones in every run."""
    dice = random.Random(lines)  # noqa: S311
    old = [line(number) for number in range(lines)]
    new = list(old)
    for number in range(changes):
        place = dice.randrange(len(new))
        match dice.choice("rid"):
            case "r":
                new[place] = f"{new[place][:-1]} + extra_{number}\n"
            case "i":
                new.insert(place, f"    inserted({number})\n")
            case _:
                del new[place]
    return Case(f"{lines:,} {line.__name__} lines, {changes}", "".join(old), "".join(new))


def cases() -> list[Case]:
    """From the bound in the design to what no editor opens."""
    sizes = ((3_000, 60), (10_000, 200), (100_000, 2_000))
    return [case(line, *size) for size in sizes for line in (distinct, equal, mixed)]


def follow(it: Case) -> None:
    """All hunks, found while the new text arrives token by token."""
    stream = Hunks(it.old)
    for place in range(0, len(it.new), _TOKEN):
        stream.feed(it.new[place : place + _TOKEN])
    stream.finish()


def endings(it: Case) -> None:
    """Mixed line endings put back."""
    restore_endings(it.new, it.old.replace("\n", "\r\n", it.old.count("\n") // 2))


STEPS: dict[str, Callable[[Case], object]] = {
    "edits": lambda it: edits(it.old, it.new),
    "edits, hunks": lambda it: hunks(it.old, edits(it.old, it.new)),
    "followed": follow,
    "merge": lambda it: merge(it.old, it.new, f"first\n{it.old}"),
    "diff": lambda it: unified(it.old, it.new, "x"),
    "endings": endings,
}


def median(step: Callable[[Case], object], it: Case, rounds: int) -> float:
    """Milliseconds."""
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        step(it)
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def peak(step: Callable[[Case], object], it: Case) -> float:
    """MiB that Python held at most, without what rapidfuzz takes."""
    tracemalloc.start()
    step(it)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most / 2**20


def main() -> None:
    """Effect: prints the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    print(f"medians of {rounds} in ms; the most memory that Python held, of `edits, hunks`\n")
    print(f"| lines, changes | {' | '.join(STEPS)} | MiB |\n|---|{'---:|' * (len(STEPS) + 1)}")
    for it in cases():
        times = " | ".join(f"{median(step, it, rounds):.0f}" for step in STEPS.values())
        print(f"| {it.name} | {times} | {peak(STEPS['edits, hunks'], it):.0f} |", flush=True)
    whole = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
    print(f"\nThe process, rapidfuzz's memory and all texts included: {whole:.0f} MiB at most")


if __name__ == "__main__":
    main()
