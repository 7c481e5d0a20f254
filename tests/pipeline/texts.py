"""Texts for properties: every line ending, every character that some tool takes for one, fences."""

from hypothesis import strategies as st

ENDINGS = ("\n", "\r\n", "\r")

_BODY = st.text("ab é\t\x0b\x0c\x1c\x85\u2028\u2029日😀", max_size=4)

any_text = st.lists(st.one_of(_BODY, st.sampled_from(ENDINGS)), max_size=20).map("".join)
"""Mixed line endings, with and without a final one."""

lines = st.sampled_from(
    [
        "",
        "def total(items):",
        "    return sum(items)",
        "}",
        "# Title",
        "Some prose, such as talk.",
        "```",
        "```python",
        "```c++",
        "````",
        "`````markdown",
        "  ```",
        "    ```",
        "~~~",
        "~~~~ text",
        "a ``` b",
        "<think>",
        "</think>",
        "日本語の行",
        "\x0cpage\u2028separator",
    ]
)

code = st.lists(lines, max_size=12).map("\n".join)
"""What files hold, fences of every kind among it; no final newline unless it ends in a blank."""


def pieces(text: str) -> st.SearchStrategy[list[str]]:
    """The ways in which a text may arrive."""
    cuts = st.lists(st.integers(0, len(text)), max_size=8).map(sorted)
    return cuts.map(
        lambda ends: [text[a:b] for a, b in zip([0, *ends], [*ends, len(text)], strict=True)]
    )
