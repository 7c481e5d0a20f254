"""Edits that add something: a comment, a docstring, a test, a line."""

import re
from random import Random

from tests.hostile.blocks import blocks, comment
from tests.hostile.change import Change, one
from tests.hostile.edits import fresh
from tests.hostile.grown import NOUNS, VERBS
from tests.hostile.sources import Source

_TESTS = {
    "python": ["def test_{name}():", "    value = {name}({n})", "    assert value == {m}"],
    "javascript": ["test('{name}', () => {{", "  expect({name}({n})).toBe({m});", "}});"],
    "typescript": ["test('{name}', () => {{", "  expect({name}({n})).toBe({m});", "}});"],
    "go": ["func Test_{name}(t *testing.T) {{", "\tif {n} > {m} {{", "\t\tt.Fail()", "\t}}", "}}"],
    "rust": ["#[test]", "fn test_{name}() {{", "    assert_eq!({n}, {n});", "}}"],
    "c": ["int {name}(int value)", "{{", "    return value * {n} + {m};", "}}"],
    "cpp": ["int {name}(int value) {{", "    return value * {n} + {m};", "}}"],
    "bash": ["{name}() {{", '  echo "{name} {n}"', "  sleep {m}", "}}"],
    "ruby": ["def {name}(value)", "  value * {n} + {m}", "end"],
    "perl": ["sub {name} {{", "    return {n} + {m};", "}}"],
    "kotlin": ["fun {name}(value: Int): Int {{", "    return value * {n} + {m}", "}}"],
    "css": [".{name} {{", "  margin: {n}px {m}px;", "}}"],
    "toml": ["[{name}]", "size = {n}", "limit = {m}"],
    "ini": ["[{name}]", "size = {n}", "limit = {m}"],
    "markdown": ["## About {name}", "", "It takes {n} minutes, or {m} when it rains."],
    "text": ["{name}: {n} of {m}"],
    "sql": ["CREATE TABLE {name} (", "    id INTEGER PRIMARY KEY,", "    size INTEGER", ");"],
    "r": ["{name} <- function(x) {{", "  x * {n} + {m}", "}}"],
}
_CALLS = {
    "python": "print({text!r})",
    "javascript": "console.log('{text}');",
    "java": 'System.out.println("{text}");',
    "go": 'fmt.Println("{text}")',
    "rust": 'println!("{text}");',
    "c": 'puts("{text}");',
    "bash": 'echo "{text}"',
    "ruby": 'puts "{text}"',
    "lua": 'print("{text}")',
    "php": 'echo "{text}";',
    "kotlin": 'println("{text}")',
    "csharp": 'Console.WriteLine("{text}");',
}


def add_comment(rng: Random, source: Source) -> Change | None:
    """Some of the comments look just like a model's excuse; they were asked for."""
    text = one(
        rng,
        (
            "checked by hand in {noun} {number}",
            "see the {noun} handbook, chapter {number}",
            "the rest follows in part {number}",
            "remaining {noun}s are handled elsewhere",
            "{noun} の処理",
            "... and so on for every {noun}",
            "unchanged since version {number}",
        ),
        noun=rng.choice(NOUNS),
        number=rng.randint(2, 90),
    )
    found = [block for block in blocks(source.language, source.lines) if block.start]
    block = rng.choice(found) if found else None
    made = comment(source.language, text, block.indent if block else "")
    if made is None or (source.language == "php" and block is None):
        return None
    wordings = ("Add the comment “{text}” {place}.", '{place}: add a comment saying "{text}"')
    place = f"above {block.name}" if block else "at the very end"
    at = block.start if block else len(source.lines)
    return Change(
        "add comment", one(rng, wordings, text=text, place=place), _insert(source, at, [made])
    )


