import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.settings.conftest import Write

from redraft.errors import SettingsError
from redraft.settings import InForce, Origin, Recipe, Settings, load, user_file
from redraft.settings.toml import settled

FREE: dict[str, st.SearchStrategy[Any]] = {
    "decode": st.fixed_dictionaries(
        {}, optional={"seed": st.integers(1, 9), "answer": st.integers(16, 20)}
    ),
    "prompt": st.fixed_dictionaries({}, optional={"system": st.text(max_size=2)}),
    "recipes": st.dictionaries(
        st.sampled_from("abc"),
        st.fixed_dictionaries({"title": st.sampled_from("TU"), "instruction": st.just("I")}),
    ),
}
Raw = dict[str, dict[str, Any]]
TABLES: st.SearchStrategy[Raw] = st.fixed_dictionaries({}, optional=FREE)


def test_without_any_file_the_defaults_hold(tmp_path: Path) -> None:
    for in_force in (load(), load(tmp_path), load(tmp_path / "none" / "a.py")):
        assert in_force.settings == Settings()
        assert in_force.project is None
        assert in_force.origin("model.path") == Origin("default")


def test_a_project_goes_above_the_user_and_the_user_above_the_defaults(
    own: Write, project: Write
) -> None:
    mine = own("[decode]\nseed = 1\nanswer = 99\n[model]\nthreads = 3\n")
    theirs = project("[decode]\nseed = 2\ntemperature = 1\n")
    in_force = load(theirs.parent / "deep" / "er" / "a.py")
    decode = in_force.settings.decode
    assert (decode.seed, decode.answer, decode.temperature) == (2, 99, 1)
    assert in_force.settings.model.threads == 3
    assert in_force.project == theirs.parent
    origins = {key: str(in_force.origin(key)) for key in ("decode.seed", "decode.answer")}
    assert origins == {
        "decode.seed": f"the project's file {theirs}",
        "decode.answer": f"your file {mine}",
    }
    assert str(in_force.origin("decode.top_p")) == "default"


@given(TABLES, TABLES)
def test_each_key_is_the_upmost_layers(lower: Raw, upper: Raw) -> None:
    laid, merged, origins = InForce(), dict[str, dict[str, Any]](), dict[str, str]()
    for name, raw in (("lower", lower), ("upper", upper)):
        laid = laid.with_file(raw, settled(raw, name), Origin("project", name))
        for table, keys in raw.items():
            merged[table] = {**merged.get(table, {}), **keys}
            origins |= {f"{table}.{key}": name for key in keys}
    assert laid.settings == settled(merged, "merged")
    assert {key: laid.origin(key).name for key in origins} == origins
    assert laid.origin("decode.top_p") == Origin()


def test_a_recipe_is_replaced_as_a_whole(own: Write, project: Write) -> None:
    own("[recipes.x]\ntitle = 'Mine'\ninstruction = 'I'\nlanguages = ['go']\n")
    theirs = project("[recipes.x]\ntitle = 'Theirs'\ninstruction = 'J'\n")
    in_force = load(theirs.parent)
    assert in_force.settings.recipes == {"x": Recipe("Theirs", "J")}
    assert in_force.origin("recipes.x").kind == "project"


def test_a_flag_goes_above_everything(own: Write) -> None:
    own("[model]\npath = '/mine.gguf'\ncontext = 512\n")
    in_force = load().with_flag("model.path", Path("a.gguf"), "--model")
    assert in_force.settings.model.path == Path("a.gguf")
    assert in_force.settings.model.context == 512
    assert str(in_force.origin("model.path")) == "flag --model"
    assert in_force.origin("model.context").kind == "user"


def test_a_flag_out_of_range_is_named() -> None:
    with pytest.raises(SettingsError, match=r"^--seed: expected at least 0 and at most 9"):
        load().with_flag("decode.seed", -1, "--seed")


def test_relative_paths_start_at_the_files_folder(own: Write) -> None:
    mine = own("[model]\npath = 'm.gguf'\nadapter = '/a.gguf'\n")
    model = load().settings.model
    assert (model.path, model.adapter) == (mine.parent / "m.gguf", Path("/a.gguf"))


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_users_own_file_is_read(mark: bytes, own: Write) -> None:
    file = own("")
    file.write_bytes(mark + b"[decode]\r\nseed = 3\r\n")
    assert file.name == "redraft.toml"
    assert load().settings.decode.seed == 3


def test_the_users_own_file_may_be_a_link(own: Write, tmp_path: Path) -> None:
    file = own("")
    file.unlink()
    (tmp_path / "dotfiles.toml").write_text("[decode]\nseed = 3\n")
    file.symlink_to(tmp_path / "dotfiles.toml")
    assert load().settings.decode.seed == 3


def test_the_environment_names_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my.toml").write_text("[decode]\nseed = 4\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in (tmp_path / "my.toml", "~/my.toml"):
        monkeypatch.setenv("REDRAFT_CONFIG", str(name))
        assert user_file() == tmp_path / "my.toml"
        assert load().settings.decode.seed == 4


@pytest.mark.parametrize("name", ["", "/dev/null"])
def test_the_environment_may_name_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDRAFT_CONFIG", name)
    assert load().settings == Settings()


@pytest.mark.parametrize(
    ("name", "said"),
    [("none.toml", "it is not there"), ("~nobody-of-that-name/x.toml", "has no home here")],
)
def test_a_file_that_the_environment_names_must_be_there(
    name: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("REDRAFT_CONFIG", name)
    with pytest.raises(SettingsError, match=rf"^{name}: \$REDRAFT_CONFIG names it, and .*{said}"):
        load()


def test_a_file_that_is_named_must_be_there_and_stands_for_the_users_own(
    own: Write, tmp_path: Path
) -> None:
    own("[decode]\nseed = 1\nanswer = 99\n")
    named = tmp_path / "my.toml"
    with pytest.raises(SettingsError) as caught:
        load(user=named)
    assert str(caught.value) == f"{named}: there is no such file"
    named.write_text("[decode]\nseed = 2\n")
    decode = load(user=named).settings.decode
    assert (decode.seed, decode.answer) == (2, 1024)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda file: file.mkdir(), "not a plain file"),
        (lambda file: file.write_bytes(b"# caf\xe9\n"), r"not UTF-8 \(byte 5\)"),
        (lambda file: file.symlink_to("none"), "cannot be read: No such file"),
        (lambda file: file.symlink_to(file), "leads nowhere|cannot be read"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(make: object, said: str, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    make(file)  # type: ignore[operator]
    with pytest.raises(SettingsError, match=f"^{re.escape(str(file))}: {said}"):
        load(user=file)
