"""Runs the command line in this process, over a model that says what the test wants."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import pytest
from attrs import frozen
from tests.scripted import Says, Script, ScriptedModel

from redraft.cli import main


@frozen
class Outcome:
    """What a run came to."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[dict[str, Any]]:
        """Standard output, as lines of JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


class Run(Protocol):
    """Runs `redraft` with these arguments over a model with this script."""

    def __call__(
        self,
        *arguments: str,
        script: Script | Says = "",
        stdin: bytes = b"",
        terminal: bool = False,
    ) -> Outcome: ...


class Stdin:
    """Standard input as bytes, or a person at a terminal."""

    def __init__(self, data: bytes, terminal: bool) -> None:
        self.buffer = self
        self._data = data
        self._terminal = terminal

    def read(self) -> bytes:
        return self._data

    def readline(self) -> str:
        line, end, self._data = self._data.partition(b"\n")
        return (line + end).decode()

    def isatty(self) -> bool:
        return self._terminal


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path
) -> Run:
    monkeypatch.chdir(tmp_path)

    def run(
        *arguments: str,
        script: Script | Says = "",
        stdin: bytes = b"",
        terminal: bool = False,
    ) -> Outcome:
        model = ScriptedModel(script)
        monkeypatch.setattr("redraft.engine.llama.NativeModel", lambda *_, **__: model)
        monkeypatch.setattr(sys, "stdin", Stdin(stdin, terminal))
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        out, err = capfdbinary.readouterr()
        assert isinstance(caught.value.code, int)
        return Outcome(caught.value.code, out.decode(), err.decode())

    return run


def fence_of(prompt: str) -> str:
    """The document in a prompt, fence and all."""
    start = prompt.index("```")
    fence = prompt[start:].split("\n", 1)[0].rstrip("abcdefghijklmnopqrstuvwxyz+-#")
    end = prompt.index(f"\n{fence}\n", start) + len(fence) + 1
    return prompt[start:end]


def replacing(old: str, new: str) -> Script:
    """A model that does exactly this replacement."""
    return lambda prompt: fence_of(prompt).replace(old, new)


def paths(folder: Path, texts: Sequence[str]) -> list[str]:
    """Writes files a.py, b.py, ... and gives their names."""
    names = [f"{chr(97 + index)}.py" for index in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_bytes(text.encode())
    return names
