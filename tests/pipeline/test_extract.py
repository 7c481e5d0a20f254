from string import ascii_lowercase

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.pipeline.texts import any_text, code

from redraft.pipeline.extract import Extracted, extract
from redraft.pipeline.lines import filled, normalise
from redraft.pipeline.prompt import fenced

PYTHON = "import os\n\nprint(os.name)\n"
LOGGED = "import os\n\nlogging.info(os.name)\n"
LANGUAGES = st.sampled_from(["python", "c++", "objective-c", "", 'jsx title="x"', "vb.net"])

README = (
    "# Tool\n\nFirst:\n\n```sh\npip install tool\n```\n\n"
    "Then run it:\n\n```\ntool --all\n```\n\nDone.\n"
)
SHORTENED = README.replace("Then run it", "Run it")
TRANSLATED = (
    README.replace("First", "まず").replace("Then run it", "次に実行").replace("Done.", "以上。")
)
ALL_PROSE_NEW = TRANSLATED.replace("# Tool", "# 道具")
WITHOUT_BLOCKS = "# Tool\n\nFirst: pip install tool\n\nThen run it: tool --all\n\nDone.\n"
BEGINS_WITH_BLOCK = "```sh\ntool --all\n```\n\nThat is how it is run.\n\n```sh\ntool --help\n```\n"


def finished(text: str) -> str:
    text = normalise(text)
    return text if not text or text.endswith("\n") else f"{text}\n"


@given(code | any_text, code | any_text, LANGUAGES)
def test_what_was_wrapped_as_asked_comes_out_exactly(source: str, new: str, language: str) -> None:
    source, answer = normalise(source), fenced(new, language)
    # A source that begins with this very fence may have been answered bare.
    assume(filled(answer)[0] not in filled(source)[:1])
    assert extract(answer, source) == Extracted(finished(new), fenced=True, closed=True)


@given(code, code, LANGUAGES)
def test_the_prompts_own_fence_is_never_taken_for_the_sources(
    source: str, new: str, language: str
) -> None:
    fence = max(fenced(text, "").partition("\n")[0] for text in (source, new))
    answer = f"{fence}{language}\n{finished(new)}{fence}\n"
    assert extract(answer, source).text == finished(new)


@given(code | any_text)
def test_a_bare_answer_that_changes_nothing_loses_nothing(source: str) -> None:
    source = normalise(source)
    assert extract(source, source) == Extracted(source, fenced=False, closed=True)


@given(code, st.sampled_from(["Here it is:", "Sure!\n\nI changed `x`."]), LANGUAGES)
def test_talk_around_a_block_is_dropped(new: str, talk: str, language: str) -> None:
    answer = f"{talk}\n\n{fenced(new, language)}\n\n{talk}\n"
    assert extract(answer, PYTHON).text == finished(new)


