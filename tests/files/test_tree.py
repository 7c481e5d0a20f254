"""The folder that a file may not lead out of."""

from pathlib import Path

import pytest

from redraft import files
from redraft.errors import DocumentError


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = tmp_path / "clone"
    (folder / ".git").mkdir(parents=True)
    (tmp_path / "secret").write_text("mine\n")
    return folder


def test_a_repository_is_the_root_of_what_lies_in_it(clone: Path) -> None:
    (clone / "src").mkdir()
    assert files.root(clone / "src" / "a.py") == clone
    assert files.root(clone / "a.py") == clone


def test_a_project_without_a_repository_is_a_root_too(tmp_path: Path) -> None:
    (tmp_path / "redraft.toml").touch()
    assert files.root(tmp_path / "a" / "b.py") == tmp_path


def test_a_relative_path_lies_in_the_current_folder(
    clone: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(clone)
    assert files.root("a.py") == clone


@pytest.mark.parametrize("inner", [False, True])
def test_links_do_not_lead_out(clone: Path, tmp_path: Path, inner: bool) -> None:
    """By the file or by a folder, even one that is a repository of its own."""
    (clone / "file").symlink_to(tmp_path / "secret")
    if inner:
        (tmp_path / ".git").mkdir()
    (clone / "folder").symlink_to(tmp_path)
    for path in (clone / "file", clone / "folder" / "secret"):
        with pytest.raises(DocumentError, match="leads out of"):
            files.read(path, root=files.root(path))


def test_links_inside_are_followed(clone: Path) -> None:
    (clone / "real.py").write_text("x\n")
    (clone / "link.py").symlink_to("real.py")
    path = clone / "link.py"
    assert files.read(path, root=files.root(path)).text == "x\n"


def test_outside_of_any_project_links_are_the_users_own(tmp_path: Path) -> None:
    (tmp_path / "dotfiles").mkdir()
    (tmp_path / "dotfiles" / "rc").write_text("x\n")
    (tmp_path / "rc").symlink_to("dotfiles/rc")
    assert files.root(tmp_path / "rc") is None
    assert files.read(tmp_path / "rc", root=None).text == "x\n"
