"""Results of giving junk to validators: they are used again until something changes that the answers depend on.

That is the validator, its arguments and files, the test that junk is made from, the junk, the limits, and the system.
A validator's failure is not stored: it is reported with the run that repeats it.
"""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from msgspec import Struct, field

from judge.base.records import decoded, json_text
from judge.base.whole_files import put_in_one_step
from judge.languages.compiler import identity
from judge.languages.known_to_work import system_facts
from judge.languages.problem_tools import ToolProgram
from judge.problems.limits import limits_of_validation
from judge.problems.model import Problem
from judge.project.data_folder import DataFolder
from judge.project.host import JudgeHost
from judge.testdata.junk import junk_of


class JunkReport(Struct):
    """The outcome for one validator."""

    validator: str
    kinds: int = 0
    accepted: list[str] = field(default_factory=list)
    accepted_harmless: list[str] = field(default_factory=list)
    """Kinds in which only the form differs."""
    failed: dict[str, list[str]] = field(default_factory=dict)
    """Kinds by how the validator ended."""
    repeat: str = ""
    """How to repeat the first failure."""


def known_or_given(data: DataFolder, key: str, give: Callable[[], JunkReport]) -> JunkReport:
    """The stored outcome under this key, or else a new one."""
    file = data.known_junk / f"{key}.json"
    with suppress(OSError, ValueError):
        return decoded(file.read_bytes(), JunkReport)
    report = give()
    if not report.failed:
        with suppress(OSError):  # it is only a cache
            put_in_one_step(file, json_text(report))
    return report


class Asked(Struct, frozen=True):
    """Validators that answer together, and the junk that they are given."""

    name: str
    programs: Sequence[ToolProgram]
    arguments: Sequence[str]
    reads: Mapping[str, Path]
    """Additional files that they see, by name."""
    good: bytes
    """A text that they accept, from which junk is made."""
    another: bytes | None = None
    """A text that they accept for another test."""


def junk_key(host: JudgeHost, problem: Problem, asked: Asked) -> str:
    """A digest of everything that their answers depend on."""
    junk = hashlib.sha256()
    for kind, made in junk_of(asked.good, asked.another):
        junk.update(f"{kind.name}\0{kind.is_harmless}\0{len(made)}\0".encode() + made)
    facts = [
        asked.name,
        [[one.protocol, *map(_part, one.command), *map(_part, one.visible)] for one in asked.programs],
        list(asked.arguments),
        sorted((name, hashlib.sha256(path.read_bytes()).hexdigest()) for name, path in asked.reads.items()),
        junk.hexdigest(),
        repr(limits_of_validation(problem.limits)),
        problem.scoring is not None,
        system_facts(host),
    ]
    return hashlib.sha256(json.dumps(facts).encode("utf-8", errors="surrogateescape")).hexdigest()


def _part(part: str | Path) -> object:
    """A part of a command. A compiled program is in a folder named by the hash of its sources."""
    path = Path(part)
    return identity(path) if path.is_absolute() else str(part)
