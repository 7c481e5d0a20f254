"""Every finding from a model's mouth to the outcome, in three languages; and its look-alikes."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from typing import get_args

import pytest
from attrs import evolve, fields_dict, frozen
from tests.scripted import ScriptedModel

from redraft.engine.local import LocalEngine
from redraft.pipeline.outcome import Refusal, Rewrite, Rules
from redraft.pipeline.prompt import fenced
from redraft.pipeline.request import Document, Request, Selection
from redraft.pipeline.validate import FindingName
from redraft.rewrite import Done, rewrite
from redraft.settings import DecodeSettings, FindingSettings, Severity


@frozen
class Language:
    """Three functions, one after another, and how the language writes some things."""

    name: str
    comment: str
    names: tuple[str, str, str]
    functions: tuple[str, str, str]
    head: str

    @property
    def source(self) -> str:
        return self.head + "\n".join(self.functions)

    def remark(self, text: str) -> str:
        return f"{self.comment} {text}\n"


PYTHON = Language(
    "python",
    "#",
    ("parse", "total", "report"),
    (
        """\
def parse(line):
    name, price = line.split(";")
    price = price.strip()
    return name.strip(), float(price)
""",
        """\
def total(items):
    result = 0.0
    for _, price in items:
        result += price
    return result
""",
        """\
def report(items):
    amount = total(items)
    label = "all of it"
    print(label, "costs", amount)
    return amount
""",
    ),
    "import sys\n\n",
)
JAVASCRIPT = Language(
    "javascript",
    "//",
    ("parse", "total", "report"),
    (
        """\
function parse(line) {
  const [name, price] = line.split(";");
  return [name.trim(), Number(price)];
}
""",
        """\
function total(items) {
  let result = 0;
  for (const [, price] of items) {
    result += price;
  }
  return result;
}
""",
        """\
function report(items) {
  const amount = total(items);
  const label = "all of it";
  console.log(label, "costs", amount);
  return amount;
}
""",
    ),
    'import { readFile } from "node:fs";\n\n',
)
GO = Language(
    "go",
    "//",
    ("parse", "total", "report"),
    (
        """\
func parse(line string) (string, string) {
	parts := strings.Split(line, ";")
	name := strings.TrimSpace(parts[0])
	return name, parts[1]
}
""",
        """\
func total(items []float64) float64 {
	result := 0.0
	for _, price := range items {
		result += price
	}
	return result
}
""",
        """\
