"""How the judge was called: `judge` where that is on PATH, else the path as it was typed. Hints repeat it."""

import os
import shlex
import shutil
from pathlib import Path

VARIABLE = "WARP_JUDGE_CALLED_AS"
"""What the launcher was started as. It applies to this process alone: a child may start a judge in another way."""
FROM_THE_ROOT = "./judge/judge"
"""The command in the root of a checkout, as the documents do."""


def name_of(called_as: str | None, search_path: str | None = None) -> str:
    """The command to type to call the judge again. A shell passes a whole path for a name that it finds on PATH."""
    if not called_as:
        return FROM_THE_ROOT
    name = Path(called_as).name
    found = shutil.which(name, path=search_path)
    is_found = found is not None and Path(found) == Path(called_as)
    return name if is_found else shlex.quote(called_as)


JUDGE = name_of(os.environ.pop(VARIABLE, None))
