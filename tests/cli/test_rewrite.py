"""`redraft rewrite` as a user types it; the model's part is scripted."""

import subprocess
from keyword import kwlist
from pathlib import Path

import pytest
from tests.cli.conftest import Run, paths, replacing
from tests.scripted import ScriptedModel

TEXT = "def main():\n    print('hello')\n    print('bye')\n"
LOG = replacing("print", "log")


def test_the_diff_goes_to_stdout_and_the_account_to_stderr(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "print to log", "a.py", script=LOG)
    assert done.code == 0
    assert done.out == (
        "--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,3 @@\n def main():\n"
        "-    print('hello')\n-    print('bye')\n+    log('hello')\n+    log('bye')\n"
    )
    assert "a.py: would change" in done.err
    assert "tokens/step" in done.err
    assert "drafted" in done.err
    assert (tmp_path / "a.py").read_text() == TEXT


def test_the_diff_can_be_applied(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT.replace("\n", "\r\n")])
    done = run("rewrite", "--diff", "print to log", "a.py", script=LOG)
    subprocess.run(["git", "apply", "-"], input=done.out.encode(), check=True, cwd=tmp_path)
    changed = TEXT.replace("print", "log").replace("\n", "\r\n")
    assert (tmp_path / "a.py").read_bytes() == changed.encode()


def test_the_diff_of_a_file_with_a_byte_order_mark_can_be_applied(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, ["\ufeff" + TEXT])
    done = run("rewrite", "print to log", "a.py", script=LOG)
    subprocess.run(["git", "apply", "-"], input=done.out.encode(), check=True, cwd=tmp_path)
    assert (tmp_path / "a.py").read_text("utf-8") == "\ufeff" + TEXT.replace("print", "log")


def test_quiet_leaves_the_account_out(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "-q", "print to log", "a.py", script=LOG)
    assert done.err == "a.py: would change, 1 hunk\n"


def test_several_files_one_after_another_and_a_bad_one_stops_nothing(
    run: Run, tmp_path: Path
) -> None:
    paths(tmp_path, [TEXT, TEXT])
    (tmp_path / "bad.py").write_bytes(b"ab\xff")
    done = run("rewrite", "print to log", "a.py", "bad.py", "none.py", "b.py", script=LOG)
    assert done.code == 2
    assert done.out.count("+++ ") == 2
    assert "bad.py: not UTF-8" in done.err
    assert "none.py: cannot be read: No such file or directory" in done.err


def test_nothing_to_change_is_no_diff(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "nothing", "a.py", script=replacing("x", "x"))
    assert (done.code, done.out) == (0, "")
    assert "a.py: nothing to change" in done.err


