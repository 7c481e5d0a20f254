"""Edits that take lines away, turn them round, or bring many alike: they look like faults."""

import re
from random import Random

from tests.hostile.blocks import Block, blocks, comment, is_comment
from tests.hostile.change import Change, one, tidy, without
from tests.hostile.grown import NOUNS
from tests.hostile.sources import Source

_IMPORT = re.compile(r"(?:import|from|use|using|require|#include|const \w+ = require)\b.*")
_PRINT = re.compile(
    r"\s*(?:print|console\.log|System\.out\.println|fmt\.Println|println!?|puts|echo|log"
    r"|Console\.WriteLine|logging\.\w+)[ (].*[^{,(]$"
)
_STUBS = {
    "python": "pass",
    "javascript": 'throw new Error("not yet");',
    "typescript": "throw new Error('not yet');",
    "java": "throw new UnsupportedOperationException();",
    "csharp": "throw new NotImplementedException();",
    "go": 'panic("not yet")',
    "rust": "unimplemented!()",
    "bash": ":",
    "lua": "error('not yet')",
    "kotlin": "throw NotImplementedError()",
    "c": "abort();",
    "swift": "fatalError()",
}


def _whole(rng: Random, source: Source) -> Block | None:
    found = blocks(source.language, source.lines)
    outer = [block for block in found if block.indent == "" or source.language != "python"]
    if len(found) < 2 or source.broken or not outer:
        return None
    return rng.choice(outer)


def delete_block(rng: Random, source: Source) -> Change | None:
    block = _whole(rng, source)
    if block is None:
        return None
    wording = one(
        rng,
        (
            "Remove {name}.",
            "Delete the function {name}",
            "please get rid of {name}, nobody calls it",
            "Drop {name}",
            "We no longer need {name}: take it out.",
            "{name} can go",
            "{name} を削除してください",
            "{name} はもう要らないので消して",
        ),
        name=block.name,
    )
    lines = without(source.lines, block.start, block.end)
    return Change("delete block", wording, lines, removes=True)


def keep_only(rng: Random, source: Source) -> Change | None:
    block = _whole(rng, source)
    if block is None or block.indent:
        return None
    wording = one(
        rng,
        (
            "Keep only {name}, delete everything else.",
            "Strip the file down to {name}.",
            "Only {name} should remain",
            "{name} だけ残して、他はすべて削除してください",
        ),
        name=block.name,
    )
    lines = source.lines[block.start : block.end]
    return Change("keep only", wording, tidy(lines, source.lines), removes=True)


def delete_comments(rng: Random, source: Source) -> Change | None:
    kept = [line for line in source.lines if not is_comment(source.language, line)]
    if len(kept) == len(source.lines) or source.language == "markdown":
        return None
    wording = one(
        rng,
        (
            "Delete all comment lines.",
            "Strip the comments that stand on lines of their own",
            "No comments please.",
            "コメント行をすべて削除して",
        ),
    )
    return Change("delete comments", wording, tidy(kept, source.lines), removes=True)


def delete_prints(rng: Random, source: Source) -> Change | None:
    gone = {n for n, line in enumerate(source.lines) if _PRINT.match(line)}
    if source.language in {"text", "markdown"} or source.broken or not gone:
        return None
    if any(_only(source, number, gone) for number in gone):
        return None
    kept = [line for number, line in enumerate(source.lines) if number not in gone]
    wording = one(
        rng,
        (
            "Remove all print statements.",
            "Take out every line that prints or logs",
            "Silence this file: delete the output lines.",
            "出力している行を削除してください",
        ),
    )
    return Change("delete prints", wording, tidy(kept, source.lines), removes=True)


def _only(source: Source, number: int, gone: set[int]) -> bool:
    """Whether the line may be all that stands in an indented body."""
    if source.language not in {"python", "bash"}:
        return False
    above = next(n for n in range(number - 1, -1, -1) if n not in gone)
    return source.lines[above].rstrip().endswith((":", "{", "then", "do"))


def delete_imports(rng: Random, source: Source) -> Change | None:
    kept = [line for line in source.lines if not _IMPORT.match(line)]
    if source.language in {"text", "markdown", "go"} or len(kept) == len(source.lines):
        return None
    wording = one(
        rng,
        (
            "Delete the imports.",
            "Remove all import lines, they are added by the build.",
            "import文を全部消して",
        ),
    )
    return Change("delete imports", wording, tidy(kept, source.lines), removes=True)


