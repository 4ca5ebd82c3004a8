"""Ids that are made of names, of ASCII letters and digits as the Contest API has them."""

import re
import unicodedata
from collections.abc import Callable

MOST_OF_AN_ID = 30


def id_of(title: str) -> str:
    """Empty: the title has neither letters nor digits of ASCII."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall("[a-z0-9]+", plain))[:MOST_OF_AN_ID].strip("-")


def free_id(wanted: str, is_taken: Callable[[str], object]) -> str:
    """The id that is wanted, or the first with a number behind it that nobody has."""
    number, name = 1, wanted
    while is_taken(name):
        number += 1
        name = f"{wanted}-{number}"
    return name
