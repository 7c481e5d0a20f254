"""The replay harness: steps and their cost, the sets, the table."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.bench.replay.__main__ import main
from tests.bench.replay.case import Pair, case
from tests.bench.replay.curves import STAIRCASES, Curve, linear
from tests.bench.replay.drafters import CONTENDERS, Oracle, Plain
from tests.bench.replay.releases import pairs
from tests.bench.replay.run import Run, replay, total
from tests.bench.replay.sets import edits, renames
from tests.bench.replay.table import table

from redraft.engine.llama import NativeModel

ANSWER = range(1, 11)
PAIR = Pair("demo", "java", "Do it", "class Ledger {}\n", "class Book {}\n")


class Scripted:
    """Drafts what it is told to, and keeps what it is told."""

    def __init__(self, drafts: Iterable[list[int]]) -> None:
        self.drafts = list(drafts)
        self.seen: list[tuple[Sequence[int], int, int]] = []

    def draft(self, limit: int, held: int = 1) -> list[int]:
        return self.drafts.pop(0)

    def observe(self, tokens: Sequence[int], accepted: int, drafted: int) -> None:
        self.seen.append((list(tokens), accepted, drafted))


def test_a_step_takes_what_is_right_of_a_draft_and_one_token_more() -> None:
    drafter = Scripted([[1, 2, 9], [], [5, 6, 7, 8, 9, 10, 11]])
    run = replay(ANSWER, drafter)
    assert drafter.seen == [([1, 2, 3], 2, 3), ([4], 0, 0), ([5, 6, 7, 8, 9, 10], 6, 7)]
    assert run.widths == {4: 1, 1: 1, 8: 1}
    assert (run.tokens, run.steps, run.drafted, run.accepted) == (10, 3, 10, 8)
    assert run.cost(linear(0.5)) == 2.5 + 1 + 4.5
    assert run.speed(linear(0.5)) == 10 / 8


def test_plain_takes_a_step_a_token_and_the_oracle_as_few_as_65_long_ones_may() -> None:
    assert replay(ANSWER, Plain()).widths == {1: 10}
    answer = range(200)
    assert replay(answer, Oracle(answer)).widths == {65: 3, 6: 1}


def test_runs_add_up() -> None:
    whole = total([Run(10, {1: 10}, 0, 0, 0.0, 1.0), Run(5, {1: 1, 5: 1}, 4, 3, 0.5, 1.0)])
    assert whole == Run(15, {1: 11, 5: 1}, 4, 3, 0.5, 2.0)


def test_curves_run_through_their_points_and_on() -> None:
    assert [linear(0.1)(width) for width in (1, 2, 65)] == pytest.approx([1, 1.1, 7.4])
    tiled = Curve("", ((1, 1.0), (8, 1.7), (16, 3.7)), tiled=True)
    assert [tiled(width) for width in (8, 12, 16, 17, 33)] == pytest.approx(
        [1.7, 2.7, 3.7, 7.4, 11.1]
    )
    assert STAIRCASES["batched"](64) == pytest.approx(2.86 + 32 * 0.11 / 16)


@pytest.mark.parametrize("curve", STAIRCASES.values(), ids=str)
def test_wider_passes_never_cost_less(curve: Curve) -> None:
    costs = [curve(width) for width in range(1, 513)]
    assert costs[0] == 1
    assert costs == sorted(costs)


def test_edits_are_read_line_by_line(tmp_path: Path) -> None:
    row = {"id": "a", "language": "JavaScript XML", "instruction": "x", "before": "b", "after": "c"}
    path = tmp_path / "edits.jsonl"
    path.write_text(f"{json.dumps(row)}\n{json.dumps(row)}\n", "utf-8")
    assert edits(path) == [Pair("a", "javascriptxml", "x", "b", "c")] * 2


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("total", "ledgerEntry"),
        ("Total", "LedgerEntry"),
        ("MAX_SUM", "LEDGER_ENTRY"),
        ("a_sum", "ledger_entry"),
    ],
)
def test_the_most_frequent_identifier_is_renamed_in_its_style(old: str, new: str) -> None:
    before = (
        f"import some.{old};\nimport some.other;\n// other other other\n"
        f"return return return {old} + {old}s + {old}; other"
    )
    [pair] = renames([Pair("demo", "java", "", before, "")])
    assert pair.instruction == f"Rename {old} to {new}"
    assert pair.after == before.replace(old, new).replace(f"{new}s", f"{old}s")


def _wheel(folder: Path, name: str, texts: dict[str, str]) -> Path:
    path = folder / name
    with ZipFile(path, "w") as archive:
        for member, text in texts.items():
            archive.writestr(member, text)
    return path


def test_of_two_releases_changed_python_files_of_fit_size_are_taken(tmp_path: Path) -> None:
    fit = "x = 1\n" * 200
    old = {f"{number}.py": fit for number in range(9)}
    old |= {"same.py": fit, "short.py": "x", "long.py": fit * 20, "gone.py": fit, "data.txt": fit}
    new = {name: text + "y = 2\r\n" for name, text in old.items()} | {"same.py": fit}
    del new["gone.py"]
    before = _wheel(tmp_path, "De_mo-1.0-py3-none-any.whl", old)
    after = _wheel(tmp_path, "De_mo-1.1-py3-none-any.whl", new)
    found = pairs(before, after)
    assert found == pairs(before, after)
    assert len(found) == 6
    assert {pair.name for pair in found} <= {f"de-mo/{number}.py" for number in range(9)}
    assert {(pair.before, pair.after) for pair in found} == {(fit, fit + "y = 2\n")}
    assert {pair.instruction for pair in found} == {"Bring this file to de-mo 1.1."}


def test_a_case_is_what_redraft_would_send_and_hear(native: NativeModel) -> None:
    made = case(PAIR, native)
    prompt, source, answer = (
        b"".join(map(native.piece, tokens)).decode()
        for tokens in (made.prompt, made.source, made.answer)
    )
    assert PAIR.instruction in prompt
    assert "```java\nclass Ledger {}\n```" in prompt
    end = native.piece(made.end).decode()
    assert source == f"```java\nclass Ledger {{}}\n```{end}"
    assert answer == f"```java\nclass Book {{}}\n```{end}"


def test_every_drafter_ends_the_answer(native: NativeModel) -> None:
    made = case(PAIR, native)
    for contender in CONTENDERS:
        run = replay(made.answer, contender.make(made, linear(0.1)))
        assert run.tokens == len(made.answer)
        assert run.steps + run.accepted - run.tokens in (0, 1), contender.name


def test_sets_without_their_pairs_are_skipped_loudly(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["replay", "--pairs", str(tmp_path / "none")])
    main()
    captured = capsys.readouterr()
    assert captured.err.startswith("SKIPPED edits and renames: no file")
    assert not captured.out


def test_a_file_of_pairs_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    row = {"id": "a", "language": "Java", "instruction": "x", "before": PAIR.before}
    (tmp_path / "edits.jsonl").write_text(json.dumps(row | {"after": PAIR.after}), "utf-8")
    options = [
        "--pairs",
        str(tmp_path / "edits.jsonl"),
        "--drafters",
        "mod,plain",
        "--r",
        ".1,cuda",
    ]
    monkeypatch.setattr("sys.argv", ["replay", *options])
    main()
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" |")[0] for line in lines if line.startswith("| ")] == [
        "| drafter",
        "| plain",
        "| ngram-mod 24/48/64",
        "| oracle",
    ] * 2


def test_the_table_has_a_row_a_drafter_and_a_cell_a_curve() -> None:
    curve = linear(0.5)
    plain, oracle = Run(10, {1: 10}, 0, 0, 0.0, 2e-5), Run(10, {10: 1}, 9, 9, 0.002, 1e-6)
    runs = {"plain": {curve.name: [plain]}, "oracle": {curve.name: [oracle]}}
    assert table(runs, runs["oracle"], [curve]).splitlines() == [
        "| drafter | tokens/step | accepted | set-up, ms | µs/step | r=0.5 |",
        "|---|---:|---:|---:|---:|---:|",
        "| plain | 1.0 | - | 0.0 | 2 | 1.00 55% (1.00) |",
        "| oracle | 10.0 | 100% | 2.0 | 1 | 1.82 100% (1.82) |",
    ]
