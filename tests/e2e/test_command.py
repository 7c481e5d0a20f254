"""The installed command with the real model, as a user runs it: processes, a terminal, Ctrl-C."""

import os
import pty
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import frozen

ROOT = Path(__file__).parents[2]
REDRAFT = str(Path(sys.executable).with_name("redraft"))
DEMO = "tests/data/inventory.py"
INSTRUCTION = "Replace every print call with logging.info"


def redraft(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [REDRAFT, *arguments], input=stdin, capture_output=True, text=True, cwd=ROOT, check=False
    )


@frozen
class Terminal:
    """A process whose standard error is a terminal, and standard output perhaps too."""

    process: subprocess.Popen[bytes]
    screen: int

    def read(self, until: str = "") -> str:
        """What the terminal shows until a word, or until the process lets go of it."""
        seen = b""
        while not (until and until in seen.decode("utf-8", "replace")):
            ready, _, _ = select.select([self.screen], [], [], 120)
            try:
                piece = os.read(self.screen, 65536) if ready else b""
            except OSError:
                piece = b""
            if not piece:
                break
            seen += piece
        return seen.decode("utf-8", "replace")


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    # Jobs in the background of a shell ignore Ctrl-C, and hand that down; terminals do not.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    opened: list[Terminal] = []
    yield opened
    signal.signal(signal.SIGINT, before)
    for terminal in opened:
        terminal.process.kill()
        terminal.process.wait()
        os.close(terminal.screen)
        if terminal.process.stdout is not None:
            terminal.process.stdout.close()


def start(
    terminals: list[Terminal],
    *arguments: str,
    whole: bool,
    typing: bool = False,
    folder: Path = ROOT,
) -> Terminal:
    screen, side = pty.openpty()
    process = subprocess.Popen(
        [REDRAFT, *arguments],
        stdin=side if typing else subprocess.DEVNULL,
        stdout=side if whole else subprocess.PIPE,
        stderr=side,
        cwd=folder,
        env=os.environ | {"TERM": "xterm-256color", "COLUMNS": "120"},
        start_new_session=True,
    )
    os.close(side)
    terminals.append(Terminal(process, screen))
    return terminals[-1]


@pytest.fixture(scope="module")
def demo() -> subprocess.CompletedProcess[str]:
    return redraft("rewrite", INSTRUCTION, DEMO)


def test_the_demo_shows_a_diff_and_writes_nothing(demo: subprocess.CompletedProcess[str]) -> None:
    assert demo.returncode == 0
    removed = [line for line in demo.stdout.splitlines() if line.startswith("-    ")]
    added = [line for line in demo.stdout.splitlines() if line.startswith("+    ")]
    assert len(removed) == 3
    assert [line.replace("print(", "logging.info(")[1:] for line in removed] == [
        line[1:] for line in added
    ]
    subprocess.run(["git", "diff", "--quiet", "--", DEMO], cwd=ROOT, check=True)


def test_the_demos_diff_can_be_applied(demo: subprocess.CompletedProcess[str]) -> None:
    subprocess.run(
        ["git", "apply", "--check", "-"], input=demo.stdout, text=True, cwd=ROOT, check=True
    )


def test_the_account_is_on_stderr(demo: subprocess.CompletedProcess[str]) -> None:
    assert "SmolLM2-135M-Instruct.Q4_1 + redraft-tiny: drafted" in demo.stderr
    assert "accepted" in demo.stderr
    assert "\033[" not in demo.stdout + demo.stderr


def test_a_terminal_gets_color_and_a_bar(terminals: list[Terminal]) -> None:
    shown = start(terminals, "rewrite", INSTRUCTION, DEMO, whole=True).read()
    assert "\033[31m-    print(" in shown.replace("        print(", "    print(")
    assert "rewriting" in shown
    assert "%" in shown
    assert "would change" in shown


def test_a_redirected_diff_holds_nothing_of_the_bar(terminals: list[Terminal]) -> None:
    terminal = start(terminals, "rewrite", INSTRUCTION, DEMO, whole=False)
    shown = terminal.read()
    assert terminal.process.stdout is not None
    diff = terminal.process.stdout.read().decode()
    assert "rewriting" in shown
    assert diff.startswith("--- a/")
    assert "\033" not in diff