@given(code, code, st.integers(1, 200))
def test_a_block_cut_off_is_not_closed(source: str, new: str, cut: int) -> None:
    answer = fenced(new, "python")
    assume(filled(answer)[0] not in filled(source)[:1])
    answer = answer[: -1 - cut % (len(answer) - len("```python"))]
    extracted = extract(answer, source)
    assert not (extracted.fenced and extracted.closed)


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(f"```python\n{LOGGED}```", id="as asked"),
        pytest.param(f"\n\n```python\n{LOGGED}```\n\n", id="blank lines around"),
        pytest.param(f"```python\n{LOGGED}```\n".replace("\n", "\r\n"), id="CRLF"),
        pytest.param(f"```c++\n{LOGGED}```", id="c++"),
        pytest.param(f"```objective-c\n{LOGGED}```", id="objective-c"),
        pytest.param(f'```jsx title="x"\n{LOGGED}```', id="attributes"),
        pytest.param(f"``` python \n{LOGGED}``` \t", id="blanks in the fence lines"),
        pytest.param(f"~~~python\n{LOGGED}~~~", id="tildes"),
        pytest.param(f"`````\n{LOGGED}`````", id="longer"),
        pytest.param(f"```python\n{LOGGED}````", id="closed by a longer one"),
        pytest.param(LOGGED, id="bare"),
        pytest.param(f"\n\n{LOGGED}", id="bare, after blank lines"),
        pytest.param(f"Here it is:\n```python\n{LOGGED}```\nAll done.", id="talk"),
        pytest.param(
            f"```python\n{LOGGED}```\n\nI put `log` for:\n\n```python\nprint(os.name)\n```",
            id="talk that quotes, with a language",
        ),
        pytest.param(
            f"```python\n{LOGGED}```\n\nI put `logging.info` for:\n\n```\nprint(os.name)\n```\n",
            id="talk that quotes, without",
        ),
        pytest.param(
            f"```python\n{LOGGED}```\nRun it:\n```sh\npython x.py\n```\nOr:\n```sh\n./x.py\n```",
            id="talk with two blocks",
        ),
        pytest.param(f"```python\n{LOGGED}```\n{LOGGED}", id="said once more"),
    ],
)
def test_code_is_found_in_whatever_stands_around_it(answer: str) -> None:
    extracted = extract(answer, PYTHON)
    assert extracted.text == LOGGED
    assert extracted.closed
    assert extracted.fenced == any(fence in answer for fence in ("```", "~~~"))


def test_a_line_rewritten_outright_is_told_from_the_old_one_quoted_below() -> None:
    answer = "```python\nlog(x)\n```\n\nThis replaces:\n\n```\nprint(x)\n```\n"
    assert extract(answer, "print(x)\n").text == "log(x)\n"


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("", ""),
        ("", "\nDone:\n\n- shorter\n"),
        ("Here is the new text:\n\n", "\n"),
        ("Sure.\n\n", "\n\nYou can try it:\n\n```\ntool --some\n```\n"),
        ("Sure.\n\n", "\n\nYou can try it:\n\n```sh\ntool --some\n```\n"),
    ],
)
@pytest.mark.parametrize("fence", ["````markdown", "```markdown", "~~~md", "`````"])
@pytest.mark.parametrize(
    "new",
    [
        pytest.param(SHORTENED, id="one line changed"),
        pytest.param(ALL_PROSE_NEW, id="all prose changed"),
        pytest.param(README.replace("--all", "--any"), id="in a block"),
        pytest.param(README + "\n```sh\ntool --help\n```\n", id="a block added"),
        pytest.param(README.partition("\nThen")[0], id="a block removed"),
        pytest.param(WITHOUT_BLOCKS, id="all blocks removed"),
    ],
)
def test_inner_blocks_are_kept_in_every_outer_fence(
    new: str, fence: str, above: str, below: str
) -> None:
    answer = f"{above}{fence}\n{new}{fence.rstrip(ascii_lowercase)}{below}"
    assert extract(answer, README) == Extracted(new, fenced=True, closed=True)


def test_an_inner_fence_longer_than_the_outer_one_is_kept() -> None:
    source = "Nested:\n\n````md\n```\nx\n```\n````\n\nEnd.\n"
    new = source.replace("End", "The end")
    assert extract(f"```md\n{new}```", source).text == new


@pytest.mark.parametrize("block", ["```\nmake\n```", "```sh\nmake\n```", "~~~\nmake\n~~~"])
def test_the_first_block_of_a_source_does_not_end_it(block: str) -> None:
    new = WITHOUT_BLOCKS.replace("Then", f"{block}\n\nThen")
    assert extract(f"```markdown\n{new}```", WITHOUT_BLOCKS).text == new


def test_the_first_block_of_a_source_does_not_end_it_where_more_of_the_source_follows() -> None:
    source = "".join(f"Line {number}\n" for number in range(9))
    new = source.replace("Line 2", "```\nmake\n```")
    assert extract(f"```\n{new}```", source).text == new


@pytest.mark.parametrize("new", [SHORTENED, ALL_PROSE_NEW, WITHOUT_BLOCKS])
def test_inner_blocks_are_kept_in_the_barest_fence(new: str) -> None:
    assert extract(f"```\n{new}```", README).text == new


