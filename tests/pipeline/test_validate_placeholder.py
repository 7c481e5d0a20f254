"""Placeholders: by their place whatever they say, by their words where nothing is missing yet."""

import pytest
from tests.pipeline.answers import GO, HTML, JAVASCRIPT, PYTHON, SOURCES, YAML, cut_lines, findings
from tests.pipeline.answers import names as judged

from redraft.pipeline.validate.omission import says_omitted

RENAME = "Rename items to goods."
WORDS = [
    "the remainder is what you already have",
    "nothing else was touched",
    "それ以降は変えていません",
    "hier folgt der bisherige Inhalt",
    "le code d'origine continue",
    "此处代码未改动",
    "...",
    "TODO",
    "body",
]
"""What is said; none of it decides, for the code is gone."""
STYLES = ["# {}", "// {}", "/* {} */", "<!-- {} -->", "-- {}", "; {}", "% {}", '"""{}"""']
PARTS = {"python": (7, 12), "javascript": (11, 15), "go": (14, 19), "yaml": (6, 9), "html": (9, 12)}
"""Lines of each source that a placeholder takes the place of."""


@pytest.mark.parametrize("end", [False, True])
@pytest.mark.parametrize("language", PARTS)
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("said", WORDS)
def test_code_gone_behind_a_comment_is_found(
    language: str, style: str, said: str, end: bool
) -> None:
    first, last = PARTS[language]
    last = SOURCES[language].count("\n") if end else last
    new = cut_lines(SOURCES[language], first, last, style.format(said))
    found = findings(SOURCES[language], new, "Rename stack to pile.", language)
    assert ("placeholder", first) in [(finding.name, finding.line) for finding in found]


@pytest.mark.parametrize(
    "stand_in",
    [
        "    ...",
        "    pass",
        "    …",
        "    raise NotImplementedError",
        "    [rest of the function]",
        "    <the loop as it was>",
        "    (same as in the original)",
        "    the loop is as it was",
        "    ここは元のまま",
    ],
)
def test_code_gone_behind_a_stub_is_found(stand_in: str) -> None:
    new = cut_lines(PYTHON, 7, 12, stand_in)
    assert "placeholder" in judged(PYTHON, new, RENAME, "python")


@pytest.mark.parametrize(
    ("source", "new", "language"),
    [
        (PYTHON, cut_lines(PYTHON, 6, 12, "def total(items): ..."), "python"),
        (
            JAVASCRIPT,
            cut_lines(JAVASCRIPT, 6, 9, "export function parse(text) { /* ... */ }"),
            "javascript",
        ),
        (
            GO,
            cut_lines(GO, 10, 12, "func (s *Stack) Push(item int) { // as it was\n}"),
            "go",
        ),
    ],
)
def test_a_stub_behind_the_head_of_a_function_is_found(
    source: str, new: str, language: str
) -> None:
    assert "placeholder" in judged(source, new, "Add a comment to load.", language)


@pytest.mark.parametrize("said", ["# rest of the code unchanged", "# ..."])
def test_it_is_found_behind_a_line_that_was_changed(said: str) -> None:
    new = cut_lines(PYTHON.replace("result = 0", "result = 0.0"), 9, 12, f"    {said}")
    assert "placeholder" in judged(PYTHON, new, "Start with 0.0.", "python")


@pytest.mark.parametrize(
    "said",
    [
        "# ... rest of the code ...",
        "# remaining functions unchanged",
        "// ... existing code ...",
        "# (rest of the methods remain the same)",
        "# 以下省略",
        "# 残りのコードは変更なし",
        "# Rest bleibt unverändert",
        "# le reste est inchangé",
        "# 其余代码保持不变",
        "[remaining code unchanged]",
    ],
)
def test_it_is_found_by_its_words_where_nothing_is_missing(said: str) -> None:
    new = PYTHON.replace("\n\ndef mean", f"\n{said}\n\ndef mean")
    assert "placeholder" in judged(PYTHON, new, RENAME, "python")


