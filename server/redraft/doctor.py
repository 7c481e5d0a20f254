"""What this machine, its llama.cpp and the model can do, each line with what would help."""

from collections.abc import Callable, Iterator

from attrs import frozen

from redraft import sources
from redraft.engine import machine
from redraft.engine.llama import NativeModel
from redraft.engine.llama.build import Build, Device, build
from redraft.engine.measured import known
from redraft.engine.model import ModelInfo, Rollback
from redraft.engine.widths import Measured, choose
from redraft.settings import Settings

_WAYS: dict[Rollback, str] = {
    "trim": "rejected drafts are dropped row by row",
    "snapshots": "a state kept of the last pass is put back",
    "checkpoint": "a state copied before the pass is put back",
    "none": "rejected drafts cannot be taken back, so nothing is drafted",
}
_SHOWN = (4, 16, 64)
"""Widths whose cost is told."""


@frozen
class Line:
    """One thing looked at."""

    name: str
    said: str
    fine: bool = True
    remedy: str = ""
    """What to do about it, where it is not fine."""


def examine(settings: Settings, progress: Callable[[str, float], None]) -> Iterator[Line]:
    """Effect: looks at the build, then loads the model, and tries it out if nobody has yet.

    `progress` takes a word for what is done and its share. Raises ModelError, StoppedError.
    """
    native = build()
    yield Line(
        "library", f"llama-cpp-python {native.version}: {', '.join(sorted(native.features))}"
    )
    yield Line("devices", "; ".join(map(_device, native.devices)) or "not told by this library")
    yield hardware(native, machine.instruction_sets(), machine.cards())
    yield _kernels(native)
    files = sources.find(settings.model)

    def loading(share: float) -> bool:
        progress("loading the model", share)
        return True

    alike = settings.decode.identity == "class"
    model = NativeModel(files, settings.model, loading, alike=alike)
    try:
        info = model.info
        yield Line("model", f"{info.name}: {info.kind}, trained for {info.trained} tokens")
        yield _template(info)
        yield Line("rollback", f"{info.rollback}: {_WAYS[info.rollback]}{_states(info)}")
        if info.rollback != "none":
            found = known(model, lambda share: progress("trying passes of many widths", share))
            yield _widths(found, settings, model.widest)
            yield Line("costs", _costs(found))
    finally:
        model.close()


def hardware(native: Build, sets: frozenset[str], cards: list[str]) -> Line:
    """Whether the build uses what the machine has."""
    missing = sorted(sets - native.features)
    if cards and not native.offload:
        return Line(
            "hardware",
            f"there is a graphics card ({', '.join(cards)}), and llama.cpp was compiled without it",
            fine=False,
            remedy="compile llama.cpp for it: README, With a GPU",
        )
    if missing:
        return Line(
            "hardware",
            f"this CPU has {', '.join(missing)}, and llama.cpp was compiled without",
            fine=False,
            remedy="compile llama.cpp on this machine: uv pip install --no-cache "
            "--reinstall-package llama-cpp-python llama-cpp-python",
        )
    return Line("hardware", "the build uses what the machine has")


def _kernels(native: Build) -> Line:
    if "LLAMAFILE" not in native.features:
        return Line("kernels", "the same for one token as for many, as far as the build decides")
    return Line(
        "kernels",
        "llamafile's are in the build: they compute other bits for one token than for two",
        fine=False,
        remedy='set CMAKE_ARGS="-DGGML_LLAMAFILE=OFF" when llama-cpp-python is compiled',
    )


def _device(device: Device) -> str:
    return f"{device.name} {device.description} ({device.kind}, {device.memory / 2**30:.1f} GiB)"


def _template(info: ModelInfo) -> Line:
    if info.template:
        return Line("template", "the model's own")
    return Line(
        "template",
        "none: a base model, which is given the texts one after another",
        fine=False,
        remedy="for instructions, name a model that was tuned to follow them",
    )


def _states(info: ModelInfo) -> str:
    return f" ({info.states} are kept)" if info.states else ""


def _widths(found: Measured, settings: Settings, widest: int) -> Line:
    classes = "; ".join(_listed(widths) for widths in found.classes if len(widths) > 1)
    agree = f"bit-equal: {classes}" if classes else "no two widths are bit-equal"
    used = choose(found, settings.decode.identity, widest)
    said = f"{agree}; used: {used}"
    if used.mode == "class" and used.drafts:
        return Line("widths", said)
    remedy = "compile llama.cpp as above, or name another quantisation of the model"
    return Line("widths", said, fine=False, remedy=remedy)


def _listed(widths: tuple[int, ...]) -> str:
    return ", ".join(map(str, widths))


def _costs(found: Measured) -> str:
    seconds = found.seconds
    times = [f"{seconds[w] / seconds[1]:.1f} for {w}" for w in _SHOWN if w in seconds]
    return f"a pass over 1 token took {1000 * seconds[1]:.1f} ms; relative to it {', '.join(times)}"
