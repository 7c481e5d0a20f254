import json
from pathlib import Path

import attrs
import pytest
from tests.cli.conftest import Run

from redraft.settings import Settings, load, parse, user_file

THEIRS = """
[decode]
seed = 5
[prompt]
system = "S\\u001b[2J\\u202e"
[recipes.docs]
title = "説明"
instruction = '''
Say "more".
'''
languages = ["python", "go"]
"""


def own(text: str) -> Path:
    file = user_file()
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return file


def test_show_prints_toml_that_sets_just_what_is_in_force(run: Run, tmp_path: Path) -> None:
    (tmp_path / "redraft.toml").write_text(THEIRS)
    own("[model]\npath = '/m.gguf'\nthreads = 3\n")
    done = run("config", "show")
    assert done.code == 0
    assert parse(done.out, "shown") == load(tmp_path).settings
    assert done.out.replace("\n", "").isprintable()


def test_show_names_every_key_and_where_it_came_from(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "redraft.toml"
    file.write_text(THEIRS)
    mine = own("[model]\nthreads = 3\n")
    lines = run("config", "show", str(tmp_path / "redraft.toml")).out.splitlines()
    assert lines[0] == f"# project: {tmp_path}"
    assert f"threads = 3  # your file {mine}" in lines
    assert f"seed = 5  # the project's file {file}" in lines
    assert f'languages = ["python", "go"]  # the project\'s file {file}' in lines
    assert "context = 32768  # default" in lines
    assert "# path is not set  # default" in lines
    shown = {line.removeprefix("# ").split(" ")[0] for line in lines}
    for table in attrs.astuple(Settings(), recurse=False)[:-1]:
        assert set(attrs.fields_dict(type(table))) <= shown


def test_show_as_json(run: Run, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.redraft.decode]\nseed = 5\n")
    own("[model]\npath = '/m.gguf'\n")
    [shown] = run("config", "show", "--json").lines
    assert shown["project"] == str(tmp_path)
    assert shown["settings"]["model.path"] == {
        "value": "/m.gguf",
        "origin": f"your file {user_file()}",
    }
    assert shown["settings"]["decode.seed"]["value"] == 5
    assert shown["settings"]["model.adapter"] == {"value": None, "origin": "default"}
    assert run("config", "show", str(tmp_path.parent), "--json").lines[0]["project"] is None


def test_show_shows_nothing_of_settings_that_are_wrong(run: Run, tmp_path: Path) -> None:
    (tmp_path / "redraft.toml").write_text("[model]\npath = 'evil.gguf'\n")
    done = run("config", "show")
    assert (done.code, done.out) == (2, "")
    assert f"redraft trust {tmp_path}" in done.err


def test_check_says_which_files_are_fine(run: Run, tmp_path: Path) -> None:
    done = run("config", "check")
    assert done.code == 0
    assert done.out == f"no settings file, so the defaults hold; yours would be {user_file()}\n"
    mine = own("[decode]\nseed = 1\n")
    file = tmp_path / "redraft.toml"
    file.write_text(THEIRS)
    done = run("config", "check", ".", str(file))
    assert (done.code, done.err) == (0, "")
    assert done.out == f"{mine}: fine\n{file}: fine\n"


def test_check_says_all_that_is_wrong(run: Run, tmp_path: Path) -> None:
    mine = own("[model]\ncontxt = 1\nthreads = 'x'\n[decode]\nseed = -1\n")
    for name, text in {
        "a": "x = [",
        "b": "[model]\npath = 'x'\n[findings]\nend = 'warn'\n",
    }.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "redraft.toml").write_text(text)
    done = run("config", "check", "a", "b", "a")
    assert (done.code, done.out) == (2, "")
    starts = [line.removeprefix("redraft: ").split(";")[0] for line in done.err.splitlines()]
    assert starts == [
        f"{mine}: 'model.threads': expected a whole number, got text",
        f"{mine}: unknown key 'model.contxt'",
        f"{mine}: 'decode.seed': expected at least 0 and at most 9223372036854775807, got -1",
        f"{tmp_path}/a/redraft.toml: not valid TOML: Invalid value (at end of document)",
        f"{tmp_path}/b/redraft.toml: 'model.path' is yours to set, not a project's",
        f"{tmp_path}/b/redraft.toml: 'findings.end' is yours to set, not a project's",
    ]


def test_check_tells_a_few_of_many_faults(run: Run) -> None:
    own("".join(f"x{number} = 1\n" for number in range(5_000)))
    assert len(run("config", "check").err.splitlines()) == 20


def test_check_holds_a_project_against_what_the_user_set(run: Run, tmp_path: Path) -> None:
    (tmp_path / "redraft.toml").write_text("[findings]\nend = 'warn'\n")
    assert run("config", "check").code == 2
    own("[findings]\nend = 'ignore'\n")
    assert run("config", "check").code == 0


def test_check_misses_no_file_that_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDRAFT_CONFIG", "none.toml")
    done = run("config", "check")
    assert (done.code, done.out) == (2, "")
    assert done.err == "redraft: none.toml: $REDRAFT_CONFIG names it, and it is not there\n"


def test_a_path_that_is_not_there_is_a_misuse(run: Run) -> None:
    assert run("config", "check", "nowhere").code == 2
    assert run("config", "show", "nowhere").code == 2


def test_schema_is_printed(run: Run) -> None:
    done = run("config", "schema")
    assert done.code == 0
    assert json.loads(done.out)["$schema"] == "https://json-schema.org/draft/2020-12/schema"