@pytest.mark.parametrize(
    ("source", "new"),
    [
        pytest.param(README, SHORTENED, id="one line changed"),
        pytest.param(README, TRANSLATED, id="prose translated"),
        pytest.param(README, ALL_PROSE_NEW, id="all prose changed"),
        pytest.param(README, README.replace("```sh", "```bash"), id="another language"),
        pytest.param(WITHOUT_BLOCKS, README, id="blocks added"),
        pytest.param(
            WITHOUT_BLOCKS, f"```sh\ntool\n```\n\n{WITHOUT_BLOCKS}", id="block at the top"
        ),
        pytest.param(BEGINS_WITH_BLOCK, BEGINS_WITH_BLOCK.replace("--all", "-a"), id="in a block"),
        pytest.param(
            BEGINS_WITH_BLOCK,
            BEGINS_WITH_BLOCK.replace("```sh", "```bash"),
            id="first fence changed",
        ),
        pytest.param('"""\n```\nx\n"""\ny = 1\n', '"""\n```\nx\n"""\ny = 2\n', id="unpaired"),
    ],
)
def test_a_bare_answer_keeps_its_own_blocks(source: str, new: str) -> None:
    assert extract(new, source) == Extracted(new, fenced=False, closed=True)


@pytest.mark.parametrize("fence", ["```", "```sh", "```markdown", "````markdown", "~~~"])
@pytest.mark.parametrize("talk", ["", "\nHere:\n"])
def test_a_source_that_begins_with_a_fence_comes_out_of_another(fence: str, talk: str) -> None:
    new = BEGINS_WITH_BLOCK.replace("how", "the way")
    answer = f"{talk}{fence}\n{new}{fence.rstrip(ascii_lowercase)}{talk}"
    assert extract(answer, BEGINS_WITH_BLOCK).text == new


def test_an_unpaired_inner_fence_does_not_end_the_block() -> None:
    source = 'TEXT = """\n```\n"""\nprint(TEXT)\n'
    new = source.replace("print", "show")
    assert extract(f"```python\n{new}```", source).text == new


@pytest.mark.parametrize("answer", ["\n\nx\n", "```\n\n\nx\n```"])
def test_blank_lines_at_the_start_of_the_source_stay(answer: str) -> None:
    assert extract(answer, "\n\nx\n").text == "\n\nx\n"


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        (f"```python\n{LOGGED}", LOGGED),
        (f"Here it is:\n\n```python\n{LOGGED}", LOGGED),
        ("```python\nimport os", "import os"),
        ("```python\n", ""),
        ("```python", ""),
        (f"````python\n{LOGGED}```", f"{LOGGED}```"),
    ],
)
def test_an_unclosed_block_says_so(answer: str, text: str) -> None:
    assert extract(answer, PYTHON) == Extracted(text, fenced=True, closed=False)


@pytest.mark.parametrize("answer", ["```\n```", "```python\n```\n", "```python\n\n```"])
def test_an_empty_block_is_empty(answer: str) -> None:
    assert extract(answer, PYTHON).text.strip() == ""
    assert extract(answer, PYTHON).closed


def test_a_text_in_two_blocks_is_not_cut_behind_the_first() -> None:
    lines = [f"step_{n}()" for n in range(12)]
    first, second = "\n".join(lines[:7]), "\n".join(lines[7:])
    source = f"{first}\n{second}\n"
    for between in ("```\n\n```python", "```\n\nAnd then:\n\n```"):
        answer = f"```python\n{first}\n{between}\n{second}\n```\n"
        assert second in extract(answer, source).text


def test_a_quotation_of_the_last_lines_is_not_taken_for_the_text() -> None:
    lines = [f"step_{n}()" for n in range(12)]
    kept, gone = "\n".join(lines[:9]) + "\n", "\n".join(lines[9:])
    answer = f"```python\n{kept}```\n\nI removed:\n\n```python\n{gone}\n```\n"
    assert extract(answer, kept + gone).text == kept
