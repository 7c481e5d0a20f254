"""Lines as editors count them, and their endings put back."""

import re
from collections.abc import Iterator

from redraft.pipeline.match import Change, changes

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
        return known[:1] * len(new)
    result: list[str] = []
    for place, partner in enumerate(_counterparts(new, [body(line) for line in old])):
        end = ending(old[partner]) if partner is not None else ""
        end = end or (result[-1] if result else known[0])
        # A \r would fuse with the \n of an empty line behind it, and that line be gone.
        fuses = result[-1:] == ["\r"] and end == "\n" and not new[place]
        result.append("\r" if fuses else end)
    return result


def _counterparts(new: list[str], old: list[str]) -> Iterator[int | None]:
    """The old line whose place each new one has: its equal, or one that was replaced."""
    last = 0
    for change in [*changes(old, new), Change(len(old), len(old), len(new), len(new))]:
        yield from range(last, change.old_start)
        size = change.new_end - change.new_start
        replaced = range(change.old_start, change.old_end)[:size]
        yield from replaced
        yield from [None] * (size - len(replaced))
        last = change.old_end


def _final_newlines(text: str) -> str:
    return text[len(text.rstrip("\r\n")) :]
