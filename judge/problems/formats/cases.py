"""The test cases in a package's folders: each input has one answer, and each answer an input."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.outside_files import text_of
from judge.problems.formats.tree import Tree
from judge.problems.model import Remark, TestCase, unused
from judge.sandbox.transcript import JUDGES, PASSES, SOLUTIONS

INPUT, INTERACTION = ".in", ".interaction"
OTHER_ANSWERS = (".out", ".sol", ".a")
"""Suffixes of answers in other judges."""
RENAMED = {
    f"{name}s": name for name in ("invalid_input", "invalid_answer", "invalid_output", "valid_output")
} | {"bad": "invalid_input or invalid_answer"}
"""Folders of data/ by the names that they had in BAPCtools until 2025."""


class Case(Struct, frozen=True):
    """The files of a test case, before its group's settings are known."""

    name: str
    """The path relative to the data folder, without a suffix: "secret/group/01"."""
    input: Path
    answer: Path

    @property
    def groups(self) -> list[str]:
        """The folders around it, the outermost first: "secret", "secret/group"."""
        parts = self.name.split("/")[:-1]
        return ["/".join(parts[: count + 1]) for count in range(len(parts))]


def cases_below(tree: Tree, data: str, group: str, answers: Sequence[str] = (".ans",)) -> list[Case]:
    """The cases of a group, "secret", of the folder `data`, in the order of names. Raises JudgeError."""
    prefix = f"{data}/" if data else ""
    names = tree.below(f"{prefix}{group}" if group else data, (INPUT, *answers))
    found = []
    for name in names:
        stem, dot, suffix = name.rpartition(".")
        if f".{suffix}" in answers and not tree.has(f"{stem}{INPUT}"):
            raise JudgeError(f"{tree / name}: an answer without its input: {stem}{INPUT} is missing.")
        if dot + suffix != INPUT:
            continue
        there = [ending for ending in answers if tree.has(stem + ending)]
        if not there:
            wanted = " or ".join(stem + ending for ending in answers)
            other = next((stem + ending for ending in OTHER_ANSWERS if tree.has(stem + ending)), None)
            found_other = f", found {other}. Rename it" if other else ""
            raise JudgeError(f"{tree / name}: an input without its answer: {wanted} is missing{found_other}.")
        if len(there) > 1:
            raise JudgeError(
                f"{tree / name}: an input with two answers, {' and '.join(stem + ending for ending in there)}. "
                "Remove one of them."
            )
        found.append(Case(stem.removeprefix(prefix), tree / name, tree / (stem + there[0])))
    return found


def in_order(cases: Iterable[TestCase], where: Path, *, may_be_made: bool = False) -> tuple[TestCase, ...]:
    """The cases, samples first. Raises JudgeError if there is none, unless they `may_be_made`."""
    found = sorted(cases, key=lambda case: (not case.is_sample, case.name.split("/")))
    if not found and not may_be_made:
        raise JudgeError(f"{where}: expected test cases, files NAME.in with their answers, found none.")
    return tuple(found)


def without_secret(tests: Iterable[TestCase]) -> tuple[Remark, ...]:
    """A remark if there are only samples."""
    found = list(tests)
    if not found or any(not test.is_sample for test in found):
        return ()
    return (Remark("data/secret/ has no test case: a solution is judged by the samples alone"),)


def sample_interactions(tree: Tree) -> dict[str, Path]:
    """The files .interaction by the names of their samples, which need no other file. Raises JudgeError."""
    found = {}
    for file in tree.below("data/sample", (INTERACTION,)):
        if file.endswith(INTERACTION):
            path = tree / file
            for number, line in enumerate(text_of(path, errors="replace").splitlines(), start=1):
                if not line.startswith((JUDGES, SOLUTIONS)) and line.rstrip() not in ("", PASSES):
                    raise JudgeError(
                        f"{path}, line {number}: expected < and what the validator says, > and what a solution says, "
                        f"or {PASSES} between passes, found {line[:40]!r}."
                    )
            found[file.removeprefix("data/").removesuffix(INTERACTION)] = path
    return found


def unused_files(files: Iterable[str]) -> tuple[Remark, ...]:
    """A remark for each file of data/ that the format does not know, or for its folder if that was renamed."""
    folders = {file: file.split("/")[1] for file in files}
    remarks = (
        unused(
            f"data/{folder}/",
            f"is not used: its name is {RENAMED[folder]} now, in packages of version 2025-09. Rename it.",
        )
        if folder in RENAMED
        else unused(file, "is not used: the format knows no such file of test data")
        for file, folder in folders.items()
    )
    return tuple(dict.fromkeys(remarks))
