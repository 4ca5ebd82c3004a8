"""The measurements behind time limits, stored for each machine next to its ceilings (docs/timing.md)."""

import hashlib
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from judge.base.errors import JudgeError
from judge.base.events import Listener, Note
from judge.base.kept_files import kept, kept_or_told
from judge.base.records import Positive, Record, json_text
from judge.base.user_state import state_folder, storing
from judge.base.whole_files import put_in_one_step
from judge.machine.hardware import Hardware
from judge.problems.manifest import FILE_NAME
from judge.problems.model import Package, Problem
from judge.problems.program import files_of
from judge.project.installation import Installation

LIMITS_FILE = "time-limits.json"


class SolutionTime(Record, frozen=True):
    """The slowest test of one solution."""

    name: str
    language: str
    test: str
    cpu_ns: Positive


class LimitRecord(Record, frozen=True):
    """The accepted solutions of a problem that count for its limit, as they ran on this machine."""

    key: str
    """The digest of the data and the submissions: if it differs, the limit is measured again."""
    date: str
    """UTC, ISO 8601."""
    solutions: Annotated[tuple[SolutionTime, ...], Meta(min_length=1)]
    """The times by name."""
    pressure: str
    """What else ran on the machine during the measurement, which makes the limit larger; empty: nothing notable."""

    @property
    def slowest(self) -> SolutionTime:
        return max(self.solutions, key=lambda solution: solution.cpu_ns)


class _Stored(Record, frozen=True):
    """The file."""

    machines: dict[str, dict[str, LimitRecord]]
    """The records by machine, then by problem."""
    format_version: Literal[1] = 1


def record_key(installation: Installation, problem: Problem) -> str:
    """A digest of everything that the problem's times depend on, besides the machine: its tests, its submissions, and
    what a package runs them with."""
    digest = hashlib.sha256()
    if problem.package:
        submissions = problem.package.submissions
        files = {f"{test.name}.in": test.input for test in problem.package.tests}
    else:
        submissions = {"submissions": problem.folder / "submissions"}
        files = {FILE_NAME: installation.committed_data(problem.id) / FILE_NAME}
    for name, path in sorted(submissions.items()):
        files |= {f"{name}/{file.relative_to(path)}": file for file in files_of(path)}
    files |= _more_files(problem)
    for name, path in files.items():
        if path.is_file():
            content = path.read_bytes()
            digest.update(f"{name}\0{len(content)}\0".encode() + content)
    for name, said in _settings(problem.package).items() if problem.package else ():
        if said:  # else the keys that are stored stay valid
            digest.update(f"{name}\0{said}\0".encode())
    return digest.hexdigest()


def _more_files(problem: Problem) -> dict[str, Path]:
    """Files that a package's submissions are given, and the programs that talk to them."""
    if problem.package is None:
        return {}
    given = {f"{test.name}.files": test.files for test in problem.package.tests if test.files}
    programs = [*problem.output_validators, problem.interactor] if problem.is_interactive else []
    talking = {f"{number}": one.path for number, one in enumerate(filter(None, programs))}
    return {
        f"{name}/{file.name if file == path else file.relative_to(path)}": file
        for name, path in {**given, **talking}.items()
        for file in files_of(path)
    }


def _settings(package: Package) -> dict[str, object]:
    """How a package's submissions are compiled and run, and which of them count, as far as it says something."""
    rules, uses = package.rules, package.rules.uses
    return {
        "included": package.included,
        "constants": package.constants,
        "arguments": {test.name: test.args for test in package.tests if test.args},
        "languages": [
            (one.glob, one.language, one.entry_point)
            for one in rules.globs
            if one.language or one.entry_point
        ],
        "uses": [one for one in uses.rules.items() if one not in uses.by_format.items()],
        "uses on tests": dict(uses.of_tests),
    }


def load_record(hardware: Hardware, problem_id: str, key: str, tell: Listener) -> LimitRecord | None:
    """The measurements on this machine; None: none, or for other data or submissions. A damaged file is reported."""
    stored = kept_or_told(
        LIMITS_FILE,
        _Stored,
        tell,
        lambda error: f"the time limits measured here cannot be read: {error!r}. They are measured again",
    )
    record = stored.machines.get(_machine(hardware), {}).get(problem_id) if stored else None
    return record if record and record.key == key else None


def store_records(hardware: Hardware, records: dict[str, LimitRecord], tell: Listener) -> None:
    """Adds them, by problem, to the stored ones, in one step. A failure is reported."""
    try:
        with storing("the time limits"):
            file = records_file()
            machines = (kept(file, _Stored, (FileNotFoundError, ValueError)) or _Stored({})).machines
            machine = _machine(hardware)
            machines = {**machines, machine: {**machines.get(machine, {}), **records}}
            put_in_one_step(file, json_text(_Stored(machines)))
    except JudgeError as error:
        tell(Note(str(error)))


def records_file() -> Path:
    return state_folder() / LIMITS_FILE


def _machine(hardware: Hardware) -> str:
    return f"{hardware.cpu}, {hardware.cores} cores"