def docstring(rng: Random, source: Source) -> Change | None:
    found = [
        block
        for block in blocks(source.language, source.lines)
        if not source.lines[block.first].lstrip().startswith(('"""', "..."))
    ]
    if source.language != "python" or not found or source.broken:
        return None
    new, at = list(source.lines), 0
    chosen = found if rng.random() < 0.3 else [rng.choice(found)]
    for block in chosen:
        noun = rng.choice(NOUNS)
        text = [f'{block.indent}    """{rng.choice(VERBS).title()} the {noun}."""']
        if rng.random() < 0.4:
            text = [
                *(text[0][:-3], ""),
                f"{block.indent}    Gives a {noun}.",
                block.indent + '    """',
            ]
        new[block.first + at : block.first + at] = text
        at += len(text)
    wording = one(
        rng,
        (
            "Add a docstring to {name}",
            "Write docstrings for {name}.",
            "{name} に docstring を付けてください",
        ),
        name=", ".join(block.name for block in chosen),
    )
    return Change("docstring", wording, tuple(new))


def type_hint(rng: Random, source: Source) -> Change | None:
    heads = [n for n, line in enumerate(source.lines) if re.match(r"\s*def \w+\(.*\):$", line)]
    if source.language != "python" or not heads:
        return None
    kind = rng.choice(("None", "int", "dict[str, int]", "list[str]", "object"))
    chosen = set(heads if rng.random() < 0.5 else [rng.choice(heads)])
    lines = tuple(
        f"{line[:-1]} -> {kind}:" if n in chosen else line for n, line in enumerate(source.lines)
    )
    which = "every function" if len(chosen) == len(heads) else f"the one in line {min(chosen) + 1}"
    return Change("type hint", f"Annotate {which} as returning {kind}.", lines)


def add_block(rng: Random, source: Source) -> Change | None:
    """Something new at the very end."""
    template = _TESTS.get(source.language)
    if template is None or source.broken:
        return None
    name = fresh(rng, source)
    text = "\n".join(template).format(name=name, n=rng.randint(1, 90), m=rng.randint(1, 90))
    wording = one(
        rng,
        (
            "Add {name} at the end.",
            "Append something for {name}, keep everything else",
            "Write one more: {name}",
            "最後に {name} を追加してください",
        ),
        name=name,
    )
    gap = [] if source.language == "text" else [""]
    return Change(
        "add block", wording, _insert(source, len(source.lines), [*gap, *text.split("\n")])
    )


def edge_line(rng: Random, source: Source) -> Change | None:
    """A new line at the very first or very last place."""
    text = f"{rng.choice(NOUNS)} {rng.choice(VERBS)} {rng.randint(1, 99)}"
    made = comment(source.language, text) or (text if source.language == "text" else None)
    first = next(i for i, line in enumerate(source.lines) if line.strip())
    if made is None or source.lines[first].startswith(("#!", "<?php", "# -*-", "<!DOCTYPE")):
        return None
    at = rng.choice((first, len(source.lines)))
    place = "first" if at == first else "last"
    wording = one(rng, ("Make this the {place} line: {made}", "Put `{made}` as the {place} line"),
        place=place, made=made)  # fmt: skip
    return Change("edge line", wording, _insert(source, at, [made]))


def log_line(rng: Random, source: Source) -> Change | None:
    """One more line at the start of a body, often that of the last function."""
    found = blocks(source.language, source.lines)
    if not found or source.language not in _CALLS or source.broken:
        return None
    block = found[-1] if rng.random() < 0.6 else rng.choice(found)
    line = source.lines[block.first]
    if line.lstrip().startswith(('"""', "...")):
        return None
    text = f"{block.name.replace('.', ' ')} {rng.choice(VERBS)}"
    margin = line[: len(line) - len(line.lstrip())]
    made = margin + _CALLS[source.language].format(text=text)
    wording = one(
        rng,
        (
            'Print "{text}" when {name} starts.',
            '{name} should first of all print "{text}"',
            '{name} の先頭で "{text}" を表示して',
        ),
        text=text,
        name=block.name,
    )
    return Change("log line", wording, _insert(source, block.first, [made]))


def _insert(source: Source, at: int, lines: list[str]) -> tuple[str, ...]:
    return (*source.lines[:at], *lines, *source.lines[at:])


ADDITIONS = (add_comment, docstring, type_hint, add_block, edge_line, log_line)
"""All of them."""
