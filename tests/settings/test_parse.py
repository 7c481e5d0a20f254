import re
from pathlib import Path

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from redraft.errors import SettingsError
from redraft.settings import (
    DecodeSettings,
    FindingSettings,
    ModelSettings,
    PromptSettings,
    Recipe,
    Settings,
    Severity,
    parse,
)
from redraft.settings.toml import settled

KEYS = st.text(max_size=3) | st.sampled_from(
    [*attrs.fields_dict(Settings), "context", "end", "rewrite", "title", "languages", "x"]
)

LEVEL = "expected refuse, mend, review, warn or ignore"


DECODE_KEYS = "temperature, top_p, seed, answer, thinking, identity"


def refusal(text: str) -> str:
    with pytest.raises(SettingsError) as caught:
        parse(text, "my.toml")
    said = str(caught.value)
    assert said.startswith("my.toml: ")
    return said.removeprefix("my.toml: ")


def test_everything_can_be_set() -> None:
    text = '''
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
identity = "guard"
[prompt]
system = "S"
rewrite = "{instruction}!"
selection = "{selection}{instruction}"
feedback = "{findings}{instruction}"
ask_system = ""
ask = "{instruction}?"
[findings]
end = "refuse"
drift = "ignore"
[recipes.tests]
title = "Write tests"
instruction = "Add tests."
languages = ["python", "go"]
[recipes.a-B_9]
title = "説明"
instruction = """
Say
more."""
'''
    assert parse(text, "my.toml") == Settings(
        ModelSettings(Path("/models/m.gguf"), Path("a.gguf"), 4096, 0, 2),
        DecodeSettings(1, 0.5, 7, 16, 0, "guard"),
        PromptSettings(
            "S",
            "{instruction}!",
            "{selection}{instruction}",
            "{findings}{instruction}",
            "",
            "{instruction}?",
        ),
        FindingSettings(end="refuse", drift="ignore"),
        {
            "tests": Recipe("Write tests", "Add tests.", ("python", "go")),
            "a-B_9": Recipe("説明", "Say\nmore."),
        },
    )


@pytest.mark.parametrize("text", ["", "# nothing\n", "[model]\n[decode]\n"])
def test_what_is_not_set_has_its_default(text: str) -> None:
    assert parse(text, "my.toml") == Settings()


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
            "unknown key 'decode.qqq'; known here: " + DECODE_KEYS,
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
        (
            "[model]\ncontext = 255",
            "'model.context': expected at least 256 and at most 2147483647, got 255",
        ),
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
        (
            "[decode]\nseed = -1",
            "'decode.seed': expected at least 0 and at most 9223372036854775807, got -1",
        ),
        (
            "[decode]\nanswer = 15",
            "'decode.answer': expected at least 16 and at most 2147483647, got 15",
        ),
        (
            "[decode]\nthinking = -1",
            "'decode.thinking': expected at least 0 and at most 2147483647, got -1",
        ),
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
        ("feedback", "{instruction}", "{findings}"),
        ("feedback", "{findings}", "{instruction}"),
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
    assert said == "'model.context': expected at least 256 and at most 2147483647, got 1"


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


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[findings]\nend = 'wran'", f"'findings.end': {LEVEL}, got 'wran'; did you mean 'warn'?"),
        ("[findings]\nend = 'off'", f"'findings.end': {LEVEL}, got 'off'"),
        ("[findings]\nend = 1", "'findings.end': expected text, got a whole number"),
        ("[findings]\nlop = 'warn'", "unknown key 'findings.lop'; did you mean 'loop'?"),
        ("recipes = 1", "'recipes': expected a table, got a whole number"),
        ("recipes.x = 1", "'recipes.x': expected a table, got a whole number"),
        (
            "[recipes.x]\ntitle = 'T'",
            "'recipes.x.instruction': expected a value, and it is not there",
        ),
        (
            "[recipes.x]\ntitle = ' '\ninstruction = 'I'",
            "'recipes.x.title': expected text, got nothing but blanks",
        ),
        (
            "[recipes.x]\ntitle = 'T'\ninstruction = ''",
            "'recipes.x.instruction': expected text, got nothing but blanks",
        ),
        (
            '[recipes.x]\ntitle = "T\\u001b[2J"\ninstruction = "I"',
            "'recipes.x.title': expected one line of printable text",
        ),
        (
            "[recipes.x]\ntitle = 'T'\ninstruction = 'I'\nlanguages = 'go'",
            "'recipes.x.languages': expected a list, got text",
        ),
        (
            "[recipes.x]\ntitle = 'T'\ninstruction = 'I'\nlanguages = ['go', 1]",
            "'recipes.x.languages[1]': expected text, got a whole number",
        ),
        (
            "[recipes.x]\ntitel = 'T'\ntitle = 'T'\ninstruction = 'I'",
            "unknown key 'recipes.x.titel'; did you mean 'title'?",
        ),
        (
            '[recipes."ab\\n"]\ntitle = "T"\ninstruction = "I"',
            "'recipes.ab\\u000a': expected a name of letters, digits, - and _, 64 at most",
        ),
        (
            "[recipes.'a b']\ntitle = 'T'\ninstruction = 'I'",
            "'recipes.a b': expected a name of letters, digits, - and _, 64 at most",
        ),
    ],
)
def test_findings_and_recipes_are_checked_too(text: str, said: str) -> None:
    assert refusal(text) == said


def test_the_defaults_of_findings_are_those_of_the_design() -> None:
    levels: dict[Severity, set[str]] = {}
    for name, level in attrs.asdict(FindingSettings()).items():
        levels.setdefault(level, set()).add(name)
    assert levels == {
        "refuse": {"empty", "prose", "loop", "leak", "syntax", "encoding"},
        "mend": {"cut_off", "placeholder", "end"},
        "review": {"moved", "removed"},
        "warn": {"outside", "drift", "unchanged"},
    }


def test_settings_cannot_be_changed() -> None:
    settings = parse("[recipes.x]\ntitle = 'T'\ninstruction = 'I'", "my.toml")
    with pytest.raises(TypeError):
        settings.recipes["x"] = Recipe("T", "U")  # type: ignore[index]


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats()
        | st.text()
        | st.sampled_from(["refuse", "{instruction}", "title", "x"]),
        lambda inner: st.lists(inner) | st.dictionaries(KEYS, inner),
    )
)
def test_any_table_is_settings_or_an_error_that_names_a_key(value: object) -> None:
    table = value if isinstance(value, dict) else {"model": value}
    said = "my.toml: ''"
    try:
        settled(table, "my.toml")
    except SettingsError as error:
        said = str(error)
    assert re.match(r"my\.toml: (unknown key )?'", said)
    assert said.isprintable()
