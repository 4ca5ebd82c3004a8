"""The file of costs that the problem programs read: costs.json, in the format of
problems/common/choosing/costs.hpp."""

from pathlib import Path
from typing import Literal

from judge.base.events import Listener
from judge.base.kept_files import kept_or_told
from judge.base.records import Count, NonNegative, Positive, Record, json_text
from judge.base.user_state import state_folder, storing
from judge.base.whole_files import put_in_one_step

FILE = "costs.json"
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
    return state_folder() / FILE


def load_costs(tell: Listener) -> StoredCosts:
    """The stored costs. A damaged file, or one of another version, is reported, and counts as empty."""
    stored = kept_or_told(
        FILE, StoredCosts, tell, lambda error: f"{costs_file()} cannot be read, and is rewritten: {error}"
    )
    return stored or StoredCosts({}, {})


def store_costs(cpu: dict[str, CpuCosts], gpu: dict[str, GpuCosts], tell: Listener) -> Path:
    """Adds them to the stored ones, in one step; returns the file. Raises JudgeError on failure."""
    with storing("the costs"):
        file = costs_file()
        stored = load_costs(tell)
        put_in_one_step(file, json_text(StoredCosts({**stored.cpus, **cpu}, {**stored.gpus, **gpu})))
        return file
