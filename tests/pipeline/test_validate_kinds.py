"""Loops, leaks, moves, syntax, characters and drift: what shows each, and what looks alike."""

import pytest
from tests.pipeline.answers import (
    GO,
    HARD,
    HTML,
    JAVASCRIPT,
    MARKDOWN,
    PYTHON,
    SOURCES,
    YAML,
    cut_lines,
    findings,
    names,
)

from redraft.pipeline.validate import FindingName
from redraft.pipeline.validate.syntax import _GRAMMARS

PROMPTS = ("You rewrite files, and no more than that.", "{instruction}\nReturn the whole file.")


def found(
    name: FindingName, source: str, new: str, instruction: str, language: str
) -> list[int | None]:
    """The lines of the findings of one name."""
    all_of_them = findings(source, new, instruction, language, prompts=PROMPTS)
    return [finding.line for finding in all_of_them if finding.name == name]


# Loops.


@pytest.mark.parametrize("language", SOURCES)
@pytest.mark.parametrize("lines", [1, 2, 3, 6])
@pytest.mark.parametrize("end", ["", "    and then som"])
def test_the_last_lines_over_and_over_are_a_loop(language: str, lines: int, end: str) -> None:
    kept = [line for line in SOURCES[language].split("\n") if len(line.strip()) > 8]
    new = "\n".join(kept + kept[-lines:] * 12) + f"\n{end}"
    assert found("loop", SOURCES[language], new, "Add a check.", language) == [len(kept) + 1]


@pytest.mark.parametrize("language", ["python", "javascript", "markdown"])
def test_a_text_said_twice_is_a_loop(language: str) -> None:
    assert found("loop", SOURCES[language], SOURCES[language] * 2, "Add a check.", language)


@pytest.mark.parametrize("bit", ["very ", "foo(", "x = x + ", "日本", "na"])
def test_one_bit_of_a_line_over_and_over_is_a_loop(bit: str) -> None:
    new = PYTHON.replace("count = len(items)", f"count = {bit * 100}")
    assert found("loop", PYTHON, new, "Count better.", "python") == [16]


COUNTED = "".join(f"    ({number}, {number * number}),\n" for number in range(30))


@pytest.mark.parametrize(
    ("source", "new", "instruction", "language"),
    [
        pytest.param(
            PYTHON,
            f"{PYTHON}\n\nSQUARES = [\n{COUNTED}]\n",
            "Add a table of 30 squares.",
            "python",
            id="table",
        ),
        pytest.param(
            f"ZEROS = [\n{'    0, 0, 0, 0,' + chr(10)}" * 40 + "]\n",
            f"NONES = [\n{'    0, 0, 0, 0,' + chr(10)}" * 40 + "]\n",
            "Rename ZEROS to NONES.",
            "text",
            id="rows of the source",
        ),
        pytest.param(
            HTML,
            HTML.replace(
                "      <li>Second</li>\n",
                "      <li>Second</li>\n      <li>Third</li>\n      <li>Fourth</li>\n",
            ),
            "Add two rooms.",
            "html",
            id="list items",
        ),
        pytest.param(
            "}\n".join(["if (a) {\n"] * 12) + "}\n",
            "}\n".join(["if (b) {\n"] * 12) + "}\n",
            "Rename a to b.",
            "javascript",
            id="renamed rows",
        ),
        pytest.param(
            MARKDOWN, f"{MARKDOWN}\n{'-' * 100}\n", "Add a rule.", "markdown", id="a rule"
        ),
    ],
)
def test_repetitive_good_answers_pass(
    source: str, new: str, instruction: str, language: str
) -> None:
    assert not found("loop", source, new, instruction, language)


# Leaks.


@pytest.mark.parametrize("language", ["python", "javascript", "go", "markdown"])
@pytest.mark.parametrize(
    "leaked",
    [
        "<|im_start|>user",
        "<|im_end|>",
        "<|eot_id|>",
        "<|anything_else|>",
        "<｜end▁of▁sentence｜>",
        "</s>",
        "[/INST]",
        "<end_of_turn>",
        "<some_other_mark>",
        "<think>",
        "### Response:",
        "assistant",
        "Return the whole file.",
        "You rewrite files, and no more than that.",
        "Rename the parts of it, please.",
    ],
)
def test_text_of_the_conversation_is_a_leak(language: str, leaked: str) -> None:
    new = cut_lines(SOURCES[language], 5, 4, leaked)
    instruction = "Rename the parts of it, please."
    assert found("leak", SOURCES[language], new, instruction, language) == [5]


@pytest.mark.parametrize("language", ["python", "yaml", "html"])
def test_a_template_token_behind_a_line_is_a_leak(language: str) -> None:
    new = SOURCES[language].rstrip("\n") + "<|im_end|>\n"
    assert found("leak", SOURCES[language], new, "Tidy.", language)


