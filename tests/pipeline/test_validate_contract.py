"""Instructions about single lines change those lines and no others."""

import pytest
from tests.pipeline.answers import PYTHON, findings

FIRST, SECOND, THIRD = "def total(", "def mean(", "def main("


def removed(new: str, instruction: str) -> bool:
    found = findings(PYTHON, new, instruction, "python")
    return "removed" in [finding.name for finding in found]


def without(name: str) -> str:
    """The source without a function."""
    start = PYTHON.index(name)
    end = PYTHON.find("\n\n\n", start)
    return PYTHON[:start] + (PYTHON[end + 3 :] if end > 0 else "")


INSTRUCTIONS = {
    "adds": ("Add the comment “all of it” above main", "# all of it\ndef main"),
    "first line": ("Make this the first line: # (c) us", "def main"),
    "rename": ("Rename count to amount", "def main"),
    "call": ("Replace every print call with log", "def main"),
    "number": ("Change the 0 in `result = 0` to 1", "def main"),
    "spelling": ("Fix the spelling mistakes", "def main"),
    "try": ("main: put everything in a try block", "def main"),
    "move": ("mean should come after main", "def main"),
}


@pytest.mark.parametrize("kind", INSTRUCTIONS)
def test_a_function_nobody_spoke_of_may_not_go_with_it(kind: str) -> None:
    instruction, head = INSTRUCTIONS[kind]
    gone = SECOND if kind != "move" else FIRST
    assert removed(without(gone).replace("def main", head), instruction)


@pytest.mark.parametrize(
    ("instruction", "old", "new"),
    [
        ("Add the comment “all of it” above main", "def main", "# all of it\ndef main"),
        ("Rename count to amount", "count", "amount"),
        ("Replace every print call with log", "print(", "log("),
        ("Change the 0 in `result = 0` to 1", "result = 0", "result = 1"),
        ("Fix the spelling mistakes", "Add up the prices", "Add up the price"),
        (
            "main: put everything in a try block",
            "    print(total([]), os.name)\n",
            "    try:\n        print(total([]), os.name)\n    except OSError:\n        raise\n",
        ),
        ("Number the lines", "", ""),
        ("Delete the function mean", PYTHON[PYTHON.index(SECOND) : PYTHON.index(THIRD)], ""),
    ],
)
def test_what_was_asked_for_passes(instruction: str, old: str, new: str) -> None:
    text = PYTHON.replace(old, new) if old else PYTHON
    assert not removed(text, instruction)


def test_a_remark_is_no_numbered_line() -> None:
    lines = PYTHON.rstrip("\n").split("\n")
    numbered = "".join(f"{number}: {line}\n" for number, line in enumerate(lines, 1))
    said = f"{numbered}\nI numbered the lines as you asked.\n"
    for text, bad in ((numbered, False), (said, True)):
        found = findings(PYTHON, text, "Number the lines", "python")
        assert ("is no line of the source" in str(found)) is bad


def test_a_file_that_was_to_shrink_does_not_grow() -> None:
    more = "".join(f"def extra_{name}():\n    return '{name}' * 3\n\n\n" for name in "abcdef")
    found = findings(PYTHON, PYTHON + "\n\n" + more, "Remove unused code.", "python")
    assert "nobody asked for any" in str(found)
