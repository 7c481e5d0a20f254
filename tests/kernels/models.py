"""Tiny models with random weights, written as GGUF files."""

from pathlib import Path

from gguf import GGMLQuantizationType, GGUFWriter
from gguf.quants import quantize
from tests.kernels import vocabulary
from tests.kernels.architecture import Architecture, Value
from tests.kernels.weights import weights


def write(path: Path, architecture: Architecture, seed: int = 0) -> None:
    """Effect: writes a model; the same bytes for the same seed."""
    writer = GGUFWriter(path, architecture.name)
    for key, value in architecture.metadata.items():
        _add(writer, f"{architecture.name}.{key}", value)
    vocabulary.add(writer, template=architecture.template)
    for name, shape in architecture.tensors.items():
        _add_tensor(writer, architecture, name, shape, seed)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add(writer: GGUFWriter, key: str, value: Value) -> None:
    match value:
        case str():
            writer.add_string(key, value)
        case bool():
            writer.add_bool(key, value)
        case int():
            writer.add_uint32(key, value)
        case float():
            writer.add_float32(key, value)
        case list():
            writer.add_array(key, value)


def _add_tensor(
    writer: GGUFWriter, architecture: Architecture, name: str, shape: tuple[int, ...], seed: int
) -> None:
    drawn = weights(name, shape, architecture, seed)
    # llama.cpp keeps vectors and convolutions as they are.
    matrix = len(shape) > 1 and "ssm_" not in name and "conv" not in name
    kind = GGMLQuantizationType[architecture.quantisation if matrix else "F32"]
    writer.add_tensor(name, quantize(drawn, kind), raw_dtype=kind)
