import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.texts import any_text

from redraft.errors import UsageError
from redraft.pipeline.lines import split_lines
from redraft.pipeline.request import Document, Selection, cut, guess_mode

QUESTIONS = [
    "why does this loop forever",
    "Why is the comment wrong?",
    "explain this file",
    "Explain why we add 1 here",
    "Explain what this comment means",
    "describe the algorithm",
    "How does X work?",
    "How do I add a test for this",
    "what does write() do",
    "What's the type of x?",
    "Is there a bug here?",
    "Are these imports used",
    "which functions are unused",
    "Who calls remove()",
    "Where is the timeout defined",
    "When does this run?",
    "Does this handle an empty list",
    "Do we need the lock here?",
    "Should this be async",
    "Can this be simplified?",
    "Any off-by-one errors?",
    "tell me about this module",
    "Show me how this is called",
    "Can you explain this function?",
    "Could you please tell me where x is set?",
    "  Please, explain it.\n",
    "このファイルを説明して",
    "このコードを説明してください",
    "この処理の流れを解説して",
    "違いを説明してもらえますか？",
    "使い方を教えて",
    "この変数の意味を教えてください",
    "コメントの意味を教えてくれませんか",
    "なぜこのループは終わらないのですか",
    "どうしてここでエラーになるの？",
    "この関数は何をしますか？",
    "バグはありますか。",
    "printを使う理由は？",
    "ここは何?",
]

CHANGES = [
    "Replace every print call with logging.info",
    "rename x to y",
    "Can you rename x to y?",
    "could you please sort the imports?",
    "Would you make this async?",
    "Please fix the bug",
    "add comments that explain the loop",
    "Add a docstring that says why it is needed",
    "Explain each step in a comment",
    "please explain every function with a docstring",
    "Describe the arguments in the docstring",
    "document what each function does",
    "Do not use print",
    "Don't use print",
    "do the same for y",
    "Do this for every function",
    "Where possible, use f-strings",
    "When x is None, return early",
    "is_valid should return bool",
    "Have the function return a list",
    "Make it clear how it works",
    "Whatever is unused, remove it",
    "translate the comments to English",
    "printをloggingに変えてください",
    "コメントを英語に翻訳して",
    "コメントで処理を説明して",
    "docstringに使い方を説明してください",
    "この関数を説明するコメントを追加してください",
    "なぜ必要かをコメントに書いてください",
    "変数名をcountに変えてくれますか？",
    "バグを直してもらえますか",
    "xをyにリネームしていただけますか？",
    "関数名を直して。",
    "型ヒントを付けて",
    "テストを追加してほしい",
    "不要なimportを削除",
    "例外を処理する",
]


@pytest.mark.parametrize("instruction", QUESTIONS)
def test_questions_are_answered(instruction: str) -> None:
    assert guess_mode(instruction) == "ask"


@pytest.mark.parametrize("instruction", CHANGES)
def test_changes_are_made(instruction: str) -> None:
    assert guess_mode(instruction) == "rewrite"


@given(st.sampled_from([*QUESTIONS, *CHANGES]))
def test_neither_capitals_nor_blanks_around_matter(instruction: str) -> None:
    mode = guess_mode(instruction)
    assert guess_mode(f" {instruction.upper()}\n") == guess_mode(instruction.lower()) == mode


@pytest.mark.parametrize(
    ("text", "selection", "parts"),
    [
        ("a\nb\nc\n", Selection(1, 1), ("", "a\n", "b\nc\n")),
        ("a\nb\nc\n", Selection(2, 2), ("a\n", "b\n", "c\n")),
        ("a\nb\nc", Selection(3, 3), ("a\nb\n", "c", "")),
        ("a\nb\nc\n", Selection(1, 3), ("", "a\nb\nc\n", "")),
        ("a\rb\rc", Selection(2, 3), ("a\r", "b\rc", "")),
        ("a\r\nb\x0cb\u2028b\r\nc", Selection(2, 2), ("a\r\n", "b\x0cb\u2028b\r\n", "c")),
    ],
)
def test_cut(text: str, selection: Selection, parts: tuple[str, str, str]) -> None:
    assert cut(Document(text), selection) == parts


@given(any_text.filter(bool), st.data())
def test_the_parts_are_the_document(text: str, data: st.DataObject) -> None:
    count = len(split_lines(text))
    first = data.draw(st.integers(1, count))
    last = data.draw(st.integers(first, count))
    before, selected, after = cut(Document(text), Selection(first, last))
    assert before + selected + after == text
    assert len(split_lines(selected)) == last - first + 1


@pytest.mark.parametrize(
    ("text", "selection", "said"),
    [
        ("a\nb\n", Selection(2, 3), "x.py: lines 2:3 are not in it; it has 2 lines"),
        ("a\nb\n", Selection(0, 1), "x.py: lines 0:1"),
        ("a\nb\n", Selection(2, 1), "x.py: lines 2:1"),
        ("", Selection(1, 1), "x.py: lines 1:1 are not in it; it has 0 lines"),
        ("a\x0cb\u2028c", Selection(2, 2), "x.py: lines 2:2"),
    ],
)
def test_lines_that_are_not_there_are_refused(text: str, selection: Selection, said: str) -> None:
    with pytest.raises(UsageError, match=f"^{said}"):
        cut(Document(text, "x.py"), selection)
