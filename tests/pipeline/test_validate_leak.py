"""Replies to the reader around a text, turns of a dialogue, tokens; and texts that look alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pipeline.answers import GO, HTML, JAVASCRIPT, MARKDOWN, PYTHON, SOURCES, YAML, findings

RUBY = "require 'json'\n\nputs JSON.dump([1])\n"
SQL = "SELECT name\nFROM rooms\nWHERE size > 3;\n"
CODE = {"python": PYTHON, "javascript": JAVASCRIPT, "go": GO, "html": HTML, "yaml": YAML,
    "ruby": RUBY, "sql": SQL}  # fmt: skip
SAYS = (
    "Below you find all of it with the new name.",
    "Voici le fichier modifié :",
    "Вот исправленный файл, как вы просили.",
    "名前を変えたものを下に示します。",
    "I have put the new name everywhere!",
    "**New text**",
)
NARROW = "Rename count to size."


def found(source: str, new: str, instruction: str, language: str) -> list[int | None]:
    said = findings(source, new, instruction, language)
    return [finding.line for finding in said if finding.name == "leak"]


@given(st.sampled_from(sorted({**CODE, "markdown": ""})), st.sampled_from(SAYS), st.booleans())
def test_what_is_said_to_the_reader_is_a_leak(language: str, says: str, top: bool) -> None:
    source = CODE.get(language, MARKDOWN)
    new = f"{says}\n\n{source}" if top else f"{source}\n{says}\n"
    line = 1 if top else new.count("\n")
    assert found(source, new, NARROW, language) == [line]


@pytest.mark.parametrize("language", sorted(CODE))
def test_a_list_of_what_was_done_is_a_leak(language: str) -> None:
    source = CODE[language]
    new = f"{source}\n**What is new**\n\n- the name of one thing\n- that is all\n"
    assert found(source, new, NARROW, language) == [source.count("\n") + 2]


@pytest.mark.parametrize(
    ("says", "instruction"),
    [
        ("I have changed the file as you wished.", "Add a section about rooms at the end."),
        ("Okay, the corrected document:", "Insert a title."),
        ("修正しました。以上です。", "最後に一行追加してください"),
    ],
)
def test_a_reply_is_told_from_what_was_to_be_added(says: str, instruction: str) -> None:
    new = f"{MARKDOWN}\n## Rooms\n\nThere are three.\n"
    assert not found(MARKDOWN, new, instruction, "markdown")
    assert found(MARKDOWN, f"{new}\n{says}\n", instruction, "markdown")


@pytest.mark.parametrize(
    ("language", "head", "tail", "instruction"),
    [
        ("python", "# Adds up prices.\n\n", "", "Explain the file in a comment."),
        ("python", '"""Adds up prices."""\n\n', "", "Add a docstring."),
        ("python", "", "\nprint(total([]))\n", "Call it."),
        ("javascript", "/* Reads rows. */\n\n", "", "Add a header."),
        ("yaml", "", "\nenv:\n  CI: yes\n", "Set CI to yes."),
        ("ruby", "", "\nputs 'done'\n", "Say when it is done."),
        ("sql", "", "\nSELECT size FROM rooms;\n", "Query the sizes, too."),
        ("markdown", "Please read this first.\n\n", "", "Put `Please read this first.` on top."),
        ("markdown", "", "\n## Help\n\nAsk the mailing list.\n", "Add a section about help."),
        ("markdown", "", "\nAsk the mailing list for help.\n", "Improve the text."),
        ("html", "<!-- three rooms -->\n\n", "", "Add a comment."),
    ],
)
def test_what_was_asked_for_at_the_edges_passes(
    language: str, head: str, tail: str, instruction: str
) -> None:
    source = CODE.get(language, MARKDOWN)
    assert not found(source, head + source + tail, instruction, language)


@given(
    st.sampled_from(sorted(SOURCES)),
    st.sampled_from(
        [
            ("User", "Assistant", "{}: {}"),
            ("HUMAN", "AI", "{}: {}"),
            ("Q", "A", "{}: {}"),
            ("User", "Bot", "**{}:** {}"),
            ("Customer", "Agent", "[{}]: {}"),
            ("Instruction", "Response", "### {}:\n{}"),
        ]
    ),
    st.sampled_from(["Well done, go on.", "次へ", "ok"]),
)
def test_a_further_turn_behind_the_end_is_a_leak(
    language: str, roles: tuple[str, str, str], says: str
) -> None:
    asker, answerer, form = roles
    source = SOURCES[language]
    turns = form.format(asker, says) + "\n\n" + form.format(answerer, "Gladly.") + "\n"
    line = source.count("\n") + 1
    assert found(source, source + turns, NARROW, language) == [line]


@pytest.mark.parametrize(
    ("source", "new", "instruction", "language"),
    [
        (YAML, YAML + "user: root\nsystem: linux\n", "Run it as root.", "yaml"),
        (MARKDOWN, MARKDOWN + "\nQ: Is it free?\n\nA: It is.\n", "Add a FAQ.", "markdown"),
        (
            "User: Hello.\nAssistant: Good morning.\n",
            "User: Hello.\nAssistant: Good morning.\nUser: Thanks.\nAssistant: Not at all.\n",
            "Let them say farewell.",
            "text",
        ),
    ],
)
def test_turns_that_belong_to_the_text_pass(
    source: str, new: str, instruction: str, language: str
) -> None:
    assert not found(source, new, instruction, language)


TOKENS = ("[|user|]", "<eoh>", "[UNUSED_TOKEN_7]", "<|x|>", "<ABC> <DEF> <GHI>", "<unused3>")


@given(st.sampled_from(sorted(SOURCES)), st.sampled_from(TOKENS), st.data())
def test_a_token_anywhere_in_a_line_is_a_leak(
    language: str, token: str, data: st.DataObject
) -> None:
    lines = SOURCES[language].split("\n")
    number = data.draw(st.sampled_from([n for n, line in enumerate(lines) if line.strip()]))
    at = data.draw(st.integers(0, len(lines[number])))
    lines[number] = lines[number][:at] + token + lines[number][at:]
    assert found(SOURCES[language], "\n".join(lines), "Tidy.", language) == [number + 1]


def test_one_more_of_a_token_that_the_source_quotes_is_a_leak() -> None:
    source = "# Formats\n\nA turn is `<|im_start|>user` and text and `<|im_end|>`.\n\nThe end.\n"
    new = source.replace("end.\n", "end.<|im_end|>\n")
    assert found(source, new, "Change the last line.", "markdown") == [5]
    assert not found(source, source + "\n`<|im_end|>` ends it.\n", "Add an example.", "markdown")
    assert not found(source, source.replace("turn", "message"), "Reword it.", "markdown")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("python", "value = table[MAX_SIZE]"),
        ("python", "names: list[T] = []"),
        ("javascript", "const rows = new Map<ID, ROW>();"),
        ("markdown", "Usage: tool <FILE> <DIR>"),
        ("html", "<b>text</b>"),
    ],
)
def test_brackets_of_the_text_are_no_tokens(language: str, line: str) -> None:
    source = SOURCES[language]
    middle = source.index("\n", len(source) // 2) + 1
    new = source[:middle] + line + "\n" + source[middle:]
    assert not found(source, new, "Add a line.", language)
