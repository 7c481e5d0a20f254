"""What is told of machine, build and model, and what would help."""

from pathlib import Path

import pytest
from tests.kernels.architectures import ARCHITECTURES
from tests.kernels.models import write

from redraft.doctor import Line, examine, hardware
from redraft.engine.llama.build import Build
from redraft.settings import ModelSettings, Settings

FEATURES = frozenset({"AVX2", "FMA"})


def built(*features: str, offload: bool = False) -> Build:
    return Build("0.3.36", FEATURES | {*features}, (), offload)


def test_a_build_that_uses_the_machine_is_fine() -> None:
    assert hardware(built("REPACK"), FEATURES, []).fine
    assert hardware(built(offload=True), FEATURES, ["NVIDIA"]).fine


@pytest.mark.parametrize(
    ("sets", "cards", "said"),
    [
        (FEATURES | {"AVX512"}, [], "this CPU has AVX512, and llama.cpp was compiled without"),
        (FEATURES, ["NVIDIA"], "there is a graphics card (NVIDIA)"),
    ],
)
def test_a_build_that_leaves_something_unused_is_told_with_a_remedy(
    sets: frozenset[str], cards: list[str], said: str
) -> None:
    line = hardware(built(), sets, cards)
    assert not line.fine
    assert line.said.startswith(said)
    assert line.remedy


def examined(settings: Settings) -> dict[str, Line]:
    words: set[str] = set()
    lines = {line.name: line for line in examine(settings, lambda word, _: words.add(word))}
    assert "loading the model" in words
    return lines


@pytest.mark.parametrize(
    ("label", "rollback"),
    [
        ("llama", "trim: rejected drafts are dropped row by row"),
        ("qwen35", "snapshots: a state kept of the last pass is put back (63 are kept)"),
        ("mamba2", "checkpoint: a state copied before the pass is put back"),
    ],
)
def test_a_model_is_tried_out_and_told_of(tmp_path: Path, label: str, rollback: str) -> None:
    path = tmp_path / "tiny.gguf"
    write(path, next(one for one in ARCHITECTURES if one.label == label))
    lines = examined(Settings(ModelSettings(path)))
    assert lines["rollback"].said == rollback
    assert lines["model"].said.startswith("tiny: ")
    assert "bit-equal: 1, 2, 3, 4" in lines["widths"].said
    assert lines["template"].fine == (label != "mamba2")
    assert lines["costs"].said.startswith("a pass over 1 token took")
