"""The words of the pages, in each language: texts.toml."""

import tomllib
from functools import cache
from pathlib import Path

FILE = Path(__file__).parent / "texts.toml"
LANGUAGES = {"en": "English", "zh": "中文"}
DEFAULT = "en"


@cache
def texts() -> dict[str, dict[str, str]]:
    """By key and language."""
    found: dict[str, dict[str, str]] = tomllib.loads(FILE.read_text("utf-8"))
    return found


def text(language: str, key: str, **values: object) -> str:
    """Raises KeyError for a key that there is not."""
    return texts()[key][language].format(**values)


def preferred(accepted: str) -> str:
    """The first language of an Accept-Language that there is; ranks are taken to be in order, as browsers send them."""
    for part in accepted.split(",")[:20]:
        code = part.partition(";")[0].strip().lower().partition("-")[0]
        if code in LANGUAGES:
            return code
    return DEFAULT
