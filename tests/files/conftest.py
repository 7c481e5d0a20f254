from pathlib import Path

import pytest

from redraft.errors import DocumentError
from redraft.files import write
from redraft.pipeline.request import Document

OLD, NEW = "x = 1\r\ny = 'é'\n", "x = 2\r\ny = 'é'\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "a.py"
    made.write_bytes(OLD.encode())
    made.chmod(0o644)
    return made


def refused(document: Document, said: str, root: Path | None = None) -> None:
    """It is, and its folder looks as before."""
    folder = Path(document.path).parent
    before = {path: path.lstat() for path in folder.iterdir()}
    with pytest.raises(DocumentError) as caught:
        write(document, NEW, root)
    assert str(caught.value) == f"{document.path}: {said}"
    assert {path: path.lstat() for path in folder.iterdir()}.keys() == before.keys()
    for path, state in before.items():
        assert (path.lstat().st_ino, path.lstat().st_mtime_ns) == (state.st_ino, state.st_mtime_ns)