@pytest.fixture
def copies(tmp_path: Path) -> list[Path]:
    """Files to write, the longer one first."""
    paths = [tmp_path / "backup.py", tmp_path / "inventory.py"]
    for path, source in zip(paths, ("tests/bench/data/backup.py", DEMO), strict=True):
        path.write_bytes((ROOT / source).read_bytes())
    return paths


@pytest.mark.parametrize("phase", ["reading", "rewriting"])
def test_ctrl_c_stops_in_any_phase(
    terminals: list[Terminal], copies: list[Path], phase: str
) -> None:
    before = [path.read_bytes() for path in copies]
    names = [path.name for path in copies]
    folder = copies[0].parent
    arguments = ["rewrite", "--write", INSTRUCTION, *names]
    terminal = start(terminals, *arguments, whole=False, folder=folder)
    assert phase in terminal.read(until=phase)
    os.killpg(terminal.process.pid, signal.SIGINT)
    shown = terminal.read()
    assert terminal.process.wait() == 130
    assert "0 of 2 files were done" in shown
    assert "redraft: interrupted" in shown
    assert "Traceback" not in shown
    assert [path.read_bytes() for path in copies] == before


def test_write_writes_what_the_diff_shows(
    demo: subprocess.CompletedProcess[str], copies: list[Path]
) -> None:
    done = redraft("rewrite", "--write", INSTRUCTION, str(copies[1]))
    assert done.returncode == 0
    assert done.stdout == ""
    assert "inventory.py: changed, 3 hunks" in done.stderr
    assert copies[1].read_text() == (ROOT / DEMO).read_text().replace("print(", "logging.info(")
    assert redraft("rewrite", "--check", INSTRUCTION, DEMO).returncode == 1


def test_hunks_are_taken_one_by_one_at_a_terminal(
    terminals: list[Terminal], copies: list[Path]
) -> None:
    terminal = start(
        terminals, "rewrite", "-i", INSTRUCTION, str(copies[1]), whole=True, typing=True
    )
    for number, said in enumerate("yny", 1):
        assert f"hunk {number} of 3" in terminal.read(until="[y,n,a,q,e,?]")
        os.write(terminal.screen, f"{said}\n".encode())
    assert "inventory.py: changed, 2 hunks" in terminal.read()
    assert terminal.process.wait() == 0
    old = (ROOT / DEMO).read_text()
    kept = next(line for line in old.splitlines() if "in stock" in line)
    assert copies[1].read_text() == old.replace("print(", "logging.info(").replace(
        kept.replace("print(", "logging.info("), kept
    )


def test_ctrl_c_at_the_question_writes_nothing(
    terminals: list[Terminal], copies: list[Path]
) -> None:
    before = copies[1].read_bytes()
    terminal = start(
        terminals, "rewrite", "-i", INSTRUCTION, str(copies[1]), whole=True, typing=True
    )
    terminal.read(until="[y,n,a,q,e,?]")
    os.write(terminal.screen, b"y\n")
    terminal.read(until="hunk 2 of 3 [y,n,a,q,e,?]")
    os.killpg(terminal.process.pid, signal.SIGINT)
    assert "interrupted" in terminal.read()
    assert terminal.process.wait() == 130
    assert copies[1].read_bytes() == before


def test_what_does_not_fit_is_refused_with_both_numbers(tmp_path: Path) -> None:
    large = tmp_path / "large.py"
    large.write_text("value = compute(first, second)\n" * 3000)
    done = redraft("rewrite", INSTRUCTION, str(large), DEMO)
    assert done.returncode == 2
    assert "too long" in done.stderr
    assert "8192" in done.stderr
    assert done.stdout.startswith(f"--- a/{DEMO}")


def test_questions_are_answered() -> None:
    done = redraft("ask", "-q", "What is the capital of France?")
    assert done.returncode == 0
    assert "Paris" in done.stdout


def test_help_names_every_command() -> None:
    shown = redraft("--help").stdout
    assert "rewrite" in shown
    assert "ask" in shown
    assert "last" in shown