@pytest.mark.parametrize(
    ("source", "new", "instruction", "language"),
    [
        pytest.param(
            'END = "<|im_end|>"\n',
            'STOP = "<|im_end|>"\n',
            "Rename END to STOP.",
            "python",
            id="the source has it",
        ),
        pytest.param(
            "x = 1\n",
            'x = 1\nEND = "<|im_end|>"\n',
            'Add END = "<|im_end|>".',
            "python",
            id="it was asked for",
        ),
        pytest.param(
            "x = 1\n",
            "# Count from one.\nx = 1\n",
            "Add the comment\nCount from one.",
            "python",
            id="the instruction in a comment that was asked for",
        ),
        pytest.param(
            YAML, f"{YAML}user: me\nsystem: linux\n", "Add user and system.", "yaml", id="keys"
        ),
        pytest.param(
            HTML, HTML.replace("three", "<s>three</s> four"), "Four.", "html", id="struck out"
        ),
        pytest.param(
            "let a = f <| b\n", "let c = f <| b |> g\n", "Rename a.", "fsharp", id="operators"
        ),
        pytest.param(
            "fn f() {}\n", "fn f() -> Vec<my_type> {}\n", "Return types.", "rust", id="generics"
        ),
    ],
)
def test_what_looks_like_a_leak_passes(
    source: str, new: str, instruction: str, language: str
) -> None:
    assert not found("leak", source, new, instruction, language)


# Moves.

SWAPPED = {
    "python": cut_lines(PYTHON, 20, 22).replace(
        "def total(", "def main():\n    print(total([]), os.name)\n\n\ndef total("
    ),
    "javascript": cut_lines(JAVASCRIPT, 11, 18)
    + "\n"
    + "\n".join(JAVASCRIPT.split("\n")[10:17])
    + "\n",
    "go": cut_lines(GO, 10, 13) + "\n" + "\n".join(GO.split("\n")[9:12]) + "\n",
}


@pytest.mark.parametrize("language", SWAPPED)
def test_a_block_put_elsewhere_is_moved(language: str) -> None:
    assert found("moved", SOURCES[language], SWAPPED[language], "Rename x.", language)


def test_a_block_put_elsewhere_under_another_name_is_moved() -> None:
    new = SWAPPED["python"].replace("items", "goods").replace("total", "amount")
    assert found("moved", PYTHON, new, "Rename items to goods, total to amount.", "python")


@pytest.mark.parametrize("language", SWAPPED)
@pytest.mark.parametrize("instruction", ["Sort the functions.", "関数を並べ替える", "Move it up."])
def test_a_move_that_was_asked_for_passes(language: str, instruction: str) -> None:
    assert not names(SOURCES[language], SWAPPED[language], instruction, language) & HARD


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import os\nimport abc\nx = 1\n", "import abc\nimport os\nx = 1\n"),
        ("a = 1\nb = 2\nc = 3\n", "b = 2\na = 1\nc = 3\n"),
    ],
)
def test_a_line_or_an_import_is_no_block(old: str, new: str) -> None:
    assert not found("moved", old, new, "Rename x.", "python")


# Syntax.

BROKEN = {
    "bash": ("if true; then\n  echo a\nfi\n", "if true; then\n  echo b\n"),
    "c": ("int f(void) { return 1; }\n", "int f(void) { return 2;\n"),
    "cpp": ("int f() { return 1; }\n", "int f() { return 2;\n"),
    "csharp": ("class A { int f() { return 1; } }\n", "class A { int f() { return 2; }\n"),
    "css": ("a { color: red; }\n", "a { color: blue;\n"),
    "go": ("package a\n\nfunc f() {}\n", "package a\n\nfunc g() {\n"),
    "html": ("<p>a</p>\n", "<p>b</p></b\n"),
    "java": ("class A { int f() { return 1; } }\n", "class A { int f() { return 2; }\n"),
    "javascript": ("f(1);\n", "f(2;\n"),
    "json": ('{"a": 1}\n', '{"a": 2\n'),
    "jsx": ("const a = <b>c</b>;\n", "const a = <b>d</b;\n"),
    "kotlin": ("fun f() { g(1) }\n", "fun f() { g(2 }\n"),
    "lua": ("if a then b() end\n", "if a then c()\n"),
    "php": ("<?php\nf(1);\n", "<?php\nf(2;\n"),
    "python": ("f(1)\n", "f(2\n"),
    "ruby": ("def f\n  1\nend\n", "def f\n  2\n"),
    "rust": ("fn f() { g(1); }\n", "fn f() { g(2; }\n"),
    "scala": ("object A { def f = g(1) }\n", "object A { def f = g(2 }\n"),
    "swift": ("func f() { g(1) }\n", "func f() { g(2 }\n"),
    "toml": ("a = 1\n", "a = [2\n"),
    "tsx": ("const a = <b>c</b>;\n", "const a = <b>d</b;\n"),
    "typescript": ("const a: number = 1;\n", "const a: number = (2;\n"),
    "yaml": ("a: [1, 2]\n", "a: [1, 3\n"),
}


