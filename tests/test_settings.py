from pathlib import Path

import pytest

from redraft.errors import SettingsError
from redraft.settings import (
    DecodeSettings,
    ModelSettings,
    PromptSettings,
    Settings,
    load,
    parse,
    user_file,
)

DEFAULTS = Settings(ModelSettings(), DecodeSettings(), PromptSettings())


def refusal(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        parse(text, "my.toml")
    said = str(caught.value)
    assert said.startswith("my.toml: ")
    return said.removeprefix("my.toml: ")


def test_everything_can_be_set() -> None:
    text = """
[model]
path = "/models/m.gguf"
adapter = "a.gguf"
context = 4096
gpu_layers = 0
threads = 2
[decode]
temperature = 1
top_p = 0.5
seed = 7
answer = 16
thinking = 0
[prompt]
system = "S"
rewrite = "{instruction}!"
selection = "{selection}{instruction}"
ask_system = ""
ask = "{instruction}?"
"""
    assert parse(text, "my.toml") == Settings(
        ModelSettings(Path("/models/m.gguf"), Path("a.gguf"), 4096, 0, 2),
        DecodeSettings(1, 0.5, 7, 16, 0),
        PromptSettings("S", "{instruction}!", "{selection}{instruction}", "", "{instruction}?"),
    )


@pytest.mark.parametrize("text", ["", "# nothing\n", "[model]\n[decode]\n"])
def test_what_is_not_set_has_its_default(text: str) -> None:
    assert parse(text, "my.toml") == DEFAULTS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[modle]\npath = 'x'", "unknown key 'modle'; did you mean 'model'?"),
        ("modle = 1", "unknown key 'modle'; did you mean 'model'?"),
        ("[model]\npth = 'x'", "unknown key 'model.pth'; did you mean 'path'?"),
        (
            "[decode]\ntemprature = 1",
            "unknown key 'decode.temprature'; did you mean 'temperature'?",
        ),
        (
            "[decode]\nqqq = 1",
            "unknown key 'decode.qqq'; known here: temperature, top_p, seed, answer, thinking",
        ),
        ("[decode.seed]\nx = 1", "'decode.seed': expected a whole number, got a table"),
    ],
)
def test_an_unknown_key_is_named_with_the_nearest(text: str, said: str) -> None:
    assert refusal(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("model = 3", "'model': expected a table, got a whole number"),
        ("[[model]]\ncontext = 512", "'model': expected a table, got a list"),
        ("[model]\ncontext = true", "'model.context': expected a whole number, got true or false"),
        ("[model]\ncontext = '512'", "'model.context': expected a whole number, got text"),
        ("[model]\nthreads = 1.5", "'model.threads': expected a whole number, got a number"),
        ("[model]\nthreads = [1]", "'model.threads': expected a whole number, got a list"),
        ("[model]\npath = 3", "'model.path': expected text, got a whole number"),
        ("[model]\nadapter = false", "'model.adapter': expected text, got true or false"),
        ("[decode]\ntop_p = 'x'", "'decode.top_p': expected a number, got text"),
        (
            "[decode]\ntemperature = false",
            "'decode.temperature': expected a number, got true or false",
        ),
        ("[prompt]\nsystem = 1", "'prompt.system': expected text, got a whole number"),
        ("[prompt]\nask = 2026-01-01", "'prompt.ask': expected text, got a date"),
        (f"model = {'[' * 300}{']' * 300}", "'model': expected a table, got a list"),
    ],
)
def test_a_value_of_the_wrong_kind_is_told_in_words(text: str, said: str) -> None:
    assert refusal(text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[model]\ncontext = 255", "'model.context': expected at least 256, got 255"),
        (
            "[model]\ngpu_layers = -2",
            "'model.gpu_layers': expected at least -1 and at most 2147483647, got -2",
        ),
        ("[model]\nthreads = 0", "'model.threads': expected at least 1 and at most 512, got 0"),
        ("[model]\nthreads = 513", "'model.threads': expected at least 1 and at most 512, got 513"),
        (
            "[decode]\ntemperature = -0.1",
            "'decode.temperature': expected at least 0 and at most 10, got -0.1",
        ),
        (
            "[decode]\ntemperature = nan",
            "'decode.temperature': expected at least 0 and at most 10, got nan",
        ),
        (
            "[decode]\ntemperature = inf",
            "'decode.temperature': expected at least 0 and at most 10, got inf",
        ),
        ("[decode]\ntop_p = 0", "'decode.top_p': expected above 0 and at most 1, got 0"),
        ("[decode]\ntop_p = 1.1", "'decode.top_p': expected above 0 and at most 1, got 1.1"),
        ("[decode]\nseed = -1", "'decode.seed': expected at least 0, got -1"),
        ("[decode]\nanswer = 15", "'decode.answer': expected at least 16, got 15"),
        ("[decode]\nthinking = -1", "'decode.thinking': expected at least 0, got -1"),
    ],
)
def test_a_value_out_of_range_is_told_with_its_range(text: str, said: str) -> None:
    assert refusal(text) == said


