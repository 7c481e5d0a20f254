"""Old and new text -> a unified diff that `patch -p1` and `git apply` take."""

from difflib import unified_diff
from posixpath import normpath

_UNFINISHED = "\\ No newline at end of file\n"


def unified(old: str, new: str, path: str) -> list[str]:
    """The lines of a diff, each with its \\n; none when nothing changed.

    Lines end at \\n alone here, as the tools that apply diffs see them; a \\r stays in its line.
    """
    path = normpath(path.lstrip("/"))
    if " " in path:
        path += "\t"  # `patch` takes a name to end at the first blank, unless a tab ends it
    lines = unified_diff(_lines(old), _lines(new), f"a/{path}", f"b/{path}")
    result: list[str] = []
    for line in lines:
        result.extend([line] if line.endswith("\n") else [f"{line}\n", _UNFINISHED])
    return result


def _lines(text: str) -> list[str]:
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]
