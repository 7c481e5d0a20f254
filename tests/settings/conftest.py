"""Settings files where redraft looks for them."""

from collections.abc import Callable
from pathlib import Path

import pytest

from redraft.settings import user_file

Write = Callable[[str], Path]


@pytest.fixture
def own() -> Write:
    """Writes the user's own file."""

    def write(text: str) -> Path:
        file = user_file()
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    return write


@pytest.fixture
def project(tmp_path: Path) -> Write:
    """Writes the file of the project `tmp_path / "project"`."""

    def write(text: str) -> Path:
        file = tmp_path / "project" / "redraft.toml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        return file

    return write
