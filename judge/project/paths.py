"""Paths. Every other module looks them up here, so that tests can point the judge at another tree."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from judge.base.events import Listener, unheard
from judge.project.settings import Settings


@dataclass(frozen=True)
class Project:
    """The source tree at `root`, the build folder that belongs to it, and the settings that programs are run with."""

    root: Path
    build: Path
    settings: Settings = field(default_factory=Settings)
    tell: Listener = field(default=unheard, compare=False, repr=False)
    """What happens while something is done with this tree goes here."""

    def with_settings(self, **changes: Any) -> "Project":
        """The same, with other settings: fields of Settings."""
        return replace(self, settings=replace(self.settings, **changes))

    @cached_property
    def hidden(self) -> tuple[Path, ...]:
        """The folders that no program may see, wherever they lie."""
        return (self.root,) if self.build.is_relative_to(self.root) else (self.root, self.build)

    @property
    def problems(self) -> Path:
        return self.root / "problems"

    @property
    def runner(self) -> Path:
        return self.build / "runner"

    @property
    def cpu_workload(self) -> Path:
        """The fixed workload that measures how fast a core is."""
        return self.build / "cpu-workload"

    @property
    def default_validator(self) -> Path:
        return self.build / "compare"

    @property
    def compile_cache(self) -> Path:
        return self.build / "submissions"

    @property
    def known_junk(self) -> Path:
        """What validators said of junk, by all that it depends on."""
        return self.build / "known-junk"

    def program(self, problem_id: str) -> Path:
        """The problem's standalone program."""
        return self.build / problem_id

    def emulated_program(self, problem_id: str) -> Path:
        """The same with its GPU solvers for the emulated GPU; it may not exist."""
        return self.build / "emulated" / problem_id

    def tool(self, problem_id: str, name: str) -> Path:
        """`generate`, `validate-input` or `validate-output` of a problem; it may not exist."""
        return self.build / "problem-tools" / problem_id / name

    def committed_data(self, problem_id: str) -> Path:
        """The small test files, and SHA256SUMS over all of them."""
        return self.root / "testdata" / problem_id

    def generated_data(self, problem_id: str) -> Path:
        """The big test files, generated once into the build tree."""
        return self.build / "testdata" / problem_id

    @property
    def package_data(self) -> Path:
        """Tests that the generators of packages from elsewhere made, by what they were made from."""
        return self.build / "package-data"

    def show(self, path: Path) -> str:
        """A path as a user types it: relative to the root where it lies below."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)


def this_project() -> Project:
    """The tree that this package is a part of."""
    root = Path(__file__).resolve().parent.parent.parent
    return Project(root=root, build=root / "build")
