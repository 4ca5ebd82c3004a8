"""The place in a submission that its run-time system's message points to: the line of an uncaught exception."""

import re
from pathlib import PurePosixPath

from judge.judging.solutions import Solution


def error_place(solution: Solution, stderr: str) -> str | None:
    """ "line 7", or "util/read.py:7" in a folder; None if its language names no place, or none in its own files.

    `stderr` names its files as its author did.
    """
    language = solution.language
    if language is None or language.error_place is None:
        return None
    own = {PurePosixPath(name).name for name in solution.texts}
    places = [
        (match["file"], match["line"])
        for match in re.finditer(language.error_place, stderr, re.MULTILINE)
        if not match["file"].startswith("/") and PurePosixPath(match["file"]).name in own
    ]
    if not places:
        return None
    # The message comes above the places, or else in the last line.
    file, line = places[0] if language.error_line else places[-1]
    return f"{file.removeprefix(f'{solution.file_name}/')}:{line}" if solution.files else f"line {line}"
