"""The bench: the whole command over a scripted model, its figures, and what it advises."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from attrs import evolve
from tests.scripted import Script, ScriptedModel

from redraft import bench as use_case
from redraft.bench import Report, Row, advice, cases, oracle, run
from redraft.cli.bench import bench
from redraft.engine.measured import measure
from redraft.engine.model import Rollback
from redraft.errors import UsageError
from redraft.pipeline.request import Document
from redraft.settings import Settings

TEXT = "".join(f"print('line {number}')\n" for number in range(9))
DOCUMENT = Document(TEXT, "a.py", "python")
SETTINGS = Settings()
LINEAR = {width: 1.0 + 0.1 * (width - 1) for width in (1, 4, 16, 64)}
GOOD = Row("a.py", False, 90, 50.0, 150.0, 3.0, 12.0, 0.95, 0.8, 0.005, True, "drafted")
FREE = evolve(GOOD, name="free", free=True, times_plain=1.0, accepted=None, oracle=None)


def obeys(prompt: str) -> str:
    """Renames in a rewrite; answers a question with something of its own."""
    if "Explain" in prompt:
        return "It writes nine lines, one after another."
    return f"```python\n{TEXT.replace('print', 'log')}```"


def report(script: Script = obeys, rollback: Rollback = "trim", rounds: int = 1) -> Report:
    model = ScriptedModel(script, rollback=rollback)
    asked = cases(DOCUMENT, "print to log", SETTINGS.prompt)
    return asyncio.run(run(model, SETTINGS, asked, rounds, lambda *_: None, ThreadPoolExecutor(1)))


def test_a_rewrite_and_a_question_are_measured() -> None:
    rewrite, free = report(rounds=2).rows
    assert (rewrite.free, free.free) == (False, True)
    assert rewrite.same
    assert free.same
    assert rewrite.tokens_per_step > 2
    assert rewrite.accepted is not None
    assert rewrite.accepted > 0.5
    assert rewrite.oracle is not None
    assert free.oracle is None
    assert 0 < rewrite.drafting < 1
    assert rewrite.answer_tokens == len(ScriptedModel("").tokenize(obeys(""))) + 1


def test_nothing_of_one_round_is_drafted_from_in_the_next() -> None:
    once, twice = report(rounds=1), report(rounds=2)
    assert once.rows[0].tokens_per_step == twice.rows[0].tokens_per_step


def measured_passes() -> int:
    """Passes that trying widths out takes."""
    model = ScriptedModel("")
    measure(model, lambda _: None)
    return len(model.passes)


def test_text_that_differs_is_told_and_advised_on() -> None:
    spent = measured_passes()

    def fickle(prompt: str) -> str:
        return "of another mind" if len(model.passes) > spent + 15 else "of one mind"

    model = ScriptedModel(fickle)
    asked = cases(DOCUMENT, "print to log", SETTINGS.prompt)
    found = asyncio.run(run(model, SETTINGS, asked, 1, lambda *_: None, ThreadPoolExecutor(1)))
    assert not found.rows[0].same
    assert "differs" in found.advice


def test_a_model_that_cannot_go_back_is_named_so() -> None:
    found = report(rollback="none")
    assert found.rows[0].how.startswith("plain: model class")
    assert found.rows[0].oracle is None
    assert "cannot take rejected drafts back" in found.advice


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (GOOD, "of 3.8 that perfect drafts would reach"),
        (evolve(GOOD, oracle=0.5), "3.0 times plain: leave it on"),
        (evolve(GOOD, accepted=0.3), "Only 30% of what was drafted"),
        (evolve(GOOD, times_plain=0.98), "does not pay on this file"),
        (evolve(GOOD, same=False), "differs from plain"),
    ],
)
def test_the_advice_follows_the_figures(row: Row, said: str) -> None:
    assert said in advice([row, FREE], LINEAR)
    assert advice([row, FREE], LINEAR).count(". ") == 0


def test_free_form_drafting_that_costs_is_told() -> None:
    assert "free-form" in advice([GOOD, evolve(FREE, times_plain=0.9)], LINEAR)


@pytest.mark.parametrize(
    ("tokens", "time"), [(1, 1.0), (4, 1.3), (10, 1.9), (65, 7.4), (66, 8.4), (130, 14.8), (0, 0)]
)
def test_an_oracle_needs_full_passes_and_one_for_the_rest(tokens: int, time: float) -> None:
    assert oracle(tokens, LINEAR) == pytest.approx(time)


def test_an_oracle_without_costs_needs_no_time() -> None:
    assert oracle(100, {}) == 0
    assert oracle(2, {1: 0.5}) == 1.0


def test_without_a_file_redrafts_own_are_taken() -> None:
    rewrite, prose = cases(None, use_case.PRINT, SETTINGS.prompt)
    assert rewrite.name == "backup.py, 85 lines"
    assert rewrite.plain.source is not None
    assert "print(" in rewrite.plain.source
    assert prose.plain.source is None
    assert prose.drafted.source is not None
    assert 750 <= len(prose.drafted.source) <= 850


def called(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    model = ScriptedModel(obeys)
    monkeypatch.setattr("redraft.engine.llama.NativeModel", lambda *_, **__: model)
    code = bench.main(list(arguments), standalone_mode=False)
    assert model.room == 0, "the model was left open"
    assert isinstance(code, int)
    return code


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "a.py"
    path.write_text(TEXT)
    return str(path)


def test_the_command_prints_a_table_and_advice(
    file: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch, file, "--instruction", "print to log", "--rounds", "1") == 0
    lines = capfd.readouterr().out.splitlines()
    assert lines[0] == "scripted: 1 round in turn, medians"
    assert lines[2].split() == [f"{file},", "9", "lines", "free-form,", "on", file]
    assert [line.split()[0] for line in lines[6:10]] == [
        "times",
        "tokens/step",
        "accepted",
        "share",
    ]
    assert lines[11].split() == ["same", "text", "yes", "yes"]
    assert len({len(line) for line in lines[2:12]}) == 1
    assert lines[-1].endswith(".")
    assert Path(file).read_text() == TEXT


def test_the_command_speaks_json(
    file: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert called(monkeypatch, file, "--rounds", "1", "--json") == 0
    rewrite, free, last = map(json.loads, capfd.readouterr().out.splitlines())
    assert rewrite["same"] is True
    assert rewrite["plain"] > 0
    assert free["free"] is True
    assert last["advice"]


def test_plain_alone_is_no_bench() -> None:
    with pytest.raises(UsageError, match="leave --plain out"):
        bench.main(["--plain"], standalone_mode=False)
