"""Polygon's names of languages."""

from collections.abc import Mapping
from pathlib import PurePosixPath

CPP = "cpp.gcc14-64-msys2-g++23"
TYPES: Mapping[str, str] = {
    ".c": "c.gcc", ".cpp": CPP, ".cc": CPP, ".cxx": CPP, ".cs": "csharp.mono", ".go": "go", ".hs": "haskell.ghc",
    ".java": "java21", ".js": "v8.nodejs", ".kt": "kotlin19", ".ml": "ocaml", ".pas": "pas.fpc", ".php": "php.5",
    ".pl": "perl.5", ".py": "python.3", ".rb": "ruby.3", ".rs": "rust.2021", ".scala": "scala",
}  # fmt: skip
"""Types by the suffix of a source file. C++ is the newest there, as ours is C++20."""


def type_of(name: str) -> str | None:
    """None: Polygon has no such language."""
    return TYPES.get(PurePosixPath(name).suffix.lower())
