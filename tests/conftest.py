"""What every test gets: no settings or caches but its own, and one real model for all."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings as hypothesis

from redraft.engine import store
from redraft.engine.llama import NativeModel
from redraft.settings import ModelSettings
from redraft.sources import find

DIGEST = 24
"""Characters of a real model's key; scripted ones have shorter names."""

# Machines are shared and noisy: a slow example is no fault.
hypothesis.register_profile("redraft", deadline=None, print_blob=True)
hypothesis.load_profile("redraft")


@pytest.fixture(scope="session")
def known_widths(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What was found out about the real models, which takes seconds: for all tests, once."""
    return tmp_path_factory.mktemp("widths") / "widths.json"


@pytest.fixture(autouse=True)
def own_folders(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, known_widths: Path
) -> Iterator[Path]:
    home = tmp_path_factory.mktemp("home")
    for name in ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(home / name))
    for name in ("REDRAFT_CONFIG", "NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    found = home / "XDG_CACHE_HOME" / "redraft" / "widths.json"
    if known_widths.exists():
        found.parent.mkdir(parents=True)
        shutil.copy(known_widths, found)
    yield home
    real = {key: value for key, value in store.load(found.name).items() if len(key) == DIGEST}
    if real:
        known_widths.write_text(json.dumps(real))


@pytest.fixture(scope="session")
def native() -> Iterator[NativeModel]:
    settings = ModelSettings()
    model = NativeModel(find(settings), settings)
    yield model
    model.close()
