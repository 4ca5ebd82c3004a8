"""A package's name: in the history, in reports and below build/."""

import re
import unicodedata

OTHER = re.compile(r"[^A-Za-z0-9_.-]+")


def id_of(name: str) -> str:
    """A folder's or a zip file's name without characters that are unsafe in file names, and letters without
    accents."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return OTHER.sub("-", plain).strip("-.") or "problem"