@pytest.mark.parametrize(
    ("key", "wording", "missing"),
    [
        ("rewrite", "Do it", "{instruction}"),
        ("selection", "{instruction}", "{selection}"),
        ("selection", "{selection}", "{instruction}"),
        ("ask", "{ instruction }", "{instruction}"),
    ],
)
def test_a_wording_must_ask_for_something(key: str, wording: str, missing: str) -> None:
    said = refusal(f"[prompt]\n{key} = '{wording}'")
    assert said == f"'prompt.{key}': expected text that contains {missing}"


@pytest.mark.parametrize(
    "text",
    [
        "x = [",
        "[model\n",
        "[model]\n[model]\n",
        "x = 1\nx = 2",
        f"x = {'[' * 5000}{']' * 5000}",
        f"x = {'{a=' * 5000}1{'}' * 5000}",
        f"[{'a.' * 5000}a]",
    ],
)
def test_invalid_toml_is_said_to_be_so(text: str) -> None:
    assert refusal(text).startswith("not valid TOML: ")


def test_of_several_faults_one_is_told() -> None:
    said = refusal("[model]\ncontext = 1\n[decode]\nseed = -1\nx = 1")
    assert said == "'model.context': expected at least 256, got 1"


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("~nobody-of-that-name/m.gguf", "'model.path': expected a path, and the user after its ~ "),
        ("m\\u0000.gguf", "'model.path': expected a path, got text with a NUL character"),
    ],
)
def test_an_impossible_path_is_refused(path: str, said: str) -> None:
    assert refusal(f'[model]\npath = "{path}"').startswith(said)


def test_home_is_expanded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/someone")
    settings = parse("[model]\npath = '~/m.gguf'\nadapter = 'a~b.gguf'", "my.toml")
    assert settings.model.path == Path("/home/someone/m.gguf")
    assert settings.model.adapter == Path("a~b.gguf")


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load() == load(tmp_path / "none.toml") == DEFAULTS


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_the_users_own_file_is_read(mark: bytes) -> None:
    file = user_file()
    assert file.name == "redraft.toml"
    file.parent.mkdir(parents=True)
    file.write_bytes(mark + b"[decode]\r\nseed = 3\r\n")
    assert load().decode.seed == 3


def test_the_environment_names_another_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "my.toml").write_text("[decode]\nseed = 4\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in (tmp_path / "my.toml", "~/my.toml"):
        monkeypatch.setenv("REDRAFT_CONFIG", str(name))
        assert user_file() == tmp_path / "my.toml"
        assert load().decode.seed == 4


def test_an_empty_variable_names_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDRAFT_CONFIG", "")
    assert load() == DEFAULTS


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


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        load(tmp_path)
    assert str(caught.value) == f"{tmp_path}: cannot be read: Is a directory"


def test_a_file_below_a_file_cannot_be_read(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.touch()
    with pytest.raises(SettingsError, match="cannot be read: Not a directory"):
        load(file / "my.toml")


def test_other_encodings_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_bytes(b"# caf\xe9\n")
    with pytest.raises(SettingsError) as caught:
        load(file)
    assert str(caught.value) == f"{file}: not UTF-8 (byte 5)"
