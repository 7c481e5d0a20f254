"""Old and new text -> a unified diff that `patch -p1` and `git apply` take."""

from collections.abc import Iterator, Sequence
from posixpath import normpath

from redraft.pipeline.match import Change, changes

_CONTEXT = 3
"""Equal lines shown around a change, as git does."""
_UNFINISHED = "\\ No newline at end of file\n"
_ESCAPES = {
    '"': '\\"',
    "\\": "\\\\",
    "\a": "\\a",
    "\b": "\\b",
    "\t": "\\t",
    "\n": "\\n",
    "\v": "\\v",
    "\f": "\\f",
    "\r": "\\r",
}


def unified(old: str, new: str, path: str) -> list[str]:
    """The lines of a diff, each with its \\n; none when nothing changed.

    Lines end at \\n alone here, as the tools that apply diffs see them; a \\r stays in its line.
    """
    path = normpath(path.lstrip("/"))
    ours, theirs = _lines(old), _lines(new)
    result: list[str] = []
    for group in _grouped(changes(ours, theirs)):
        for line in _shown(group, ours, theirs):
            result.extend([line] if line.endswith("\n") else [f"{line}\n", _UNFINISHED])
    return [f"--- {_name('a', path)}\n", f"+++ {_name('b', path)}\n", *result] if result else []


def _lines(text: str) -> list[str]:
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _name(side: str, path: str) -> str:
    """A path as git writes it: quoted as in C where a plain one would be misread."""
    path = f"{side}/{path}"
    quoted = "".join(map(_escaped, path))
    if quoted != path:
        return f'"{quoted}"'
    # `patch` takes a name to end at the first blank, unless a tab ends it.
    return f"{path}\t" if " " in path else path


def _escaped(character: str) -> str:
    if "\udc80" <= character <= "\udcff":  # a byte that is no UTF-8, as Python reads names
        return f"\\{ord(character) - 0xDC00:03o}"
    plain = character >= " " and character != "\x7f"
    return _ESCAPES.get(character, character if plain else f"\\{ord(character):03o}")


def _grouped(found: Sequence[Change]) -> Iterator[list[Change]]:
    """Changes whose context touches, together."""
    group: list[Change] = []
    for change in found:
        if group and change.old_start - group[-1].old_end > 2 * _CONTEXT:
            yield group
            group = []
        group.append(change)
    if group:
        yield group


def _shown(group: Sequence[Change], old: Sequence[str], new: Sequence[str]) -> Iterator[str]:
    """A group's header and lines."""
    first, last = group[0], group[-1]
    above = min(_CONTEXT, first.old_start)
    below = min(_CONTEXT, len(old) - last.old_end)
    done, end = first.old_start - above, last.old_end + below
    before = _range(done, end)
    after = _range(first.new_start - above, last.new_end + below)
    yield f"@@ -{before} +{after} @@\n"
    for change in group:
        yield from (f" {line}" for line in old[done : change.old_start])
        yield from (f"-{line}" for line in old[change.old_start : change.old_end])
        yield from (f"+{line}" for line in new[change.new_start : change.new_end])
        done = change.old_end
    yield from (f" {line}" for line in old[done:end])


def _range(start: int, end: int) -> str:
    """1-based; an empty range is named by the line before it."""
    size = end - start
    return f"{start + (size > 0)}" + (f",{size}" if size != 1 else "")
