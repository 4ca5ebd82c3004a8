"""The name that a package goes by: in the history, in reports and below build/."""

import re

OTHER = re.compile(r"[^A-Za-z0-9_.-]+")


def id_of(name: str) -> str:
    """A folder's or a zip file's name without what a file name had better not have."""
    return OTHER.sub("-", name).strip("-.") or "problem"
