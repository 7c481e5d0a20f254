"""The tiny models, each written and loaded once for a module of tests."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.kernels.architecture import Architecture
from tests.kernels.architectures import ARCHITECTURES, label
from tests.kernels.models import write

from redraft.engine.llama import NativeModel
from redraft.settings import ModelSettings
from redraft.sources import ModelFiles


@pytest.fixture(scope="module", params=ARCHITECTURES, ids=label)
def architecture(request: pytest.FixtureRequest) -> Architecture:
    chosen: Architecture = request.param
    return chosen


@pytest.fixture(scope="module")
def path(architecture: Architecture, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / f"{architecture.label}.gguf"
    write(path, architecture)
    return path


@pytest.fixture(scope="module")
def model(path: Path) -> Iterator[NativeModel]:
    with closing(NativeModel(ModelFiles(path), ModelSettings())) as model:
        model.reserve(1024)
        yield model