def test_prose_is_shown_and_never_a_diff(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    said = "I would suggest that you use the logging module instead of that."
    done = run("rewrite", "print to log", "a.py", script=said)
    assert (done.code, done.out) == (1, "")
    assert "REFUSED, prose" in done.err
    assert f"{said}\n" in done.err


def test_a_patch_for_an_answer_never_reaches_a_pipe(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    patch = f"--- a/a.py\n+++ b/a.py\n@@ -1,3 +1,1 @@\n{TEXT.replace('    ', '-    ')}"
    for said in (patch, f"```diff\n{patch}```"):
        done = run("rewrite", "print to log", "a.py", script=said)
        assert (done.code, done.out) == (1, "")


def test_a_cut_answer_is_refused_and_kept_out_of_stdout(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    more = "".join(f"{word}_ = call(the_{word[::-1]})\n" for word in kwlist)
    done = run("rewrite", "print to log", "a.py", script=f"```python\n{TEXT}{more}")
    assert (done.code, done.out) == (1, "")
    assert "REFUSED, cut_off" in done.err
    assert "+False_ = call(the_eslaF)" in done.err


def test_a_question_is_streamed_as_an_answer(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "why does it print twice?", "a.py", script="To greet and to leave.")
    assert (done.code, done.out) == (0, "To greet and to leave.\n")
    assert "plain: free-form" in done.err


def test_the_mode_can_be_said(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "--mode", "rewrite", "why not log?", "a.py", script=LOG)
    assert done.out.startswith("--- a/a.py")
    done = run("rewrite", "--mode", "ask", "print to log", "a.py", script="No.")
    assert done.out == "No.\n"


def test_standard_input_has_the_name_it_is_given(run: Run) -> None:
    done = run(
        *("rewrite", "print to log", "-", "--stdin-filename", "src/x.js"),
        script=LOG,
        stdin=b"print(1)\r\n",
    )
    assert done.out.startswith("--- a/src/x.js\n+++ b/src/x.js\n")
    assert "+log(1)\r\n" in done.out


def test_only_the_lines_asked_for(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    answer = "```python\n    log('bye')\n```"
    done = run("rewrite", "--lines", "3:3", "print to log", "a.py", script=answer)
    assert "-    print('bye')\n+    log('bye')\n" in done.out
    assert done.out.count("\n-") == 1


def test_a_message_file_makes_all_arguments_paths(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT, TEXT])
    (tmp_path / "message").write_text("print\nto log\n")
    done = run("rewrite", "--message-file", "message", "a.py", "b.py", script=LOG)
    assert done.code == 0
    assert done.out.count("+++ ") == 2


def test_json_is_one_object_a_line(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "--json", "print to log", "a.py", "none.py", script=LOG)
    changed, failed = done.lines
    assert done.code == 2
    assert (changed["path"], changed["outcome"]) == ("a.py", "changed")
    assert changed["text"] == TEXT.replace("print", "log")
    assert changed["diff"].startswith("--- a/a.py\n")
    assert changed["statistics"]["accepted"] > 0
    assert changed["statistics"]["how"] == "drafted"
    assert (failed["path"], failed["outcome"]) == ("none.py", "failed")
    assert "No such file" in failed["error"]


def test_json_of_answers_and_refusals(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    (answer,) = run("rewrite", "--json", "why?", "a.py", script="So.").lines
    assert (answer["outcome"], answer["answer"], answer["whole"]) == ("answer", "So.", True)
    (refused,) = run("rewrite", "--json", "go", "a.py", script="```python\n```").lines
    assert refused["outcome"] == "refused"
    assert [finding["name"] for finding in refused["findings"]] == ["empty"]


def test_plain_is_the_same_text(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    drafted = run("rewrite", "--json", "print to log", "a.py", script=LOG).lines[0]
    plain = run("rewrite", "--json", "--plain", "print to log", "a.py", script=LOG).lines[0]
    assert plain["text"] == drafted["text"]
    assert plain["statistics"]["how"] == "plain: asked for"


def test_identity_is_said(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT])
    done = run("rewrite", "--verify-identity", "print to log", "a.py", script=LOG)
    assert done.code == 0
    assert "tokens are those of plain decoding" in done.err


def goes_back_and_remembers_wrongly(model: ScriptedModel, position: int) -> int:
    if position < len(model.held):
        model.held[position - 1] ^= 1
    del model.held[position:]
    return position


def test_an_identity_that_fails_is_a_failure(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths(tmp_path, [TEXT])
    monkeypatch.setattr(ScriptedModel, "trim", goes_back_and_remembers_wrongly)
    done = run("rewrite", "--verify-identity", "print to log", "a.py", script=LOG)
    assert done.code == 2
    assert "DIFFERENT from plain decoding at token" in done.err
    done = run("rewrite", "--write", "--verify-identity", "print to log", "a.py", script=LOG)
    assert done.code == 2
    assert (tmp_path / "a.py").read_text() == TEXT


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["rewrite"], "no instruction"),
        (["rewrite", "", "a.py"], "no instruction"),
        (["rewrite", "print to log"], "no file"),
        (["rewrite", "go", "-", "-"], "standard input can be read once"),
        (["rewrite", "--lines", "3", "go", "a.py"], "--lines 3"),
        (["rewrite", "--lines", "3:2", "go", "a.py"], "--lines 3:2"),
        (["rewrite", "--lines", "0:2", "go", "a.py"], "--lines 0:2"),
        (["rewrite", "--lines", "1:2", "go", "a.py", "b.py"], "goes with one file"),
        (["rewrite", "--lines", "2:9", "go", "a.py"], "it has 3 lines"),
        (["rewrite", "--message-file", "none", "a.py"], "none: cannot be read"),
        (["rewrite", "--model", "none.gguf", "go", "a.py"], "none.gguf: cannot be read"),
        (["rewrite", "--model", "a.py", "go", "a.py"], "not a GGUF file"),
        (["rewrite", "--no-such-flag", "go", "a.py"], "No such option"),
        (["ask", " "], "no question"),
        (["nonsense"], "No such command"),
    ],
)
def test_bad_calls_are_told_plainly(
    run: Run, tmp_path: Path, arguments: list[str], said: str
) -> None:
    paths(tmp_path, [TEXT, TEXT])
    done = run(*arguments, script=LOG)
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert "Traceback" not in done.err


def test_bad_settings_are_told_with_file_and_key(run: Run, own_folders: Path) -> None:
    folder = own_folders / "XDG_CONFIG_HOME" / "redraft"
    folder.mkdir(parents=True)
    (folder / "redraft.toml").write_text("[model]\ncontxt = 4096\n")
    done = run("rewrite", "go", "-", script=LOG)
    assert done.code == 2
    assert "redraft.toml: unknown key 'model.contxt'; did you mean 'context'?" in done.err


def test_color_only_where_it_is_wanted(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths(tmp_path, [TEXT])
    assert "\033[" not in run("rewrite", "print to log", "a.py", script=LOG).out
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "\033[32m+    log('bye')" in run("rewrite", "print to log", "a.py", script=LOG).out
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\033[" not in run("rewrite", "print to log", "a.py", script=LOG).out


def test_ask_takes_files_or_none(run: Run, tmp_path: Path) -> None:
    paths(tmp_path, [TEXT, "x = 2\n"])

    def script(prompt: str) -> str:
        return "both" if "hello" in prompt and "x = 2" in prompt else "none"

    assert run("ask", "what are these?", "a.py", "b.py", script=script).out == "both\n"
    assert run("ask", "what is the time?", script=script).out == "none\n"
