"""Edits that keep the file's lines: they rename, replace, or find nothing to do."""

import re
from random import Random

from tests.hostile.blocks import identifiers, is_comment
from tests.hostile.change import Change, one
from tests.hostile.grown import NOUNS, VERBS
from tests.hostile.sources import Source

_PROSE = {"markdown", "text", "html", "yaml", "ini", "makefile", "dockerfile", "vue"}
_CALLS = (
    ("print", "log_line"),
    ("console.log", "logger.debug"),
    ("System.out.println", "log.info"),
    ("fmt.Println", "slog.Info"),
    ("println!", "eprintln!"),
    ("println", "logLine"),
    ("printf", "fprintf_stdout"),
    ("Console.WriteLine", "Trace.WriteLine"),
    ("puts", "warn"),
    ("echo", "printf '%s\\n'"),
    ("logging.info", "logging.debug"),
)


def fresh(rng: Random, source: Source) -> str:
    """A name that the file does not have."""
    return next(
        name
        for _ in range(99)
        if (name := f"{rng.choice(VERBS)}_{rng.choice(NOUNS)}") not in source.text
    )


def rename(rng: Random, source: Source) -> Change | None:
    if source.language in _PROSE:
        words = re.findall(r"(?<![<\w/.])[a-z]{5,}\b(?![>\w=(])", "\n".join(source.lines))
        known = [word for word in dict.fromkeys(words) if f"<{word}" not in source.text]
    else:
        known = identifiers(source.language, source.lines)
    if not known:
        return None
    old, new = rng.choice(known), rng.choice((fresh(rng, source), rng.choice(NOUNS) + "2"))
    if old[0].isupper():  # Ruby's classes must keep their capital
        new = new.capitalize()
    wording = one(
        rng,
        (
            "Rename {old} to {new} everywhere.",
            "rename `{old}` -> `{new}`",
            "Please change the name {old} into {new} in the whole file.",
            "Replace {old} with {new}.",
            "{old} を {new} に改名してください",
            "すべての{old}を{new}に置き換えて",
        ),
        old=old,
        new=new,
    )
    pattern = rf"(?<!\w){re.escape(old)}(?!\w)"
    return Change("rename", wording, tuple(re.sub(pattern, new, line) for line in source.lines))


def replace_call(rng: Random, source: Source) -> Change | None:
    found = [
        (old, new) for old, new in _CALLS if f"{old}(" in source.text or f"{old} " in source.text
    ]
    if not found or source.language in _PROSE:
        return None
    old, new = rng.choice(found)
    if old == "echo" and source.language != "bash":
        return None
    pattern = rf"(?<![\w.]){re.escape(old)}(?= ?[\"'(])"
    wording = one(
        rng,
        (
            "Replace every {old} call with {new}.",
            "Use {new} instead of {old}",
            "{old} should become {new}",
            "{old}を{new}に変えてください",
        ),
        old=old,
        new=new,
    )
    lines = tuple(re.sub(pattern, lambda _: new, line) for line in source.lines)
    return Change("replace call", wording, lines)


def constant(rng: Random, source: Source) -> Change | None:
    places = [
        (number, match)
        for number, line in enumerate(source.lines)
        for match in re.finditer(r"(?<![\w.#-])\d+(?![\w.]|\))", line)
        if not is_comment(source.language, line) and not line.lstrip().startswith("```")
    ]
    if not places:
        return None
    number, match = rng.choice(places)
    value = str(int(match.group()) + rng.randint(1, 40))
    line = source.lines[number]
    new = line[: match.start()] + value + line[match.end() :]
    wording = one(
        rng,
        (
            "In line {number}, change {old} to {new}.",
            "Set the {old} in `{line}` to {new}",
            "{number}行目の{old}を{new}にして",
        ),
        number=number + 1,
        old=match.group(),
        new=value,
        line=line.strip(),
    )
    return Change("constant", wording, _with(source, number, [new]))


def nothing(rng: Random, source: Source) -> Change:
    """A wish that the file fulfils already."""
    wording = one(
        rng,
        (
            "Fix the spelling mistakes.",
            "Make sure that {name} is not used any more.",
            "Remove unused code.",
            "Rename {name} to {other}.",
            "誤字があれば直してください",
        ),
        name=fresh(rng, source),
        other=fresh(rng, source),
    )
    return Change("nothing", wording, source.lines, removes="Remove" in wording)


def text_line(rng: Random, source: Source) -> Change | None:
    """Another wording for what stands between quotes."""
    places = [
        (number, match)
        for number, line in enumerate(source.lines)
        for match in re.finditer(r"""(?<![\w\\])(["'])([a-z]{2}[a-z ]+)\1(?![\w"'])""", line)
        if not is_comment(source.language, line) and "import" not in line
    ]
    if not places or source.language in _PROSE:
        return None
    number, match = rng.choice(places)
    text = f"{rng.choice(VERBS)} {rng.choice(NOUNS)}"
    line = source.lines[number]
    new = line[: match.start(2)] + text + line[match.end(2) :]
    wording = one(
        rng,
        (
            'Change the text "{old}" in line {number} to "{new}".',
            '{number} 行目の "{old}" を "{new}" に変更',
        ),
        old=match.group(2),
        new=text,
        number=number + 1,
    )
    return Change("text", wording, _with(source, number, [new]))


def _with(source: Source, number: int, lines: list[str]) -> tuple[str, ...]:
    return (*source.lines[:number], *lines, *source.lines[number + 1 :])


EDITS = (rename, rename, replace_call, constant, nothing, text_line)
"""All of them; one that stands twice is wished for twice as often."""
