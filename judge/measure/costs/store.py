"""The file of costs that the problem programs read: costs.json, of the format in problems/common/choosing/costs.hpp."""

from pathlib import Path
from typing import Literal

from judge.base.events import Listener, Note
from judge.base.records import Count, NonNegative, Positive, Record, decoded, json_text
from judge.base.user_state import state_folder, storing
from judge.base.whole_files import write_in_one_step

Steps = dict[str, dict[str, NonNegative]]
"""Costs by the step's name, "read" or a solver's: by what is done, "byte": the seconds that one takes."""


class CpuCosts(Record, frozen=True):
    """The costs of one kind of CPU."""

    source: str
    """What measured them."""
    date: str
    """When they were measured: UTC, ISO 8601."""
    cores: Positive
    """The number of cores at most."""
    problems: dict[str, Steps]
    """Problems by the problem's id."""


class GpuCosts(Record, frozen=True):
    """The costs of one kind of GPU."""

    source: str
    """What measured them."""
    date: str
    """When they were measured: UTC, ISO 8601."""
    memory_bytes: Count
    """Numbers that need more are not for it."""
    problems: dict[str, Steps]
    """Problems by the problem's id."""


class StoredCosts(Record, frozen=True):
    """The file: all hardware that was measured, by its names."""

    cpus: dict[str, CpuCosts]
    gpus: dict[str, GpuCosts]
    format_version: Literal[1] = 1


def costs_file() -> Path:
    """Where the programs look for it."""
    return state_folder() / "costs.json"


def load_costs(file: Path, tell: Listener) -> StoredCosts:
    """What is stored. A damaged file, or one of another version, is told, and counts as empty."""
    try:
        return decoded(file.read_bytes(), StoredCosts)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        tell(Note(f"{file} cannot be read, and is rewritten: {error}"))
    return StoredCosts({}, {})


def store_costs(cpu: dict[str, CpuCosts], gpu: dict[str, GpuCosts], tell: Listener) -> Path:
    """Adds them to what is stored, in one step; returns the file. Raises JudgeError where that is not possible."""
    with storing("the costs"):
        file = costs_file()
        stored = load_costs(file, tell)
        file.parent.mkdir(parents=True, exist_ok=True)
        whole = StoredCosts({**stored.cpus, **cpu}, {**stored.gpus, **gpu})
        write_in_one_step(file, json_text(whole))
        return file
