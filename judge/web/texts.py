"""The texts of the pages, in each language: a file in words/ for each area, and common.toml for shared ones."""

import tomllib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "words"
LANGUAGES = {"en": "English", "zh": "中文"}
DEFAULT = "en"


@cache
def texts() -> dict[str, dict[str, str]]:
    """Texts by key and language. Raises ValueError for a key that two files have."""
    found: dict[str, dict[str, str]] = {}
    for file in sorted(FOLDER.glob("*.toml")):
        area: dict[str, dict[str, str]] = tomllib.loads(file.read_text("utf-8"))
        if twice := found.keys() & area.keys():
            raise ValueError(f"{file.name} has keys of another file: {', '.join(sorted(twice))}")
        found |= area
    return found


def text(language: str, key: str, **values: object) -> str:
    """Raises KeyError for an unknown key."""
    return texts()[key][language].format(**values)


def preferred(accepted: str) -> str:
    """The first available language of an Accept-Language; ranks are assumed to be in order, as browsers send them."""
    for part in accepted.split(",")[:20]:
        code = part.partition(";")[0].strip().lower().partition("-")[0]
        if code in LANGUAGES:
            return code
    return DEFAULT
