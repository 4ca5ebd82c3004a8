"""Paths. Every other module looks them up here, so that tests can point the judge at another tree."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from judge.base.events import Listener, unheard
from judge.project.data_folder import DataFolder, data_folder_of
from judge.project.settings import Settings


@dataclass(frozen=True)
class Project:
    """The source tree at `root`, the build folder that belongs to it, and the settings that programs are run with."""

    root: Path
    build: Path
    settings: Settings = field(default_factory=Settings)
    tell: Listener = field(default=unheard, compare=False, repr=False)
    """What happens while something is done with this tree goes here."""
    data_path: Path | None = None
    """Where everything is written that judging leaves; None: in the build folder."""

    def with_settings(self, **changes: Any) -> "Project":
        """The same, with other settings: fields of Settings."""
        from judge.base.records import replace  # `judge --version` need not load what reads files

        return replace(self, settings=replace(self.settings, **changes))

    @cached_property
    def hidden(self) -> tuple[Path, ...]:
        """The folders that no program may see, wherever they lie."""
        others = (self.build, self.data.path)
        return (self.root, *(path for path in dict.fromkeys(others) if not path.is_relative_to(self.root)))

    @cached_property
    def data(self) -> DataFolder:
        """What is written while problems are judged."""
        return DataFolder(self.data_path or self.build)

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
        """The big test files, generated once: into the build folder, or by whoever cannot write there elsewhere."""
        built = self.build / "testdata" / problem_id
        return built if built.is_dir() else self.data.generated_data(problem_id)

    def show(self, path: Path) -> str:
        """A path as a user types it: relative to the root where it lies below."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)


def this_project() -> Project:
    """The tree that this package is a part of."""
    root = Path(__file__).resolve().parent.parent.parent
    build = root / "build"
    return Project(root=root, build=build, data_path=data_folder_of(root, build).path)
