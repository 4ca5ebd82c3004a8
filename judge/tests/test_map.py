"""The map for newcomers, HACKING.md: each file and folder that it names is there, and each function in its file."""

import re
from pathlib import Path

from judge.project.installation import this_installation

ROOT = this_installation().root
PATH = re.compile(r"`((?:[a-z_0-9-]+/)+[a-z_0-9.-]*)`")
FUNCTION = re.compile(r"`([a-z_]+)` in `([a-z_/]+\.py)`")


def names_of_nothing(text: str) -> set[str]:
    """Paths that are neither below the root nor below judge/, and functions that their file does not define."""
    paths = {path for path in PATH.findall(text) if not path.startswith("build/")}
    places = {
        path: [place for place in (ROOT / path, ROOT / "judge" / path) if place.exists()] for path in paths
    }
    missing = {path for path, found in places.items() if not found}
    return missing | {
        f"{name} in {path}"
        for name, path in FUNCTION.findall(text)
        if path not in missing and not defines(places[path][0], name)
    }


def defines(file: Path, name: str) -> bool:
    return f"\ndef {name}(" in file.read_text(encoding="utf-8")


def test_the_map_names_what_is_there() -> None:
    text = (ROOT / "HACKING.md").read_text(encoding="utf-8")
    assert len(PATH.findall(text)) > 40
    assert names_of_nothing(text) == set()


def test_one_module_each_decides_a_verdict_a_limit_and_a_score() -> None:
    """The map names it, and no other module says so of itself."""
    text = (ROOT / "HACKING.md").read_text(encoding="utf-8")
    deciding = {
        (first.split()[1], str(path.relative_to(ROOT / "judge")))
        for path in (ROOT / "judge").glob("*/*.py")
        if (first := path.read_text(encoding="utf-8").partition("\n")[0]).startswith('"""Decides ')
    }
    assert {what for what, _ in deciding} == {"verdicts:", "time", "scores:"}
    assert len(deciding) == 3
    assert {path for _, path in deciding} <= {path for _, path in FUNCTION.findall(text)}


def test_what_is_not_there_is_found() -> None:
    text = "`judging/verdicts.py`, `kernels/no_such/`, `judge/gone.py`; `decide` in `judging/verdicts.py`"
    assert names_of_nothing(text) == {"kernels/no_such/", "judge/gone.py"}
    assert names_of_nothing("`undecided` in `judging/verdicts.py`") == {"undecided in judging/verdicts.py"}
