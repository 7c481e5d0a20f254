import pytest
from hypothesis import given
from tests.pipeline.texts import any_text, code

from redraft.pipeline.lines import normalise
from redraft.pipeline.prompt import Prompt, build, fenced
from redraft.pipeline.request import Document, Mode, Request, Selection
from redraft.settings import PromptSettings

WORDING = PromptSettings()
TEXT = "import os\n\n\ndef name():\n    return os.name\n"
DOCUMENT = Document(TEXT, "name.py", "python")


def test_the_default_layout_is_the_one_that_the_tiny_model_was_taught() -> None:
    prompt = build(Request(DOCUMENT, "Rename name to kind"), WORDING)
    assert prompt.system == "You rewrite files. Apply the requested change and nothing else."
    assert prompt.document + prompt.instruction == (
        "```python\n"
        "import os\n\n\ndef name():\n    return os.name\n"
        "```\n"
        "\n"
        "Rename name to kind\n"
        "Return the whole file."
    )
    assert prompt.source == "```python\nimport os\n\n\ndef name():\n    return os.name\n```"


def test_the_cut_is_between_document_and_instruction() -> None:
    prompts = [build(Request(DOCUMENT, text), WORDING) for text in ("Rename it", "Sort it")]
    assert prompts[0].document == prompts[1].document == f"{fenced(TEXT, 'python')}\n"
    assert prompts[0].instruction.startswith("\nRename it")


@given(code | any_text)
def test_the_fence_does_not_occur_in_the_document(text: str) -> None:
    fence, *_, end = fenced(text, "").split("\n")
    assert fence == end
    assert set(fence) == {"`"}
    assert len(fence) >= 3
    assert fence not in normalise(text)


@given(code | any_text)
def test_the_document_stands_whole_between_its_fences(text: str) -> None:
    block = fenced(text, "c++")
    opening, _, rest = block.partition("\n")
    inner = rest.removesuffix(opening.removesuffix("c++"))
    whole = normalise(text)
    assert inner == (whole if whole.endswith("\n") or not whole else f"{whole}\n")


@pytest.mark.parametrize(
    ("text", "block"),
    [
        ("", "```text\n```"),
        ("a", "```text\na\n```"),
        ("a\r\nb\rc\n", "```text\na\nb\nc\n```"),
        ("`` a ``\n", "```text\n`` a ``\n```"),
        ("``` a\n", "````text\n``` a\n````"),
        ("x = '`````'\n", "``````text\nx = '`````'\n``````"),
        ("~~~\n", "```text\n~~~\n```"),
    ],
)
def test_fences(text: str, block: str) -> None:
    assert fenced(text, "text") == block


def test_only_the_selected_lines_are_asked_back() -> None:
    whole = build(Request(DOCUMENT, "Rename it"), WORDING)
    prompt = build(Request(DOCUMENT, "Rename it", selection=Selection(4, 5)), WORDING)
    selected = "```python\ndef name():\n    return os.name\n```"
    assert prompt.source == selected
    assert prompt.document == whole.document
    assert prompt.instruction == (
        f"\nThese lines of it are to be rewritten:\n{selected}\nRename it\nReturn only these lines."
    )


def test_a_selection_is_fenced_by_itself() -> None:
    document = Document("```\nx\n```\ny\n", "x.md", "markdown")
    prompt = build(Request(document, "Say z", selection=Selection(4, 4)), WORDING)
    assert prompt.source == "```markdown\ny\n```"
    assert prompt.document.startswith("````markdown\n")


def test_the_wording_can_be_replaced() -> None:
    wording = PromptSettings(
        system="S",
        rewrite="<{instruction}>",
        selection="({selection}) ({instruction}) ({selection})",
        ask_system="A",
        ask="?{instruction}?",
    )
    document = Document("a\nb\n", language="text")
    block = "```text\na\nb\n```"
    assert build(Request(document, "I"), wording) == Prompt("S", f"{block}\n", "\n<I>", block)
    part = "```text\nb\n```"
    assert build(Request(document, "I", selection=Selection(2, 2)), wording) == Prompt(
        "S", f"{block}\n", f"\n({part}) (I) ({part})", part
    )
    assert build(Request(document, "I", "ask"), wording) == Prompt(
        "A", f"untitled:\n{block}\n\n", "?I?"
    )


_ODD = "{instruction} {selection} {} {0} %s \\1 \\g<0>"


@pytest.mark.parametrize(
    ("mode", "selection", "expected"),
    [
        ("rewrite", None, f"\n{_ODD}\nReturn the whole file."),
        (
            "rewrite",
            Selection(1, 1),
            (
                f"\nThese lines of it are to be rewritten:\n```text\n{_ODD} too\n```\n"
                f"{_ODD}\nReturn only these lines."
            ),
        ),
        ("ask", None, _ODD),
    ],
)
def test_placeholders_in_the_users_text_are_text(
    mode: Mode, selection: Selection | None, expected: str
) -> None:
    request = Request(Document(f"{_ODD} too\n"), _ODD, mode, selection)
    prompt = build(request, WORDING)
    assert f"{_ODD} too\n```" in prompt.document
    assert prompt.instruction == expected


@pytest.mark.parametrize("selection", [None, Selection(2, 2)])
def test_models_see_no_carriage_returns(selection: Selection | None) -> None:
    document = Document("a\r\nb\r\nc\rd", language="text")
    prompt = build(Request(document, "Sort", selection=selection), WORDING)
    assert prompt.document == "```text\na\nb\nc\nd\n```\n"
    assert prompt.source == ("```text\nb\n```" if selection else prompt.document[:-1])
    assert "\r" not in prompt.instruction


def test_a_question_shows_every_document_by_its_name() -> None:
    request = Request(
        DOCUMENT,
        "What differs?",
        "ask",
        shown=(
            Document("x\n", "a.txt"),
            Document("", "empty.txt"),
            Document("```\n", "b.md", "markdown"),
        ),
    )
    prompt = build(request, WORDING)
    assert prompt == Prompt(
        WORDING.ask_system,
        "a.txt:\n```text\nx\n```\n\n"
        "b.md:\n````markdown\n```\n````\n\n"
        f"name.py:\n```python\n{TEXT}```\n\n",
        "What differs?",
    )
    assert prompt.source is None


def test_a_question_about_nothing_is_only_the_question() -> None:
    prompt = build(Request(Document(""), "What is a monad?", "ask"), WORDING)
    assert (prompt.document, prompt.instruction) == ("", "What is a monad?")


def test_a_question_about_a_selection_shows_its_lines_again() -> None:
    document = Document("a = 1\nb = 2\n", "a.py", "python")
    prompt = build(Request(document, "why?", "ask", Selection(2, 2)), PromptSettings())
    assert prompt.document == "a.py:\n```python\na = 1\nb = 2\n```\n\n"
    assert prompt.instruction == "```python\nb = 2\n```\nwhy?"
    assert prompt.source is None
