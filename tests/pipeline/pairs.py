"""Texts in pairs, where one was made from the other by hand, as it were."""

from hypothesis import strategies as st
from tests.pipeline.texts import ENDINGS, any_text, code

_LINE = st.sampled_from(
    ["", "}", "    pass", "x = f(a, b)", "x = f(a, c)", "  é\x0c\u2028", "日本語 😀"]
)


@st.composite
def _changed(draw: st.DrawFn) -> tuple[str, str]:
    """Lines of which some are left out, replaced, or followed by others."""
    lines = draw(st.lists(st.tuples(_LINE, st.sampled_from(ENDINGS)).map("".join), max_size=20))
    new: list[str] = []
    for line in lines:
        match draw(st.sampled_from(["", "", "", "out", "other", "more", "word"])):
            case "out":
                continue
            case "other":
                line = draw(_LINE) + draw(st.sampled_from(ENDINGS))
            case "more":
                new.append(draw(_LINE) + draw(st.sampled_from(ENDINGS)))
            case "word":
                line = f"new {line}"
        new.append(line)
    last = draw(st.sampled_from(["", "", "end"]))
    return "".join(lines) + last, "".join(new) + draw(st.sampled_from(["", last]))


related = st.one_of(_changed(), st.tuples(any_text, any_text), st.tuples(code, code))
"""Old and new: near to each other, or not at all."""


@st.composite
def apart(draw: st.DrawFn) -> tuple[str, str]:
    """The same for distinct lines with \\n, a few of which changed."""
    size = draw(st.integers(1, 60))
    old = [f"value_{number} = compute({number}, 'a')\n" for number in range(size)]
    new = list(old)
    for place in draw(st.sets(st.integers(0, size - 1), max_size=6)):
        new[place] = draw(st.sampled_from(["", f"other {place}\n", f"more {place}\n{old[place]}"]))
    return "".join(old), "".join(new)
