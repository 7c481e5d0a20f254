import io
import sys
from pathlib import Path
from typing import Protocol

import pytest
from tests.cli.conftest import Outcome, Run

from redraft.cli import main
from redraft.errors import SettingsError
from redraft.settings import load
from redraft.settings.trust import trust_file, trusted

HUNGRY = '[model]\nthreads = 7\npath = "m\\u001b[2J.gguf"\n[decode]\nseed = 1\n'


class Terminal(io.StringIO):
    """Somebody who types this."""

    def isatty(self) -> bool:
        return True


class Ask(Protocol):
    """Runs `redraft trust` before somebody who answers."""

    def __call__(self, *arguments: str, answer: str | None = None) -> Outcome: ...


@pytest.fixture
def ask(
    run: Run, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Ask:
    def ask(*arguments: str, answer: str | None = None) -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.StringIO() if answer is None else Terminal(answer))
        with pytest.raises(SystemExit) as caught:
            main(["trust", *arguments])
        out, err = capfdbinary.readouterr()
        assert isinstance(caught.value.code, int)
        return Outcome(caught.value.code, out.decode(), err.decode())

    return ask


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "redraft.toml"
    file.write_text(HUNGRY)
    return file


def obeyed(file: Path) -> bool:
    try:
        return load(file).settings.model.threads == 7
    except SettingsError:
        return False


def test_a_yes_trusts_after_what_is_asked_for_was_shown(ask: Ask, file: Path) -> None:
    done = ask(answer="y\n")
    assert done.code == 0
    shown, _, _ = done.err.partition("Trust it?")
    assert shown == (
        f"{file} sets what is yours to set:\n"
        '  model.path = "m\\u001b[2J.gguf"\n'
        "  model.threads = 7\n"
    )
    assert obeyed(file)
    again = ask()
    assert (again.code, again.err) == (0, f"{file}: already trusted\n")


@pytest.mark.parametrize(("answer", "code"), [("n\n", 1), ("\n", 1), ("", 130)])
def test_anything_but_yes_trusts_nothing(answer: str, code: int, ask: Ask, file: Path) -> None:
    assert ask(answer=answer).code == code
    assert not obeyed(file)
    assert not trust_file().exists()


def test_without_a_terminal_yes_must_be_said_beforehand(ask: Ask, file: Path) -> None:
    done = ask()
    assert done.code == 2
    assert "nobody to ask; read it, then say --yes" in done.err
    assert not obeyed(file)
    assert ask("--yes").code == 0
    assert obeyed(file)


def test_the_project_is_found_upwards_but_a_named_folder_is_taken_at_its_word(
    ask: Ask, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inner = file.parent / "inner"
    inner.mkdir()
    done = ask(str(inner), "--yes")
    assert done.code == 2
    assert f"{inner}: no redraft.toml, and no pyproject.toml with [tool.redraft]" in done.err
    monkeypatch.chdir(inner)
    assert ask("--yes").code == 0
    assert dict(trusted()).keys() == {str(file.parent)}


def test_a_file_that_is_wrong_is_not_trusted(ask: Ask, file: Path) -> None:
    file.write_text("[model]\nthrds = 7\n")
    done = ask("--yes")
    assert done.code == 2
    assert "did you mean 'threads'?" in done.err
    assert not trusted()


def test_a_file_that_asks_for_nothing_can_be_trusted_too(ask: Ask, file: Path) -> None:
    file.write_text("[decode]\nseed = 1\n")
    done = ask(answer="y\n")
    assert done.code == 0
    assert done.err.startswith(f"{file} sets nothing of that kind")


def test_trust_is_taken_back(ask: Ask, file: Path) -> None:
    ask("--yes")
    done = ask("--revoke")
    assert (done.code, done.err) == (0, f"{file.parent}: no longer trusted\n")
    assert not obeyed(file)
    assert ask("--revoke", str(file.parent)).err == f"{file.parent}: was not trusted\n"


def test_trust_is_taken_back_from_a_folder_that_is_gone(ask: Ask, file: Path) -> None:
    ask("--yes")
    file.unlink()
    assert ask("--revoke", str(file.parent)).code == 0
    assert not trusted()


def test_the_list_says_what_still_holds(ask: Ask, file: Path) -> None:
    assert ask("--list").out == ""
    ask("--yes")
    assert ask("--list").out == f"{file.parent}\n"
    file.write_text(HUNGRY + "#")
    assert ask("--list").out == f"{file.parent}  (no longer: its file has changed)\n"
    file.unlink()
    file.mkdir()
    assert "(no longer: " in ask("--list").out


def test_a_damaged_record_is_told(ask: Ask, file: Path) -> None:
    ask("--yes")
    trust_file().write_text("{")
    for arguments in (("--yes",), ("--list",), ("--revoke",)):
        done = ask(*arguments)
        assert done.code == 2
        assert f"{trust_file()}: damaged; remove it, and trust your projects anew" in done.err


def test_two_things_at_once_are_a_misuse(ask: Ask) -> None:
    assert ask("--revoke", "--list").code == 2