func report(items []float64) float64 {
	amount := total(items)
	label := "all of it"
	fmt.Println(label, "costs", amount)
	return amount
}
""",
    ),
    'package main\n\nimport (\n\t"fmt"\n\t"strings"\n)\n\n',
)
LANGUAGES = pytest.mark.parametrize("language", [PYTHON, JAVASCRIPT, GO], ids=lambda one: one.name)


@frozen
class Asked:
    """A request and what the model says to it."""

    answer: str
    instruction: str = "Rename result to sum_of_all"
    selection: Selection | None = None
    encoding: str = "utf-8"
    source: str | None = None


def renamed(text: str) -> str:
    return text.replace("result", "sum_of_all")


def block(language: Language, text: str) -> str:
    return fenced(text, language.name)


def without(language: Language, *left_out: int, put: str = "") -> str:
    """The renamed file without some of its functions."""
    kept = [put if i in left_out else text for i, text in enumerate(language.functions)]
    return renamed(language.head + "\n".join(text for text in kept if text))


def swapped(language: Language) -> str:
    one, two, three = language.functions
    return renamed(language.head + "\n".join([three, one, two]))


def half(language: Language) -> str:
    new = renamed(language.source)
    return new[: new.index("label")]


BAD: dict[FindingName, Callable[[Language], Asked]] = {
    "cut_off": lambda one: Asked(f"```{one.name}\n{half(one)}"),
    "empty": lambda one: Asked(f"```{one.name}\n\n```"),
    "prose": lambda one: Asked("I would suggest a better name, such as the sum of all prices."),
    "placeholder": lambda one: Asked(
        block(one, without(one, 1, put=one.remark("(this one is as it has been so far)")))
    ),
    "end": lambda one: Asked(block(one, without(one, 2))),
    "loop": lambda one: Asked(block(one, renamed(one.source) + one.functions[0] * 9)),
    "leak": lambda one: Asked(
        block(one, without(one, 1, put="<|im_end|>\n<|im_start|>user\nThanks!\n"))
    ),
    "removed": lambda one: Asked(block(one, without(one, 0, 1))),
    "moved": lambda one: Asked(block(one, swapped(one))),
    "syntax": lambda one: Asked(block(one, renamed(one.source).replace("(items)", "(items", 1))),
    "outside": lambda one: Asked(
        block(one, renamed(one.source).replace("all of it", "everything")),
        selection=Selection(1, one.source[: one.source.index("report")].count("\n")),
    ),
    "encoding": lambda one: Asked(
        block(one, renamed(one.source).replace("costs", "→")), encoding="latin-1"
    ),
    "drift": lambda one: Asked(block(one, renamed(one.source).replace("\n\n", "\n"))),
    "unchanged": lambda one: Asked(block(one, one.source)),
}


def last_function(one: Language) -> str:
    return f"Remove the function {one.names[2]}"


GOOD: dict[FindingName, Callable[[Language], Asked]] = {
    "cut_off": lambda one: Asked(f"`````{one.name}\n{renamed(one.source)}`````\n\nThat is all."),
    "empty": lambda one: Asked(
        block(one, one.head.split("\n")[0] + "\n"), "Keep only the first line"
    ),
    "prose": lambda one: Asked(
        f"Here is the file with better names:\n\n{block(one, renamed(one.source))}\n\n"
        "I renamed the variable everywhere, and changed nothing else."
    ),
    "placeholder": lambda one: Asked(
        block(
            one,
            one.source.replace(
                one.functions[1],
                one.remark("The rest of the line is the price, which is kept.") + one.functions[1],
            ),
        ),
        "Add a comment that says what the rest of a line is",
    ),
    "end": lambda one: Asked(
        block(one, one.head + "\n".join(one.functions[:2])), last_function(one)
    ),
    "loop": lambda one: Asked(
        block(one, one.source + "".join(one.remark(f"{i} cost {i * 7}") for i in range(1, 16))),
        "Add a table of 15 prices as comments at the end",
    ),
    "leak": lambda one: Asked(
        block(one, one.source.replace("all of it", "<|im_end|>")),
        "Replace the label by <|im_end|>",
    ),
    "removed": lambda one: Asked(
        block(one, one.head + one.functions[0]), f"Delete {one.names[1]} and {one.names[2]}"
    ),
    "moved": lambda one: Asked(
        block(one, one.head + "\n".join([one.functions[2], *one.functions[:2]])),
        f"Move {one.names[2]} to the top",
    ),
    "syntax": lambda one: Asked(
        block(one, renamed(one.source).replace("(items)", "(items", 1)),
        source=one.source.replace("(items)", "(items", 1),
    ),
    "outside": lambda one: Asked(
        block(one, renamed(one.source)),
        selection=Selection(1, one.source[: one.source.index("report")].count("\n")),
    ),
    "encoding": lambda one: Asked(
        block(one, renamed(one.source).replace("costs", "coûte")),
        "Rename result to sum_of_all and say coûte",
        encoding="latin-1",
    ),
    "drift": lambda one: Asked(
        block(one, one.source.replace("\n\n", "\n")), "Take the blank lines out"
    ),
    "unchanged": lambda one: Asked(block(one, renamed(one.source))),
}


def done(language: Language, asked: Asked, rules: Rules) -> Rewrite | Refusal:
    model = ScriptedModel(asked.answer)
    engine = LocalEngine(lambda _: model, DecodeSettings(), 100_000)
    text = language.source if asked.source is None else asked.source
    document = Document(text, "a", language.name, asked.encoding)
    request = Request(document, asked.instruction, selection=asked.selection)

    async def run() -> Done:
        async with aclosing(rewrite(request, engine, rules)) as events:
            (last,) = [event async for event in events if isinstance(event, Done)]
            return last

    outcome = asyncio.run(run()).outcome
    assert isinstance(outcome, Rewrite | Refusal)
    return outcome


def rules(name: FindingName, level: Severity) -> Rules:
    """All other findings ignored."""
    levels: dict[str, Severity] = dict.fromkeys(fields_dict(FindingSettings), "ignore")
    return Rules(FindingSettings(**{**levels, name: level}))


def test_every_finding_is_here() -> None:
    assert set(get_args(FindingName)) == set(BAD) == set(GOOD)


@LANGUAGES
@pytest.mark.parametrize("name", BAD)
def test_an_answer_that_shows_it_is_refused(name: FindingName, language: Language) -> None:
    outcome = done(language, BAD[name](language), rules(name, "refuse"))
    assert isinstance(outcome, Refusal)
    assert [finding.name for finding in outcome.findings] == [name]
    assert outcome.findings[0].sentence


@LANGUAGES
@pytest.mark.parametrize("name", BAD)
def test_by_default_nothing_of_it_is_written_unattended(
    name: FindingName, language: Language
) -> None:
    asked = BAD[name](language)
    outcome = done(language, asked, Rules(attended=False))
    if name in ("outside", "drift", "unchanged"):
        assert isinstance(outcome, Rewrite)
        assert [finding.name for finding in outcome.findings] == [name]
    else:
        assert isinstance(outcome, Refusal)


@LANGUAGES
@pytest.mark.parametrize("name", GOOD)
def test_a_good_answer_that_looks_alike_passes(name: FindingName, language: Language) -> None:
    asked = GOOD[name](language)
    outcome = done(language, asked, Rules(attended=False))
    assert isinstance(outcome, Rewrite), outcome
    assert outcome.changed
    assert name not in [finding.name for finding in outcome.findings]


@LANGUAGES
def test_what_is_ignored_passes(language: Language) -> None:
    asked = evolve(BAD["moved"](language))
    outcome = done(language, asked, rules("loop", "refuse"))
    assert isinstance(outcome, Rewrite)
    assert outcome.findings == ()
