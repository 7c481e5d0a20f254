"""Sources in several languages, and what validators say of an answer."""

from collections.abc import Iterable

from redraft.pipeline.extract import extract
from redraft.pipeline.prompt import fenced
from redraft.pipeline.validate import Finding, validate

PYTHON = '''\
"""Totals."""

import os


def total(items):
    # Add up the prices of all items that are in stock.
    result = 0
    for item in items:
        result += item.price or 0
    print("total", result)
    return result


def mean(items):
    count = len(items)
    return total(items) / count


def main():
    print(total([]), os.name)
'''
JAVASCRIPT = """\
import { read } from './files.js';

// What a line is split at.
const SEPARATOR = ',';

export function parse(text) {
  const rows = text.split('\\n');
  return rows.map((row) => row.split(SEPARATOR));
}

export function count(rows) {
  let cells = 0;
  for (const row of rows) {
    cells += row.length;
  }
  return cells;
}

export function load(path, ...options) {
  const text = read(path, ...options);
  return parse(text);
}
"""
GO = """\
package stack

import "errors"

// Stack holds numbers.
type Stack struct {
\titems []int
}

func (s *Stack) Push(item int) {
\ts.items = append(s.items, item)
}

func (s *Stack) Pop() (int, error) {
\tif len(s.items) == 0 {
\t\treturn 0, errors.New("empty")
\t}
\tlast := s.items[len(s.items)-1]
\ts.items = s.items[:len(s.items)-1]
\treturn last, nil
}
"""
YAML = """\
name: check
on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: make
      - run: make test
"""
HTML = """\
<!DOCTYPE html>
<html>
  <head>
    <title>Rooms</title>
  </head>
  <body>
    <h1>Rooms to let</h1>
    <p>There are three of them.</p>
    <ul>
      <li>First</li>
      <li>Second</li>
    </ul>
  </body>
</html>
"""
MARKDOWN = """\
# Tool

It counts words in files.

## Install

Take it from the package index.

## Use

Give it the files, one after another.

## Licence

Do with it what you like.
"""
SOURCES = {
    "python": PYTHON,
    "javascript": JAVASCRIPT,
    "go": GO,
    "yaml": YAML,
    "html": HTML,
    "markdown": MARKDOWN,
}
HARD = frozenset(
    {
        *("cut_off", "empty", "prose", "placeholder", "end", "loop", "leak", "syntax"),
        *("encoding", "moved", "removed"),
    }
)
"""Findings that keep an answer from being written when nobody looks."""


def findings(
    source: str,
    new: str,
    instruction: str,
    language: str = "text",
    *,
    prompts: Iterable[str] = (),
    encoding: str = "utf-8",
) -> tuple[Finding, ...]:
    """What is said of a whole answer in a closed block."""
    answer = extract(fenced(new, language), source)
    return validate(
        answer,
        source,
        True,
        instruction=instruction,
        language=language,
        prompts=prompts,
        encoding=encoding,
    )


def names(source: str, new: str, instruction: str, language: str = "text") -> set[str]:
    return {finding.name for finding in findings(source, new, instruction, language)}


def cut_lines(text: str, first: int, last: int, stand_in: str = "") -> str:
    """The text with some lines, counted from 1 and the last included, replaced."""
    lines = text.split("\n")
    return "\n".join([*lines[: first - 1], *([stand_in] if stand_in else []), *lines[last:]])
