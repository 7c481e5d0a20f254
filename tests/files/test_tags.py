import pytest

from redraft.files import language


@pytest.mark.parametrize(
    ("path", "tag"),
    [
        ("a.py", "python"),
        ("a.pyi", "python"),
        ("a.js", "javascript"),
        ("a.mjs", "javascript"),
        ("a.jsx", "jsx"),
        ("a.ts", "typescript"),
        ("a.tsx", "tsx"),
        ("a.go", "go"),
        ("a.rs", "rust"),
        ("a.md", "markdown"),
        ("a.toml", "toml"),
        ("a.yaml", "yaml"),
        ("a.yml", "yaml"),
        ("a.json", "json"),
        ("a.c", "c"),
        ("a.h", "c"),
        ("a.cpp", "cpp"),
        ("a.sh", "bash"),
        ("a.sql", "sql"),
        ("a.pl", "perl"),
        ("a.r", "r"),
        ("a.R", "r"),
        ("a.fs", "fsharp"),
        ("a.nix", "nix"),
        ("a.nim", "nim"),
        ("a.tex", "latex"),
        ("a.rb", "ruby"),
        ("a.cs", "csharp"),
        ("a.m", "objective-c"),
        ("go.mod", "text"),
        ("Makefile", "makefile"),
        ("rules.mk", "makefile"),
        ("Dockerfile", "dockerfile"),
        ("some/folder.py/Makefile", "makefile"),
        ("a.unheard-of", "text"),
        ("README", "text"),
        ("<stdin>", "text"),
        ("", "text"),
    ],
)
def test_languages_are_called_as_models_call_them(path: str, tag: str) -> None:
    assert language(path) == tag
