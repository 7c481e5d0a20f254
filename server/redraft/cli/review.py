"""Hunk by hunk: shown, and taken or left by the person at the terminal."""

from collections.abc import Sequence
from pathlib import Path

import click
from attrs import evolve

from redraft.cli import show
from redraft.pipeline.edits import Edit
from redraft.pipeline.hunks import Hunk, accept
from redraft.pipeline.lines import ending, normalise, split_lines
from redraft.pipeline.outcome import Rewrite
from redraft.pipeline.request import Document

_HELP = """y - take this hunk
n - leave it
a - take it and all later ones of this file
q - leave it and all later ones, and go on to no other file
e - edit the new lines in $EDITOR, then take them"""


def review(document: Document, rewrite: Rewrite) -> tuple[Rewrite, bool]:
    """Effect: asks about every hunk; gives the rewrite of those taken, and whether to go on."""
    taken: list[Hunk] = []
    rest = list(rewrite.hunks)
    while rest:
        hunk = rest.pop(0)
        number = len(rewrite.hunks) - len(rest)
        show.hunk(document, hunk)
        match _ask(f"{document.path}, hunk {number} of {len(rewrite.hunks)}"):
            case "y":
                taken.append(hunk)
            case "e":
                taken.append(_edited(document, hunk))
            case "a":
                taken.extend([hunk, *rest])
                rest = []
            case "q":
                return _with(document, rewrite, taken), False
    return _with(document, rewrite, taken), True


def _ask(what: str) -> str:
    while True:
        said = click.prompt(f"{what} [y,n,a,q,e,?]", prompt_suffix=" ", err=True, type=str)
        if said.strip().lower() in ("y", "n", "a", "q", "e"):
            return str(said.strip().lower())
        show.note(_HELP)


def _edited(document: Document, hunk: Hunk) -> Hunk:
    """Effect: the hunk with its new lines as edited; as it was where nothing was saved."""
    said = click.edit(normalise(hunk.new), extension=Path(document.path).suffix or ".txt")
    if said is None:
        return hunk
    start = sum(map(len, split_lines(document.text)[: hunk.first - 1]))
    new = _in_place(normalise(said), hunk, document.text)
    return evolve(hunk, new=new, edits=(Edit(start, start + len(hunk.old), new),))


def _in_place(said: str, hunk: Hunk, text: str) -> str:
    """Edited lines with the endings of those they came from."""
    model = hunk.new or hunk.old
    end = next((e for e in map(ending, split_lines(model + text)) if e), "\n")
    finished = said if not said or said.endswith("\n") or not ending(model) else f"{said}\n"
    return finished.replace("\n", end)


def _with(document: Document, rewrite: Rewrite, taken: Sequence[Hunk]) -> Rewrite:
    text = accept(document.text, taken)
    return evolve(rewrite, text=text, hunks=tuple(taken), changed=text != document.text)
