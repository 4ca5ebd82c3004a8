"""Ids made from names, of ASCII letters and digits as the Contest API requires."""

import re
import unicodedata
from collections.abc import Callable

MOST_OF_AN_ID = 30


def id_of(title: str) -> str:
    """The id; empty: the title has neither ASCII letters nor digits."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain))[:MOST_OF_AN_ID].strip("-")


def free_id(wanted: str, is_taken: Callable[[str], object]) -> str:
    """The id `wanted`, or the first one with a number appended that is free."""
    number, name = 1, wanted
    while is_taken(name):
        number += 1
        name = f"{wanted}-{number}"
    return name
