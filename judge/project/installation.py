"""The paths of programs and static data. All other modules get paths from here, so that tests can point the judge at
another tree."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from judge.machine.cuda_toolkit import CudaSetup, this_cuda
from judge.project.data_folder import DataFolder, data_folder_of


@dataclass(frozen=True)
class Installation:
    """The source tree at `root`, the build folder that belongs to it, and the tools that both are built with."""

    root: Path
    build: Path
    data_path: Path | None = None
    """The folder for everything that judging writes; None: in the build folder."""
    cuda: CudaSetup = field(default_factory=this_cuda)
    builds: bool = True
    """Whether a command first brings `build` up to date. Otherwise it uses what is there."""

    @cached_property
    def data(self) -> DataFolder:
        """The folder for everything that is written while problems are judged."""
        return DataFolder(self.data_path or self.build)

    @cached_property
    def hidden(self) -> tuple[Path, ...]:
        """The folders that no program may see, wherever they are."""
        others = (self.build, self.data.path)
        return (self.root, *(path for path in dict.fromkeys(others) if not path.is_relative_to(self.root)))

    @property
    def problems(self) -> Path:
        return self.root / "problems"

    @property
    def lessons(self) -> Path:
        return self.root / "docs/lessons"

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
        """The problem's program with its GPU solvers for the emulated GPU; it may not exist."""
        return self.build / "emulated" / problem_id

    def tool(self, problem_id: str, name: str) -> Path:
        """`generate`, `validate-input` or `validate-output` of a problem; it may not exist."""
        return self.build / "problem-tools" / problem_id / name

    def committed_data(self, problem_id: str) -> Path:
        """The small test files, and SHA256SUMS over all of them."""
        return self.root / "testdata" / problem_id

    def generated_data(self, problem_id: str) -> Path:
        """The large test files, generated once: into the build folder, or elsewhere, by users who cannot write
        there."""
        built = self.build / "testdata" / problem_id
        return built if built.is_dir() else self.data.generated_data(problem_id)

    def show(self, path: Path) -> str:
        """A path as a user types it: relative to the root if it is below it."""
        return str(path.relative_to(self.root)) if path.is_relative_to(self.root) else str(path)


def this_installation() -> Installation:
    """The tree that this package belongs to: a checkout, or that of a wheel, which contains everything that is
    built."""
    # Resolved last: the package itself may be a link into the tree.
    root = Path(__file__).absolute().parent.parent.parent.resolve()
    build = root / "build"
    keeps = is_wheel(root)
    return Installation(root, build, data_folder_of(root, build, keeps=keeps).path, builds=not keeps)


def is_wheel(root: Path) -> bool:
    """Whether this is the tree in the package of an installed wheel."""
    return (root.parent.name, root.name) == ("warp_judge", "tree")