def sort_imports(rng: Random, source: Source) -> Change | None:
    places = [n for n, line in enumerate(source.lines) if _IMPORT.match(line)]
    if len(places) < 2 or places[-1] - places[0] != len(places) - 1 or source.language == "text":
        return None
    lines = list(source.lines)
    start, end = places[0], places[-1] + 1
    lines[start:end] = sorted(lines[start:end], reverse=rng.random() < 0.3)
    order = "backwards " if lines[start:end] != sorted(lines[start:end]) else ""
    wording = one(
        rng,
        ("Sort the imports {order}by line.", "Order the import lines {order}alphabetically"),
        order=order,
    )
    return Change("sort imports", wording, tuple(lines), moves=True)


def move_block(rng: Random, source: Source) -> Change | None:
    found = [block for block in blocks(source.language, source.lines) if not block.indent]
    if len(found) < 2 or source.broken or source.language == "html":
        return None
    block, *_ = rng.sample(found[:-1], 1)
    target = found[-1]
    body = source.lines[block.start : block.end]
    gap = source.lines[target.start - 1 : target.start]
    rest = [*source.lines[: target.end], *gap, *body, *source.lines[target.end :]]
    lines = without(rest, block.start, block.end)
    wording = one(
        rng,
        (
            "Move {name} below {target}.",
            "{name} should come after {target}",
            "Reorder: {target} first, then {name}.",
            "{name} を {target} の下に移動してください",
        ),
        name=block.name,
        target=target.name,
    )
    return Change("move block", wording, lines, moves=True)


def comment_out(rng: Random, source: Source) -> Change | None:
    block = _whole(rng, source)
    if block is None or comment(source.language, "x") is None:
        return None
    made = [
        comment(source.language, line) if line.strip() else line
        for line in source.lines[block.start : block.end]
    ]
    if any("*/" in line or "--" in line for line in source.lines[block.start : block.end]):
        return None
    lines = (*source.lines[: block.start], *map(str, made), *source.lines[block.end :])
    wording = one(
        rng,
        ("Comment out {name}.", "Turn {name} into comments for now", "{name} をコメントアウトして"),
        name=block.name,
    )
    return Change("comment out", wording, lines, removes=True)


def stub(rng: Random, source: Source) -> Change | None:
    block = _whole(rng, source)
    if block is None or source.language not in _STUBS:
        return None
    first = source.lines[block.first]
    margin = first[: len(first) - len(first.lstrip())]
    text = "..." if source.language == "python" and rng.random() < 0.5 else _STUBS[source.language]
    lines = (*source.lines[: block.first], margin + text, *source.lines[block.last :])
    wording = one(
        rng,
        (
            "Replace the body of {name} with `{text}`.",
            "Stub out {name}: just {text}",
            "{name} の中身を {text} だけにして",
        ),
        name=block.name,
        text=text,
    )
    return Change("stub", wording, lines, removes=True)


def shorten(rng: Random, source: Source) -> Change | None:
    if source.language not in {"text", "markdown"} or len(source.lines) < 12:
        return None
    count = rng.randint(1, 4)
    wording = one(
        rng,
        (
            "Cut this down to the first {count} lines.",
            "Shorten it drastically: nothing after line {count}",
            "最初の{count}行だけにしてください",
            "Keep lines 1 to {count} and throw the rest away.",
        ),
        count=count,
    )
    lines = tidy(source.lines[:count], source.lines)
    return Change("shorten", wording, lines, removes=True) if lines != source.lines else None


def add_rows(rng: Random, source: Source) -> Change | None:
    """Twenty rows and more, alike or counted up."""
    count = rng.randint(20, 45)
    rows: list[str]
    if source.name.endswith(".csv"):
        width = source.lines[-1].count(",")
        rows = [f"B{n:03}" + f",{rng.choice(NOUNS)}" * width for n in range(count)]
    elif source.language == "markdown":
        rows = ["", "| step | minutes |", "|---|---|", *(f"| {n} | 5 |" for n in range(1, count))]
    elif source.language == "text":
        rows = [f"{n}. " for n in range(1, count)] if rng.random() < 0.3 else ["_" * 40] * count
        rows = [row + "." for row in rows]
    elif source.language == "python" and not source.broken:
        rows = ["", "TABLE = [", *(f"    (0, {n}, 'empty')," for n in range(count)), "]"]
    else:
        return None
    wording = one(
        rng,
        (
            "Add a table of {count} rows at the end.",
            "Append {count} more entries.",
            "末尾に{count}行の表を追加してください",
        ),
        count=count,
    )
    return Change("add rows", wording, (*source.lines, *rows), repeats=True)


REMOVALS = (
    delete_block,
    delete_block,
    keep_only,
    delete_comments,
    delete_prints,
    delete_imports,
    sort_imports,
    move_block,
    comment_out,
    stub,
    shorten,
    add_rows,
)
"""All of them; one that stands twice is wished for twice as often."""