def test_every_grammar_has_a_case() -> None:
    assert BROKEN.keys() == _GRAMMARS.keys()


@pytest.mark.parametrize("language", BROKEN)
def test_a_text_that_no_longer_parses_is_found(language: str) -> None:
    old, new = BROKEN[language]
    assert found("syntax", old, new, "Change it.", language)
    assert not found("syntax", new, old, "Repair it.", language)
    assert not found("syntax", old, old + "\n", "Change it.", language)


def test_the_line_and_what_is_there_are_named() -> None:
    (finding, *_) = [
        finding
        for finding in findings("a = 1\nb = 2\n", "a = 1\nb = = 3\n", "Change b.", "python")
        if finding.name == "syntax"
    ]
    assert finding.line == 2
    assert "=" in finding.sentence


@pytest.mark.parametrize(
    ("old", "new", "language"),
    [
        pytest.param(
            "#define T(x) case x: return #x;\nT(A) T(B) }} {\n",
            "#define T(x) case x: return #x;\nT(A) T(C) }} {\n",
            "c",
            id="macros",
        ),
        pytest.param("{% if a %}\n<p>b</p>\n", "{% if a %}\n<p>c</p>\n", "html", id="template"),
        pytest.param('{\n  // why\n  "a": 1\n}\n', '{\n  // why\n  "a": 2\n}\n', "json", id="JSON"),
        pytest.param("print 'a'\n", "print 'b'\n", "python", id="Python 2"),
        pytest.param("(" * 50_000 + "\n", "(" * 50_000 + "\n\n", "python", id="deep"),
        pytest.param("f(\n", "g(\n", "no language", id="no grammar"),
    ],
)
def test_a_text_that_parses_no_worse_passes(old: str, new: str, language: str) -> None:
    assert not found("syntax", old, new, "Change it.", language)


def test_a_selection_is_parsed_within_its_document() -> None:
    from redraft.pipeline.extract import Extracted
    from redraft.pipeline.validate import validate

    before, after = "function f() {\n  if (a) {\n", "  }\n}\n"

    def judge(new: str) -> list[tuple[str, int | None]]:
        answer = Extracted(new, fenced=True, closed=True)
        result = validate(
            answer,
            "    b();\n",
            True,
            instruction="Call c.",
            language="javascript",
            before=before,
            after=after,
        )
        return [(finding.name, finding.line) for finding in result]

    assert judge("    c();\n") == []
    assert ("syntax", 1) in judge("    c(;\n")
    assert "syntax" in dict(judge("    c(); }\n"))


# Characters.


@pytest.mark.parametrize(
    ("encoding", "character", "code"),
    [("latin-1", "日", "U+65E5"), ("ascii", "é", "U+00E9"), ("shift_jis", "😀", "U+1F600")],
)
def test_a_character_that_the_encoding_lacks_is_found(
    encoding: str, character: str, code: str
) -> None:
    (finding,) = findings("a\nb\n", f"a\nb {character}\n", "Say it.", encoding=encoding)
    assert (finding.name, finding.line) == ("encoding", 2)
    assert code in finding.sentence
    assert not findings("a\nb\n", "a\nb c\n", "Say it.", encoding=encoding)


# Drift.


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("a = 1\nb = 2\n", "a = 1\n\nb = 3\nb = 2\n", ""),
        ("a = 1\nb = 2\n", "a = 1\n\nb = 2\n", "1 blank line"),
        ("a = 1\n\nb = 2\n", "a = 1\nb = 2\n", "1 blank line"),
        ("a = 1\nb = 2\n", "a = 1  \nb = 2\n", "1 line in its blanks"),
        ("# one\na = 1\n", "# two\na = 1\n", "1 comment line"),
        ("a = 'b'\nc = 'd'\n", 'a = "b"\nc = "d"\n', "2 lines in their quotes"),
    ],
)
def test_small_changes_that_nobody_asked_for_are_counted(old: str, new: str, what: str) -> None:
    drift = [f for f in findings(old, new, "Count more.", "python") if f.name == "drift"]
    assert [what in finding.sentence for finding in drift] == [True] * bool(what)


@pytest.mark.parametrize(
    ("old", "new", "instruction"),
    [
        ("a = 'b'\n", 'a = "b"\n', "Use double quotes."),
        ("a = 1\nb = 2\n", "a = 1\n\nb = 2\n", "Format it with black."),
        ("# one\na = 1\n", "# eins\na = 1\n", "Translate the comments to German."),
        ("f()\n", "try:\n    f()\nexcept OSError:\n    g()\n", "Catch errors."),
    ],
)
def test_small_changes_that_were_asked_for_are_none(old: str, new: str, instruction: str) -> None:
    assert "drift" not in names(old, new, instruction, "python")
