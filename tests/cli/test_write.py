"""Files written, or left as they were and said why; and what a filter passes on."""

from pathlib import Path

import pytest
from tests.cli.conftest import Run, paths, replacing

TEXT = "def main():\n    print('hello')\n    print('bye')\n"
LOG = replacing("print", "log")
CUT = "```python\ndef main():\n    print('hello')\n"


def test_write_writes_and_says_how_much(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "--write", "print to log", "a.py", script=LOG)
    assert (done.code, done.out) == (0, "")
    assert "a.py: changed, 1 hunk\n" in done.err
    assert (tmp_path / "a.py").read_text() == TEXT.replace("print", "log")


def test_write_and_diff_do_both(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "--write", "--diff", "print to log", "a.py", script=LOG)
    assert "+    log('bye')" in done.out
    assert (tmp_path / "a.py").read_text() == TEXT.replace("print", "log")


def test_check_writes_nothing_and_ends_in_1_where_something_would_change(
    run: Run, tmp_path: Path
) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "--check", "print to log", "a.py", script=LOG)
    assert (done.code, done.out) == (1, "")
    assert "a.py: would change, 1 hunk" in done.err
    assert (tmp_path / "a.py").read_text() == TEXT
    assert run("rewrite", "--check", "print to log", "a.py", script=replacing("x", "x")).code == 0


def test_one_bad_file_stops_no_other_and_never_ends_in_0(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT, "x = 2\n", TEXT])
    (tmp_path / "b.py").chmod(0o444)
    done = run("rewrite", "--write", "print to log", "a.py", "b.py", "none.py", "c.py", script=LOG)
    assert done.code == 2
    assert "b.py: is read-only; left as it is" in done.err
    for name in ("a.py", "c.py"):
        assert (tmp_path / name).read_text() == TEXT.replace("print", "log")
    assert (tmp_path / "b.py").read_text() == "x = 2\n"


def test_a_refused_answer_writes_nothing_and_can_be_looked_at(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "--write", "say hi", "a.py", script="```python\n\n```")
    assert (done.code, done.out) == (1, "")
    assert "a.py: REFUSED, empty: " in done.err
    assert (tmp_path / "a.py").read_text() == TEXT
    last = run("last")
    assert (last.code, last.out) == (0, "```python\n\n```\n")
    assert "a.py: refused: empty: " in last.err
    assert "the instruction was: say hi" in last.err


def test_a_file_that_changed_meanwhile_is_left_and_the_result_kept(
    run: Run, tmp_path: Path
) -> None:
    paths(tmp_path, [TEXT])

    def script(prompt: str) -> str:
        (tmp_path / "a.py").write_text("# typed meanwhile\n")
        return LOG(prompt)  # type: ignore[return-value]

    done = run("rewrite", "--write", "print to log", "a.py", script=script)
    assert done.code == 2
    assert "a.py: changed since it was read; left as it is" in done.err
    assert (tmp_path / "a.py").read_text() == "# typed meanwhile\n"
    assert run("last").out == TEXT.replace("print", "log")


def test_a_refusal_is_kept_for_its_user_alone(run: Run, tmp_path: Path, own_folders: Path) -> None:
    paths(tmp_path, [TEXT, TEXT])
    run("rewrite", "go", "a.py", "b.py", script="```python\n\n```")
    (kept,) = (own_folders / "XDG_STATE_HOME" / "redraft").glob("last.json")
    assert kept.stat().st_mode & 0o077 == 0
    assert [entry["path"] for entry in run("last", "--json").lines] == ["a.py", "b.py"]
    assert [entry["path"] for entry in run("last", "--json", "b.py").lines] == ["b.py"]
    kept.write_text("{")
    assert (run("last").code, run("last").out) == (0, "")
    assert "nothing was refused" in run("last").err


def test_what_cannot_be_kept_stops_no_file(run: Run, tmp_path: Path, own_folders: Path) -> None:
    paths(tmp_path, [TEXT, TEXT])
    (own_folders / "XDG_STATE_HOME").write_text("in the way")
    done = run("rewrite", "go", "a.py", "b.py", script="```python\n\n```")
    assert done.code == 1
    assert done.err.count("REFUSED, empty") == 2
    assert "could not be kept" in done.err


def test_a_filter_passes_the_new_text_on(run: Run) -> None:
    done = run("rewrite", "--write", "print to log", "-", script=LOG, stdin=b"print(1)\r\n")
    assert (done.code, done.out) == (0, "log(1)\r\n")


def test_a_filter_passes_on_what_came_where_the_answer_is_refused(run: Run) -> None:
    done = run("rewrite", "--write", "go", "-", script="```python\n\n```", stdin=b"print(1)\r\n")
    assert (done.code, done.out) == (1, "print(1)\r\n")
    assert "REFUSED, empty" in done.err


def test_json_says_whether_it_was_written(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, ["\ufeff" + TEXT])
    (line,) = run("rewrite", "--write", "--json", "print to log", "a.py", script=LOG).lines
    assert line["written"] is True
    assert (line["encoding"], line["mark"]) == ("utf-8", True)
    assert line["text"] == TEXT.replace("print", "log")
    (hunk,) = line["hunks"]
    assert (hunk["first"], hunk["last"]) == (2, 3)
    assert (tmp_path / "a.py").read_text("utf-8") == "\ufeff" + line["text"]
    (line,) = run("rewrite", "--json", "log to print", "a.py", script=replacing("log", "p")).lines
    assert line["written"] is False


