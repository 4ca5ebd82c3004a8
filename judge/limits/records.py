"""What was measured for limits of time, kept for each machine beside its ceilings (docs/timing.md)."""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from judge.base.console import say
from judge.base.user_state import state_folder
from judge.base.whole_files import write_in_one_step
from judge.machine.hardware import Hardware
from judge.problems.manifest import FILE_NAME
from judge.problems.model import Problem
from judge.project.paths import Project

FORMAT_VERSION = 1


@dataclass(frozen=True)
class SolutionTime:
    """The slowest test of one solution."""

    name: str
    language: str
    test: str
    cpu_ns: int


@dataclass(frozen=True)
class LimitRecord:
    """The accepted solutions of a problem that count for its limit, as they ran on this machine."""

    key: str
    """Of the data and the submissions: others are measured anew."""
    date: str
    """UTC, ISO 8601."""
    solutions: tuple[SolutionTime, ...]
    """At least one, by name."""
    pressure: str
    """What others did on the machine meanwhile, which makes the limit larger; empty: nothing worth telling."""

    @property
    def slowest(self) -> SolutionTime:
        return max(self.solutions, key=lambda solution: solution.cpu_ns)


def record_key(project: Project, problem: Problem) -> str:
    """A digest of all that the problem's times depend on, besides the machine: its tests and its submissions."""
    digest = hashlib.sha256()
    manifest = project.committed_data(problem.id) / FILE_NAME
    submissions = sorted((problem.folder / "submissions").rglob("*"))
    for path in [manifest, *submissions]:
        if path.is_file():
            content = path.read_bytes()
            digest.update(f"{path.relative_to(project.root)}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()


def load_record(hardware: Hardware, problem_id: str, key: str) -> LimitRecord | None:
    """What was measured on this machine; None: nothing, or of other data or submissions. A damaged file is told."""
    try:
        stored = _read(records_file()).get(_machine(hardware), {}).get(problem_id)
        record = _record(stored) if stored else None
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        say(f"the time limits measured here cannot be read: {error!r}. They are measured anew")
        return None
    return record if record and record.key == key else None


def store_records(hardware: Hardware, records: dict[str, LimitRecord]) -> None:
    """Adds them, by problem, to what is stored, in one step. Where that is not possible, it is told."""
    try:
        file = records_file()
        try:
            machines = _read(file)
        except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
            machines = {}
        here = machines.setdefault(_machine(hardware), {})
        here.update({problem_id: asdict(record) for problem_id, record in records.items()})
        file.parent.mkdir(parents=True, exist_ok=True)
        content = {"format_version": FORMAT_VERSION, "machines": machines}
        write_in_one_step(file, json.dumps(content, indent=1) + "\n")
    except OSError as error:
        say(f"the time limits cannot be stored: {error}. Set XDG_STATE_HOME to a folder of yours")


def records_file() -> Path:
    return state_folder() / "time-limits.json"


def _machine(hardware: Hardware) -> str:
    return f"{hardware.cpu}, {hardware.cores} cores"


def _read(file: Path) -> dict[str, Any]:
    """The machines by name. Raises OSError, ValueError, KeyError, TypeError or AttributeError."""
    content = json.loads(file.read_bytes())
    if content["format_version"] != FORMAT_VERSION:
        raise ValueError(f"{file}: format {content['format_version']}, expected {FORMAT_VERSION}")
    return dict(content["machines"].items())


def _record(stored: dict[str, Any]) -> LimitRecord:
    solutions = tuple(SolutionTime(**solution) for solution in stored["solutions"])
    if not solutions or not all(solution.cpu_ns > 0 for solution in solutions):
        raise ValueError(f"expected times above 0, found {solutions}")
    return LimitRecord(**{**stored, "solutions": solutions})