@pytest.mark.parametrize(
    "said",
    [
        "the rest of the bytes is padding",
        "existing users keep their token",
        "the list is returned unchanged",
        "Other methods",
        "Remaining imports",
        "keep the order unchanged",
        "return what remains of the items",
        "単位を省略する",
        "既存の利用者はそのまま",
        "残りのバイトは埋め草",
    ],
)
def test_ordinary_sentences_are_not(said: str) -> None:
    assert not says_omitted(said, alone=True)
    new = PYTHON.replace("\n\ndef mean", f"\n# {said}\n\ndef mean")
    assert "placeholder" not in judged(PYTHON, new, "Add comments.", "python")


@pytest.mark.parametrize(
    ("source", "new", "instruction", "language"),
    [
        pytest.param(
            PYTHON,
            PYTHON + "\n\nclass Priced(Protocol):\n    price: int\n\n    def name(self): ...\n",
            "Add a protocol for items.",
            "python",
            id="protocol",
        ),
        pytest.param(
            PYTHON,
            PYTHON.replace("def mean(items):", 'def mean(items):\n    """Divide by the rest."""'),
            "Add docstrings.",
            "python",
            id="docstring",
        ),
        pytest.param(
            PYTHON,
            PYTHON.replace("Add up the prices of all items that are in stock.", "価格を足す。"),
            "コメントを日本語にしてください。",
            "python",
            id="translated comment",
        ),
        pytest.param(
            PYTHON,
            PYTHON.replace('    print("total", result)', '    # print("total", result)'),
            "Comment out the print in total.",
            "python",
            id="commented out",
        ),
        pytest.param(
            PYTHON,
            cut_lines(PYTHON, 16, 17, "    raise NotImplementedError"),
            "Stub out mean.",
            "python",
            id="stub asked for",
        ),
        pytest.param(
            PYTHON,
            cut_lines(PYTHON, 11, 11, "    pass"),
            "Remove the print calls.",
            "python",
            id="pass for a print",
        ),
        pytest.param(
            PYTHON,
            PYTHON.replace('"total"', '"... rest of the code ..."'),
            "Print something else.",
            "python",
            id="in a string",
        ),
        pytest.param(
            JAVASCRIPT,
            JAVASCRIPT.replace("(path, ...options)", "(path, ...rest)"),
            "Rename options to rest.",
            "javascript",
            id="spread",
        ),
        pytest.param(
            GO,
            GO + "\nfunc Sum(items ...int) int {\n\treturn len(items)\n}\n",
            "Add a variadic function.",
            "go",
            id="varargs",
        ),
        pytest.param(YAML, YAML + "...\n", "Mark the end.", "yaml", id="end of a YAML document"),
        pytest.param(
            HTML,
            HTML.replace("    <ul>", "    <!-- The rooms -->\n    <ul>"),
            "Add a comment.",
            "html",
            id="HTML comment",
        ),
    ],
)
def test_good_answers_that_look_alike_pass(
    source: str, new: str, instruction: str, language: str
) -> None:
    assert "placeholder" not in judged(source, new, instruction, language)


@pytest.mark.parametrize("language", ["python", "javascript", "go"])
def test_what_the_source_had_is_none(language: str) -> None:
    mark = "# ... the rest as before" if language == "python" else "// ... the rest as before"
    source = f"{SOURCES[language]}{mark}\n"
    assert "placeholder" not in judged(source, source.replace("total", "x"), "Rename.", language)


@pytest.mark.parametrize(
    "instruction", ["Do not use placeholders. Rename items.", "省略しないで、itemsを改名する"]
)
def test_an_instruction_against_them_asks_for_none(instruction: str) -> None:
    new = cut_lines(PYTHON, 7, 12, "    # as it was")
    assert "placeholder" in judged(PYTHON, new, instruction, "python")
