"""Values and names from a file as a person may read them: nothing that a terminal acts on."""

import json
from pathlib import Path
from typing import Any


def literal(value: Any) -> str:
    """The value as TOML; what does not print (direction marks too) is escaped."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return f"[{', '.join(map(literal, value))}]"
    if isinstance(value, str | Path):
        return printable(json.dumps(str(value), ensure_ascii=False))
    return str(value)


def printable(text: str, most: int | None = None) -> str:
    """The text with escapes, as TOML has them, for what does not print; cut to `most` characters.

    A terminal would obey control characters, and a person be deceived by text that changes
    direction (CVE-2021-42574).
    """
    cut = text if most is None or len(text) <= most else f"{text[: most - 1]}…"
    return "".join(char if char.isprintable() else _escaped(char) for char in cut)


def _escaped(char: str) -> str:
    code = ord(char)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
