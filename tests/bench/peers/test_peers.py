"""The bench of peers, without a model: who is chosen, what is counted, what is missing."""

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import evolve
from tests.bench.peers.lineup import chosen, entries
from tests.bench.peers.lookup import Lookup
from tests.bench.peers.peer import Answer, Case, MissingError, Setup
from tests.bench.peers.picture import bars, svg
from tests.bench.peers.runs import Turn, turn
from tests.bench.peers.server import Kind, Server
from tests.bench.peers.table import Row, as_json, markdown, rows

from redraft.pipeline.prompt import Prompt

SETUP = Setup("model.gguf", None, 2, 1024, None)
CASES = [
    Case(name, Prompt("", "", ""), [1, 2], "said", 50) for name in ("23 lines", "83 lines, rename")
]
PLAIN = Answer("text", 100, 2.0, cut=False)
QUICK = Answer("text", 100, 1.0, cut=False)
LINEUP = [entry for entry in entries() if entry.name.startswith(("redraft", "ngram-simple 4"))]
LINEUP.insert(2, next(entry for entry in entries() if entry.name == "llama-server, plain"))


def answered(name: str, *answers: Answer) -> Turn:
    return Turn(name, {case.name: answer for case, answer in zip(CASES, answers, strict=True)})


def one_round(simple: Turn) -> dict[str, Turn]:
    turns = (
        answered("redraft, plain", PLAIN, PLAIN),
        answered("redraft", QUICK, QUICK),
        answered("llama-server, plain", PLAIN, PLAIN),
        simple,
    )
    return {turn.name: turn for turn in turns}


def table(simple: Turn) -> dict[str, Row]:
    return {row.name: row for row in rows(LINEUP, CASES, [one_round(simple)])}


NAME = "ngram-simple 4/8"
CHANGED = Answer("test", 100, 4.0, cut=False)


def test_peers_are_held_against_their_own_plain_and_against_redraft() -> None:
    found = table(answered(NAME, QUICK, CHANGED))
    assert found["redraft"].mean("times_plain") == 2
    assert found["redraft, plain"].mean("times_plain") is None
    simple = found[NAME]
    assert simple.mean("times_plain") == pytest.approx(1.0)
    assert simple.mean("times_us") == pytest.approx(0.5)
    assert simple.same == 0.5
    assert simple.worst is not None
    assert (simple.worst.case, simple.worst.times_plain) == ("83 lines, rename", 0.5)


def test_the_tables_shout_about_changed_text_and_missing_peers() -> None:
    told = markdown(list(table(answered(NAME, QUICK, CHANGED)).values()), CASES)
    assert f"| {NAME} | 50.0 | 1.00 | 0.50 | 50% | 83 lines, rename: 0.50 |" in told
    assert "0.50 (25.0, TEXT CHANGED)" in told
    gone = markdown(list(table(Turn(NAME, missing="no | wheel")).values()), CASES)
    assert f"| {NAME} | MISSING: no / wheel |" in gone
    assert f"| {NAME} | MISSING | MISSING |" in gone


def test_a_peer_that_dies_half_way_keeps_what_it_said() -> None:
    row = table(Turn(NAME, {"23 lines": QUICK}, "its process ended with -6"))[NAME]
    assert [each.case for each in row.figures] == ["23 lines"]
    assert "ended with -6" in row.missing


@pytest.mark.parametrize(
    ("text", "cut", "same"),
    [("text", False, True), ("tex", False, False), ("tex", True, True), ("tax", True, False)],
)
def test_texts_agree_as_far_as_both_were_let_to_go(text: str, cut: bool, same: bool) -> None:
    simple = answered(NAME, Answer(text, 9, 1.0, cut), QUICK)
    plain = answered("llama-server, plain", evolve(PLAIN, cut=cut), PLAIN)
    found = rows(LINEUP, CASES, [one_round(simple) | {plain.name: plain}])
    assert found[-1].same == (1.0 if same else 0.5)


def test_a_choice_brings_the_plain_ones_along() -> None:
    assert [entry.name for entry in chosen(["simple 4"])] == ["llama-server, plain", NAME]
    assert len(chosen([])) == len(entries())
    names = [entry.name for entry in entries()]
    assert len(set(names)) == len(names)
    assert {entry.plain for entry in entries()} <= {*names, None}


def test_a_missing_binary_is_told_from_its_own_process() -> None:
    said = turn("llama-lookup 8", SETUP, CASES)
    assert said == Turn("llama-lookup 8", {}, "no binary: give one with --llama-lookup PATH")


def test_a_process_that_fails_is_told() -> None:
    said = turn("nobody", SETUP, CASES)
    assert "its process ended with 1" in said.missing


def test_a_missing_package_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(MissingError, match="xllamacpp cannot be imported"):
        Server(SETUP, Kind("ngram-cache"))


def program(folder: Path, code: str) -> Setup:
    path = folder / "llama-lookup"
    path.write_text(f"#!{sys.executable}\nimport sys\n{code}\n")
    path.chmod(0o755)
    return evolve(SETUP, lookup=str(path), adapter="lora.gguf")


def test_llama_lookup_is_timed_by_what_it_tells(tmp_path: Path) -> None:
    setup = program(
        tmp_path,
        "given = sys.argv\n"
        "assert given[given.index('--spec-draft-n-max') + 1] == '8'\n"
        "assert '--lora' in given\n"
        "print(open(given[given.index('-f') + 1]).read() + ' and more')\n"
        "print('decoded   40 tokens in    0.500 seconds, speed: 80.0 t/s', file=sys.stderr)",
    )
    assert Lookup(setup, 8).answer(CASES[0]) == Answer("said and more", 40, 0.5, cut=False)


def test_a_llama_lookup_that_fails_is_told(tmp_path: Path) -> None:
    setup = program(tmp_path, "sys.exit('invalid argument')")
    with pytest.raises(MissingError, match="ended with 1: invalid argument"):
        Lookup(setup, 8).answer(CASES[0])


def test_the_picture_shows_who_drafts_quickest_first() -> None:
    found = as_json(list(table(answered(NAME, QUICK, CHANGED)).values()))
    assert [bar.name for bar in bars(found)] == ["redraft", NAME]
    picture = svg(bars(found))
    ElementTree.fromstring(picture)  # noqa: S314 - our own
    assert 'class="us"' in picture
    assert "50% of texts changed" in picture


def test_a_picture_of_nobody_is_a_picture() -> None:
    ElementTree.fromstring(svg([]))  # noqa: S314 - our own
