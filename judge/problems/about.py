"""The author of a problem, and other informative data of its package."""

from typing import Any

from msgspec import Struct


class About(Struct, frozen=True):
    """A package's informative data about itself, from its problem.yaml."""

    uuid: str = ""
    version: str = ""
    credits: Any = ""
    """A name, or a map of the format 2025-09."""
    source: Any = ""
    """A text, a map with name and url, or a list of them."""
    license: str = "unknown"
    rights_owner: str = ""
    embargo_until: str = ""
    keywords: tuple[str, ...] = ()
