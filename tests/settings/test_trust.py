import json
import os
import stat
from pathlib import Path

import pytest
from tests.settings.conftest import Write

from redraft.errors import SettingsError
from redraft.settings import load
from redraft.settings.project import ProjectFile, at
from redraft.settings.trust import grant, is_trusted, revoke, trust_file, trusted

HUNGRY = "[model]\nthreads = 7\n[findings]\nsyntax = 'ignore'\n"


def read(file: Path) -> ProjectFile:
    found = at(file.parent)
    assert found is not None
    return found


def test_what_is_trusted_is_obeyed(project: Write) -> None:
    file = project(HUNGRY)
    grant(read(file))
    in_force = load(file)
    assert in_force.settings.model.threads == 7
    assert in_force.settings.findings.syntax == "ignore"
    assert in_force.origin("model.threads").name == str(file)


@pytest.mark.parametrize("text", [HUNGRY + "# more\n", HUNGRY.replace("7", "8"), HUNGRY + " "])
def test_any_change_ends_trust(text: str, project: Write) -> None:
    file = project(HUNGRY)
    grant(read(file))
    project(text)
    with pytest.raises(SettingsError, match="is yours to set"):
        load(file)
    project(HUNGRY)
    assert load(file).settings.model.threads == 7


def test_trust_is_of_one_folder(project: Write, tmp_path: Path) -> None:
    file = project(HUNGRY)
    grant(read(file))
    for other in (tmp_path / "other", file.parent / "inner"):
        other.mkdir()
        (other / "redraft.toml").write_text(HUNGRY)
        with pytest.raises(SettingsError, match="is yours to set"):
            load(other)


def test_a_link_to_the_folder_is_the_folder(project: Write, tmp_path: Path) -> None:
    file = project(HUNGRY)
    (tmp_path / "link").symlink_to(file.parent)
    linked = at(tmp_path / "link")
    assert linked is not None
    grant(linked)
    assert load(file).settings == load(tmp_path / "link").settings


def test_trust_moves_with_no_folder(project: Write, tmp_path: Path) -> None:
    file = project(HUNGRY)
    grant(read(file))
    file.parent.rename(tmp_path / "moved")
    with pytest.raises(SettingsError, match="is yours to set"):
        load(tmp_path / "moved")


def test_trust_can_be_taken_back(project: Write) -> None:
    file = read(project(HUNGRY))
    assert not revoke(file.folder)
    grant(file)
    assert dict(trusted()) == {str(file.folder): file.digest}
    assert revoke(file.folder)
    assert not is_trusted(file)
    assert not trusted()


def test_the_record_is_the_users_alone(project: Write) -> None:
    file = read(project(HUNGRY))
    before = os.umask(0)
    try:
        grant(file)
    finally:
        os.umask(before)
    record = trust_file()
    assert stat.S_IMODE(record.stat().st_mode) == 0o600
    assert stat.S_IMODE(record.parent.stat().st_mode) == 0o700
    assert [path.name for path in record.parent.iterdir()] == ["trust.json"]


@pytest.mark.parametrize(
    "damage",
    [b"", b"{", b"[]", b'{"/x": 1}', b'{"/x": "abc"}', b"\xff", b"[" * 100_000, b"0" * 300_000],
)
def test_a_damaged_record_trusts_nothing_and_is_not_overwritten(
    damage: bytes, project: Write
) -> None:
    file = project(HUNGRY)
    grant(read(file))
    trust_file().write_bytes(damage)
    with pytest.raises(SettingsError, match="is yours to set"):
        load(file)
    for change in (lambda: grant(read(file)), lambda: revoke(file.parent)):
        with pytest.raises(SettingsError, match=r"trust\.json: (damaged|longer)"):
            change()
    assert trust_file().read_bytes() == damage


def test_a_write_that_fails_leaves_the_old_record(
    project: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = read(project(HUNGRY))
    grant(file)
    before = trust_file().read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SettingsError, match=r"trust\.json: cannot be written: No space left"):
        revoke(file.folder)
    assert trust_file().read_bytes() == before
    assert [path.name for path in trust_file().parent.iterdir()] == ["trust.json"]


def test_a_folder_name_of_any_bytes_can_be_trusted(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\n\xe3\x81\x82"))
    folder.mkdir()
    (folder / "redraft.toml").write_text(HUNGRY)
    file = at(folder)
    assert file is not None
    grant(file)
    assert is_trusted(file)
    assert list(json.loads(trust_file().read_text("ascii"))) == [str(folder)]
