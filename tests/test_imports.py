"""The import law of the design, and its "only" lines, held against the syntax trees."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "server" / "redraft"
FILES = sorted(ROOT.rglob("*.py"))
ORDER: list[set[str]] = [
    {"errors"},
    {"settings"},
    {"sources", "files", "pipeline", "drafting"},
    {"engine"},
    {"rewrite"},
    {"daemon", "batch", "last"},
    {"watch"},
    {"doctor", "bench"},
    {"lsp"},
    {"cli"},
]
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms}
NEIGHBOURS = {("files", "pipeline")}
OUTSIDE = {"__init__", "__main__"}


def room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else "__init__"


def module(path: Path) -> str:
    return ".".join(("redraft", *path.relative_to(ROOT).with_suffix("").parts))


def imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            base = node.module or ""
            for alias in node.names:
                is_module = base == "redraft" and any(ROOT.glob(f"{alias.name}*"))
                yield node.lineno, f"{base}.{alias.name}" if is_module else base


def allowed(importer: str, imported: str) -> bool:
    if importer == imported or imported in OUTSIDE or importer == "__main__":
        return True
    return RANK[imported] < RANK[importer] or (importer, imported) in NEIGHBOURS


@pytest.mark.parametrize("path", FILES, ids=module)
def test_a_module_imports_only_from_the_left(path: Path) -> None:
    for line, name in imports(path):
        if name.split(".")[0] == "redraft":
            here, there = room(module(path)), room(name)
            assert allowed(here, there), f"{path}:{line}: {here} imports {there}"


@pytest.mark.parametrize(
    ("package", "owner"),
    [
        ("llama_cpp", "redraft.engine.llama"),
        ("pygls", "redraft.lsp"),
        ("lsprotocol", "redraft.lsp"),
        ("click", "redraft.cli"),
        ("rich", "redraft.cli"),
    ],
)
def test_one_room_alone_knows_a_library(package: str, owner: str) -> None:
    for path in FILES:
        if not f"{module(path)}.".startswith(f"{owner}."):
            found = [line for line, name in imports(path) if name.split(".")[0] == package]
            assert not found, f"{path}:{found[0]}: {package} belongs to {owner}"


@pytest.mark.parametrize("path", FILES, ids=module)
def test_only_the_command_line_prints_and_exits(path: Path) -> None:
    if room(module(path)) in {"cli", "__main__"}:
        return
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            assert name not in {"print", "exit", "quit", "sys.exit", "os._exit"}, (
                f"{path}:{node.lineno}: {name}"
            )


def test_the_law_names_every_room_there_is() -> None:
    assert {room(module(path)) for path in FILES} <= RANK.keys() | OUTSIDE


def test_the_law_can_be_broken() -> None:
    assert not allowed("pipeline", "engine")
    assert not allowed("pipeline", "drafting")
    assert not allowed("sources", "files")
    assert allowed("files", "pipeline")


def test_the_command_line_starts_without_the_heavy_libraries() -> None:
    script = "import sys, redraft.cli; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "redraft.cli" in loaded
    assert not {"llama_cpp", "pygls", "lsprotocol"} & set(loaded)