def test_what_a_person_should_look_at_is_refused_where_nobody_looks(
    run: Run, tmp_path: Path
) -> None:
    body = [f"def step_{name}():\n    return {name!r} * 3\n\n\n" for name in "abcdefgh"]
    paths(tmp_path, ["".join(body)])
    answer = f"```python\n{''.join(body[4:] + body[:4])}```"
    shown = run("rewrite", "use three", "a.py", script=answer)
    assert shown.code == 0
    assert "a.py: warning, moved" in shown.err
    written = run("rewrite", "--write", "use three", "a.py", script=answer)
    assert written.code == 1
    assert "a.py: REFUSED, moved" in written.err
    assert (tmp_path / "a.py").read_text() == "".join(body)


def test_a_link_that_leads_out_of_the_repository_is_not_followed(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(TEXT)
    clone = tmp_path / "clone"
    (clone / ".git").mkdir(parents=True)
    (clone / "a.py").symlink_to("../mine.py")
    done = run("rewrite", "--write", "print to log", "clone/a.py", script=LOG)
    assert done.code == 2
    assert done.err.count("redraft: ") == 1
    assert "clone/a.py: leads out of" in done.err
    assert (tmp_path / "mine.py").read_text() == TEXT


def test_the_encoding_can_be_named(run: Run, tmp_path: Path) -> None:
    data = "print('日本語')\n".encode("cp932")
    (tmp_path / "a.py").write_bytes(data)
    refused = run("rewrite", "--write", "print to log", "a.py", script=LOG)
    assert refused.code == 2
    assert "a.py: not UTF-8" in refused.err
    done = run(*("rewrite", "--write", "--encoding", "cp932", "print to log", "a.py"), script=LOG)
    assert done.code == 0
    assert (tmp_path / "a.py").read_bytes() == "log('日本語')\n".encode("cp932")


def test_what_the_encoding_cannot_hold_is_refused(run: Run, tmp_path: Path) -> None:
    text = "# -*- coding: latin-1 -*-\nprint('caf\u00e9')\n"
    (tmp_path / "a.py").write_bytes(text.encode("latin-1"))
    done = run("rewrite", "--write", "go", "a.py", script=replacing("caf", "\u65e5"))
    assert done.code == 1
    assert "REFUSED, encoding at line 2" in done.err
    assert (tmp_path / "a.py").read_bytes() == text.encode("latin-1")


def test_a_recipe_brings_the_instruction(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    recipe = "[recipes.log]\ntitle = 'Log'\ninstruction = 'Print to log, please'\n"
    (tmp_path / "redraft.toml").write_text(recipe)

    def script(prompt: str) -> str:
        assert "Print to log, please" in prompt
        return LOG(prompt)  # type: ignore[return-value]

    assert run("rewrite", "--write", "--recipe", "log", "a.py", script=script).code == 0
    assert (tmp_path / "a.py").read_text() == TEXT.replace("print", "log")
    done = run("rewrite", "--recipe", "lag", "a.py", script=script)
    assert done.code == 2
    assert "no recipe 'lag'; did you mean 'log'?" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--write", "--check", "go", "a.py"], "exclude each other"),
        (["-i", "--write", "go", "a.py"], "exclude each other"),
        (["-i", "go", "a.py"], "asks at the terminal"),
        (["--recipe", "x", "--message-file", "m", "a.py"], "name one"),
        (["--config", "none.toml", "go", "a.py"], "none.toml: there is no such file"),
    ],
)
def test_what_does_not_go_together_is_refused_before_any_work(
    run: Run, tmp_path: Path, arguments: list[str], said: str
) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", *arguments, script=LOG)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert (tmp_path / "a.py").read_text() == TEXT


@pytest.mark.parametrize(
    "text",
    [
        "[model]\npath = 'evil.gguf'\n",
        "[model]\nadapter = 'evil.gguf'\n",
        "[findings]\nplaceholder = 'ignore'\n",
        "[engine]\nurl = 'https://example.com'\n",
        "[commands]\nafter = 'rm -rf .'\n",
        f"a = {'[' * 5000}\n",
        f"# {'x' * 300_000}\n",
        "\0",
    ],
)
def test_a_hostile_repository_is_one_clear_error(run: Run, tmp_path: Path, text: str) -> None:
    paths(tmp_path, [TEXT])
    (tmp_path / "redraft.toml").write_text(text)
    done = run("rewrite", "--write", "print to log", "a.py", script=LOG)
    assert (done.code, done.out) == (2, "")
    assert done.err.count("redraft: ") == 1
    assert "redraft.toml: " in done.err
    assert "Traceback" not in done.err
    assert (tmp_path / "a.py").read_text() == TEXT


def test_a_trusted_project_may_choose_the_model(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    (tmp_path / "redraft.toml").write_text("[model]\npath = 'my.gguf'\n")
    (tmp_path / "my.gguf").write_bytes(b"GGUF")
    assert run("rewrite", "--write", "print to log", "a.py", script=LOG).code == 2
    assert run("trust", "--yes", ".").code == 0
    assert run("rewrite", "--write", "print to log", "a.py", script=LOG).code == 0
    assert (tmp_path / "a.py").read_text() == TEXT.replace("print", "log")


def test_a_no_op_leaves_every_byte_and_the_file_itself(run: Run, tmp_path: Path) -> None:
    text = "a\r\nb\nc\rd\fe\u2028f"
    (tmp_path / "a.py").write_bytes(text.encode())
    before = (tmp_path / "a.py").stat()
    done = run("rewrite", "--write", "go", "a.py", script=replacing("?", "!"))
    assert done.code == 0
    after = (tmp_path / "a.py").stat()
    assert (tmp_path / "a.py").read_bytes() == text.encode()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)


def test_the_diff_of_another_encoding_is_utf_8(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(TEXT.replace("bye", "日").encode("utf-16"))
    done = run("rewrite", "print to log", "a.py", script=LOG)
    assert "+    log('日')" in done.out
