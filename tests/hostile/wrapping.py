"""How models dress the text they return."""

import re
from collections.abc import Sequence
from random import Random

_BEFORE = (
    "Here is the updated file:",
    "Sure! I've made the change you asked for.",
    "Certainly. The file now reads as follows:\n\n",
    "Of course — done.",
    "I changed {n} lines. The result:",
    "変更後のファイルは次のとおりです。",
    "はい、修正しました。",
    "以下是修改后的文件：",
    "Hier ist die geänderte Datei:",
    "**Updated file**",
    "### Result",
    "Okay, let me do that.\n\nThe complete file:",
    "`{name}`:",
)
_AFTER = (
    "Let me know if you need anything else!",
    "I only touched what was asked; everything else is as it was.",
    "**Changes**\n\n- the name is different now\n- nothing else",
    "Note: I could not run the tests.",
    "変更点は以上です。",
    "Hope this helps :)",
    "The rest of the file is unchanged.",
    "1. Applied the edit.\n2. Kept the remaining code as it was.",
)
_THOUGHTS = (
    "The user wants a small edit. I keep everything else.",
    "First look at the file.\n\n```\ndraft\n```\n\nThen write it out.",
    "何を変えるか確認する。ほかは触らない。",
    "Maybe I should shorten it? No: the whole file was asked for.",
)
_MARKS = (("<think>", "</think>"), ("<thinking>", "</thinking>"))
_TAGS = ("", "text", "code", "plaintext", "js", "py", "c++", "C#", "sh", "{name}")


def fence_for(text: str, char: str = "`") -> str:
    """The shortest fence that does not occur in the text."""
    runs = re.findall(re.escape(char) + "{3,}", text)
    return char * max([3, *(len(run) + 1 for run in runs)])


def fenced(lines: Sequence[str], tag: str = "", *, fence: str = "", close: bool = True) -> str:
    """The lines in a fenced block, closed or left open."""
    text = "\n".join(lines)
    fence = fence or fence_for(text)
    return f"{fence}{tag}\n{text}\n{fence}" if close else f"{fence}{tag}\n{text}"


def thinking(rng: Random) -> str:
    """A block of thoughts, as it stands before an answer."""
    start, end = rng.choice(_MARKS)
    return f"{start}\n{rng.choice(_THOUGHTS)}\n{end}\n\n"


def before(rng: Random, name: str) -> str:
    """Talk that leads to a block."""
    return rng.choice(_BEFORE).format(n=rng.randint(1, 9), name=name) + "\n\n"


def after(rng: Random) -> str:
    """Talk that follows a block."""
    return "\n\n" + rng.choice(_AFTER)


def tag(rng: Random, language: str, name: str) -> str:
    """The right tag mostly, else none or a wrong one."""
    return language if rng.random() < 0.6 else rng.choice(_TAGS).format(name=name)


def dress(rng: Random, lines: Sequence[str], language: str, name: str) -> str:
    """A whole answer around lines, which can be told from the talk for certain."""
    text = "\n".join(lines)
    bare = rng.random() < 0.2 and not text.startswith("\n") and not _blocky(text)
    if bare:
        answer = text + rng.choice(("", "\n", "\n\n\n"))
    else:
        answer = _block(rng, lines, text, tag(rng, language, name))
        answer = (before(rng, name) if rng.random() < 0.3 else "") + answer
        answer += after(rng) if rng.random() < 0.3 else rng.choice(("", "", "\n", "\n\n\n"))
    if rng.random() < 0.12:
        answer = thinking(rng) + answer
    return answer.replace("\n", "\r\n") if rng.random() < 0.08 else answer


def _blocky(text: str) -> bool:
    """A bare text with fences in it is read as talk with a block by people, too."""
    return "```" in text or "~~~" in text


def _block(rng: Random, lines: Sequence[str], text: str, language: str) -> str:
    fence = fence_for(text)
    kind = rng.random()
    if kind < 0.1:
        fence = fence_for(text, "~")
    elif kind < 0.2:
        fence += "`" * rng.randint(1, 5)
    blanks = [""] * rng.randint(1, 3) if rng.random() < 0.08 else []
    return fenced([*lines, *blanks], language, fence=fence)
