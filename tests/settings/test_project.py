import os
from pathlib import Path

import pytest
from tests.settings.conftest import Write

from redraft.errors import SettingsError
from redraft.settings import load
from redraft.settings.project import stranger

OWN = "[decode]\nseed = 1\n"
SHARED = "[tool.redraft.decode]\nseed = 2\n"
OTHER = "[tool.other]\nredraft = 'is named, and sets nothing'\n"


def seed(start: Path) -> int:
    return load(start).settings.decode.seed


def lay(folder: Path, **files: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / f"{name}.toml").write_text(text)
    return folder


def test_a_folder_or_a_file_in_it_is_where_the_search_starts(tmp_path: Path) -> None:
    folder = lay(tmp_path, redraft=OWN)
    (folder / "a.py").touch()
    assert seed(folder) == seed(folder / "a.py") == seed(folder / "new.py") == 1


def test_the_nearest_folder_wins(tmp_path: Path) -> None:
    lay(tmp_path, redraft=OWN)
    inner = lay(tmp_path / "inner", pyproject=SHARED)
    assert seed(inner / "x" / "y") == 2
    assert seed(tmp_path / "beside") == 1


def test_redraft_toml_goes_before_pyproject_toml(tmp_path: Path) -> None:
    assert seed(lay(tmp_path, redraft=OWN, pyproject=SHARED)) == 1
    assert seed(lay(tmp_path, redraft="", pyproject=SHARED)) == 0


@pytest.mark.parametrize("text", [OTHER, "", "[broken", "tool = 3  # redraft", "#" * 300_000])
def test_a_pyproject_without_the_table_does_not_end_the_search(text: str, tmp_path: Path) -> None:
    lay(tmp_path, redraft=OWN)
    assert seed(lay(tmp_path / "inner", pyproject=text)) == 1


@pytest.mark.parametrize("make", ["mkdir", "touch"])
def test_a_repository_ends_the_search_after_its_own_folder(make: str, tmp_path: Path) -> None:
    lay(tmp_path, redraft=OWN)
    repository = lay(tmp_path / "repository")
    getattr(repository / ".git", make)()  # a file, where it is a worktree or a submodule
    assert seed(repository / "src") == 0
    lay(repository, pyproject=SHARED)
    assert seed(repository / "src") == 2


def test_a_links_target_is_what_the_settings_speak_for(tmp_path: Path) -> None:
    hostile, home = lay(tmp_path / "hostile", redraft=OWN), lay(tmp_path / "home")
    (home / "a.py").touch()
    (hostile / "a.py").symlink_to(home / "a.py")
    assert seed(hostile / "a.py") == 0
    (home / "b.py").symlink_to(hostile / "b.py")
    assert seed(home / "b.py") == 1


def test_the_users_own_file_is_no_project(own: Write) -> None:
    file = own("[model]\nthreads = 2\n")
    in_force = load(file.parent / "a.py")
    assert in_force.project is None
    assert in_force.origin("model.threads").kind == "user"


def test_a_fault_is_told_with_its_place_in_pyproject(tmp_path: Path) -> None:
    lay(tmp_path, pyproject="[tool.redraft.decode]\nsed = 1\n")
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    file = tmp_path / "pyproject.toml"
    assert (
        str(caught.value) == f"{file}: unknown key 'tool.redraft.decode.sed'; did you mean 'seed'?"
    )
    lay(tmp_path, pyproject="[tool]\nredraft = 1\n")
    with pytest.raises(SettingsError, match=r"'tool\.redraft': expected a table"):
        load(tmp_path)


def test_a_link_inside_its_folder_is_followed(tmp_path: Path) -> None:
    lay(tmp_path / "settings", redraft=OWN)
    (tmp_path / "redraft.toml").symlink_to("settings/redraft.toml")
    assert seed(tmp_path) == 1


@pytest.mark.parametrize(
    ("owner", "is_stranger"), [(0, False), (1, False), (2, False), (3, True), (None, True)]
)
def test_whose_file_may_speak(owner: int | None, is_stranger: bool) -> None:
    assert stranger(owner, user=1, holder=2) is is_stranger


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root gives files away")
def test_a_strangers_file_above_speaks_only_when_trusted(tmp_path: Path) -> None:
    lay(tmp_path, redraft=OWN)
    os.chown(tmp_path / "redraft.toml", 12345, -1)
    with pytest.raises(SettingsError, match=r"redraft\.toml: it belongs to another user; read the"):
        load(tmp_path / "mine" / "a.py")
    os.chown(tmp_path, 12345, -1)
    assert seed(tmp_path / "a.py") == 1
