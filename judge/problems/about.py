"""The author of a problem, and other informative data of its package."""

from typing import Any

from msgspec import Struct


class About(Struct, frozen=True):
    """What a package says of itself that only informs, as its problem.yaml has it."""

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
