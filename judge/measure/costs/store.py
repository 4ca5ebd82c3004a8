"""The file of costs that the problem programs read: costs.json, in the format of
problems/common/choosing/costs.hpp."""

from pathlib import Path
from typing import Literal

from judge.base.events import Listener, Note
from judge.base.records import Count, NonNegative, Positive, Record, decoded, json_text
from judge.base.user_state import state_folder, storing
from judge.base.whole_files import write_in_one_step

Steps = dict[str, dict[str, NonNegative]]
"""Costs by the step's name, "read" or a solver's, and by the counted unit, "byte": the seconds for one."""


class CpuCosts(Record, frozen=True):
    """The costs of one kind of CPU."""

    source: str
    """The program that measured them."""
    date: str
    """When they were measured: UTC, ISO 8601."""
    cores: Positive
    """The largest number of cores."""
    problems: dict[str, Steps]
    """Problems by the problem's id."""


class GpuCosts(Record, frozen=True):
    """The costs of one kind of GPU."""

    source: str
    """The program that measured them."""
    date: str
    """When they were measured: UTC, ISO 8601."""
    memory_bytes: Count
    """The GPU's capacity: inputs with more numbers are not for it."""
    problems: dict[str, Steps]
    """Problems by the problem's id."""


class StoredCosts(Record, frozen=True):
    """The file: all measured hardware, by name."""

    cpus: dict[str, CpuCosts]
    gpus: dict[str, GpuCosts]
    format_version: Literal[1] = 1


def costs_file() -> Path:
    """The path at which the programs look for it."""
    return state_folder() / "costs.json"


def load_costs(file: Path, tell: Listener) -> StoredCosts:
    """The stored costs. A damaged file, or one of another version, is reported, and counts as empty."""
    try:
        return decoded(file.read_bytes(), StoredCosts)
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as error:
        tell(Note(f"{file} cannot be read, and is rewritten: {error}"))
    return StoredCosts({}, {})


def store_costs(cpu: dict[str, CpuCosts], gpu: dict[str, GpuCosts], tell: Listener) -> Path:
    """Adds them to the stored ones, in one step; returns the file. Raises JudgeError on failure."""
    with storing("the costs"):
        file = costs_file()
        stored = load_costs(file, tell)
        file.parent.mkdir(parents=True, exist_ok=True)
        whole = StoredCosts({**stored.cpus, **cpu}, {**stored.gpus, **gpu})
        write_in_one_step(file, json_text(whole))
        return file
