"""Faults to plant, as rows of a table: each stands for a kind of mistake, and names the tests that notice it."""

import random
import tomllib
from collections.abc import Sequence
from pathlib import Path

from judge.base.records import Record, converted
from judge.base.suggestions import unknown_name

ALL = "all"
ROWS = "judge/tests/mutants.toml"
DEEP_ROOMS = ("runner/validators/compare", "runner/emulator/runtime", "runner/emulator/front_end")


class Fault(Record, frozen=True):
    """A row of the table."""

    name: str
    file: str
    old: str
    """The text that the fault replaces; it occurs once in the file."""
    new: str
    stands_for: str
    """The kind of mistake."""
    build: tuple[str, ...] = ()
    """The targets of the build that its tests need."""
    unit: str = ""
    """CTest's tests: a regular expression."""
    judge: tuple[str, ...] = ()
    """pytest's tests: files, or nodes in them."""
    data: tuple[str, ...] = ()
    """Problems for `judge generate --check`."""
    verify: tuple[str, ...] = ()
    """Arguments of `judge verify`."""

    @property
    def room(self) -> str:
        deep = next((room for room in DEEP_ROOMS if self.file.startswith(f"{room}/")), None)
        parts = self.file.split("/")
        return deep or "/".join(parts[: 1 if parts[0] in ("base", "kernels") else 2])


def read_faults(file: Path) -> tuple[Fault, ...]:
    content = tomllib.loads(file.read_text("utf-8"))
    return tuple(converted(content["fault"], list[Fault]))


def chosen_faults(faults: Sequence[Fault], chosen: Sequence[str], seed: int) -> list[Fault]:
    """The faults that `chosen` selects: "all", a number picked by the seed, or names. In the order of the table."""
    by_name = {fault.name: fault for fault in faults}
    found: set[str] = set()
    for word in chosen:
        if word == ALL:
            found |= by_name.keys()
        elif word.isdecimal():
            found |= set(random.Random(seed).sample(sorted(by_name), min(int(word), len(by_name))))
        elif word in by_name:
            found.add(word)
        else:
            raise unknown_name("fault", word, {ALL, *by_name})
    return [fault for fault in faults if fault.name in found]
