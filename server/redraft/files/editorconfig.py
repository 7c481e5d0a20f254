"""The `charset` that an `.editorconfig` gives a file."""

import io
import os
import re
from contextlib import suppress
from math import comb
from pathlib import Path
from typing import Any, cast

from editorconfig.exceptions import ParsingError
from editorconfig.ini import EditorConfigParser

from redraft.errors import DocumentError
from redraft.files.disk import contents

_NAME = ".editorconfig"
# A file from a cloned repository must not keep its reader busy: real ones stay far below these.
_BYTES = 1 << 18
_LINE = 1 << 12
_WORK = 10**9
"""Ways in which its patterns may be tried on one path, at worst; some seconds."""
_OPEN = re.compile(r"(?:\A|/)\*\*/|[*{]")
"""What in a pattern matches at more than one length."""


def charset(path: str) -> tuple[str, Path] | None:
    """The charset for a file of this path, in small letters, and the file that gives it.

    Lines that are no EditorConfig are passed over, as editors do. Raises DocumentError for an
    .editorconfig that is no plain file, or would take too long to read or to match.
    """
    place = Path(os.path.normpath(Path(path).absolute()))
    for folder in place.parents:
        text = _text(folder / _NAME)
        if text is None:
            continue
        parser = _Parser(place, folder)
        parser.parse(text)
        found = parser.options.get("charset", "").lower()
        if found:
            return None if found == "unset" else (found, folder / _NAME)
        if parser.root_file:
            break
    return None


def _text(file: Path) -> str | None:
    """None when there is no such file, or none that may be read."""
    try:
        data, _ = contents(file, str(file))
    except OSError:
        return None
    text = data.decode("utf-8-sig", "replace")
    if len(data) > _BYTES or any(len(line) > _LINE for line in text.split("\n")):
        raise DocumentError(f"{file}: too long to be an .editorconfig; shorten it or take it away")
    return text


class _Parser(EditorConfigParser):
    """The library's, which would open pipes and devices, and try any pattern to its bitter end."""

    def __init__(self, place: Path, folder: Path) -> None:
        super().__init__(str(place))
        self._file = folder / _NAME
        self._length = len(str(place.relative_to(folder)))
        self._work = 0
        self._wanted = True

    def parse(self, text: str) -> None:
        """Effect: fills `options` and `root_file`."""
        self._wanted = "charset" in text.lower()
        with suppress(ParsingError):
            self._read(cast(Any, io.StringIO(text)), str(self._file))

    def matches_filename(self, config_filename: str, glob: str) -> bool:
        if not self._wanted:
            return False
        # Each can end anywhere in the path; before a bare name the library puts two stars.
        ends = min(len(_OPEN.findall(glob)) + 2 * ("/" not in glob), _LINE)
        self._work += comb(self._length + ends, ends)
        if self._work > _WORK:
            raise DocumentError(f"{self._file}: [{glob}] takes too long to match; simplify it")
        try:
            return super().matches_filename(config_filename, glob)
        except Exception:  # What it raises for a pattern it cannot read is anything but stated.
            return False
