"""Files to rewrite: those in `data`, and longer ones grown from a seed, in every kind of ending."""

import re
from functools import cache
from pathlib import Path
from random import Random

from attrs import frozen
from tests.hostile.grown import GROWN

DATA = Path(__file__).parent / "data"
_LISTS = {"placeholders.txt", "leaks.txt"}
_LANGUAGES = {
    "py": "python",
    "pyi": "python",
    "js": "javascript",
    "ts": "typescript",
    "tsx": "tsx",
    "java": "java",
    "go": "go",
    "rs": "rust",
    "c": "c",
    "cpp": "cpp",
    "cs": "csharp",
    "rb": "ruby",
    "php": "php",
    "sh": "bash",
    "json": "json",
    "yaml": "yaml",
    "yml": "yaml",
    "toml": "toml",
    "html": "html",
    "css": "css",
    "lua": "lua",
    "kt": "kotlin",
    "scala": "scala",
    "swift": "swift",
    "md": "markdown",
    "sql": "sql",
    "ini": "ini",
    "pl": "perl",
    "vue": "vue",
    "r": "r",
    "csv": "text",
    "txt": "text",
    "Dockerfile": "dockerfile",
    "Makefile": "makefile",
}
_ENCODINGS = {
    "umlaute.py": ("latin-1",),
    "strasse.txt": ("latin-1", "cp1252", "utf-8", "utf-16"),
    "sjis.c": ("shift_jis", "euc_jp", "utf-8"),
}
_FIRST = re.compile(r"#!|<\?php|# -\*- coding")


@frozen
class Source:
    """One file as a person has it."""

    name: str
    language: str
    encoding: str
    lines: tuple[str, ...]
    """Without their endings; the last one is not blank."""
    endings: tuple[str, ...]
    """One ending, or several that take turns."""
    final: int
    """How many newlines stand at the very end."""

    @property
    def uniform(self) -> bool:
        """All lines end alike."""
        return len(self.endings) == 1

    @property
    def broken(self) -> bool:
        """It holds syntax errors before anybody touched it."""
        return "broken" in self.name

    @property
    def text(self) -> str:
        """What the file holds."""
        return self.render(self.lines)

    def render(self, lines: tuple[str, ...]) -> str:
        """Other lines in this file, ended as its own are."""
        count, turns = len(lines), self.endings
        joined = "".join(
            line + (turns[i % len(turns)] if i < count - 1 else "") for i, line in enumerate(lines)
        )
        return joined + turns[-1] * self.final


@cache
def stored() -> dict[str, tuple[str, ...]]:
    """The lines of each file in `data`, by name."""
    paths = [path for path in sorted(DATA.iterdir()) if path.name not in _LISTS]
    return {
        path.name.removesuffix(".txt"): tuple(path.read_text("utf-8").rstrip("\n").split("\n"))
        for path in paths
    }


@cache
def wordings(name: str) -> tuple[str, ...]:
    """The lines of one of the lists in `data`."""
    return tuple((DATA / name).read_text("utf-8").rstrip("\n").split("\n"))


def language(name: str) -> str:
    """The language of a file of this name."""
    return _LANGUAGES[name.rpartition(".")[2]]


def any_source(rng: Random) -> Source:
    """A file at random."""
    if rng.random() < 0.2:
        name, grow = rng.choice(GROWN)
        lines = tuple(grow(rng))
    else:
        name = rng.choice(list(stored()))
        lines = stored()[name]
    if rng.random() < 0.06 and not _FIRST.match(lines[0]):
        lines = ("",) * rng.randint(1, 2) + lines
    return Source(
        name,
        language(name),
        rng.choice(_ENCODINGS.get(name, ("utf-8",))),
        lines,
        _endings(rng, lines),
        rng.choices((1, 0, 2, 3), (75, 13, 8, 4))[0],
    )


def _endings(rng: Random, lines: tuple[str, ...]) -> tuple[str, ...]:
    kinds = (("\n",), ("\r\n",), ("\r",), ("\n", "\r\n"), ("\r\n", "\r\n", "\n"))
    return rng.choices(kinds, (76, 13, 3, 4, 4))[0]
