"""Lines as editors count them, and their endings put back."""

import re
from difflib import SequenceMatcher

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_ENDING = re.compile(r"(?:\r\n|\r|\n)\Z")


def split_lines(text: str) -> list[str]:
    """Lines with their endings; joined again they are the text.

    Only \\n, \\r\\n and \\r end a line, as in the Language Server Protocol: `str.splitlines` also
    cuts at form feeds, U+2028 and others, and would move text that nobody asked to move.
    """
    return _LINE.findall(text)


def body(line: str) -> str:
    """The line without its ending."""
    return _ENDING.sub("", line)


def ending(line: str) -> str:
    """\\n, \\r\\n, \\r, or nothing on an unfinished last line."""
    found = _ENDING.search(line)
    return found.group() if found else ""


def normalise(text: str) -> str:
    """The text with \\n alone, which is how models see it."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def filled(text: str) -> list[str]:
    """The lines of a \\n text that are not blank, without the blanks around them."""
    return [line for line in map(str.strip, text.split("\n")) if line]


def restore_endings(new: str, old: str) -> str:
    """Gives a model's \\n text the line endings of the text it was made from.

    A line that stayed keeps its own ending, a new one takes its neighbour's, and the run of
    newlines at the very end is the old text's: models drop and add those without meaning to.
    """
    old_lines = split_lines(old)
    if not old_lines:
        return new
    new_bodies = [body(line) for line in split_lines(new)]
    joined = "".join(
        text + end for text, end in zip(new_bodies, _endings(new_bodies, old_lines), strict=True)
    )
    kept = joined.rstrip("\r\n")
    return kept + _final_newlines(old) if kept else joined


def _endings(new: list[str], old: list[str]) -> list[str]:
    """One ending for each new line."""
    known = [end for end in map(ending, old) if end] or ["\n"]
    if len(set(known)) == 1:
        return known[:1] * len(new)  # matching lines takes seconds where there are many alike
    result: list[str] = []
    matcher = SequenceMatcher(None, [body(line) for line in old], new, autojunk=False)
    for _, i1, i2, j1, j2 in matcher.get_opcodes():
        for offset in range(j2 - j1):
            end = ending(old[i1 + offset]) if i1 + offset < i2 else ""
            end = end or (result[-1] if result else known[0])
            # A \r would fuse with the \n of an empty line behind it, and that line be gone.
            fuses = result[-1:] == ["\r"] and end == "\n" and not new[len(result)]
            result.append("\r" if fuses else end)
    return result


def _final_newlines(text: str) -> str:
    return text[len(text.rstrip("\r\n")) :]
