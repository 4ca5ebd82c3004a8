"""engine.yaml: how this user judges on a cluster (docs/cluster.md)."""

from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta

from judge.base.errors import JudgeError
from judge.base.outside_files import text_of
from judge.base.records import Record
from judge.base.user_state import state_folder
from judge.problems.yaml_files import place, read_yaml

FILE_NAME = "engine.yaml"
Name = Annotated[
    str, Meta(pattern=r"^[A-Za-z0-9_][A-Za-z0-9_.,:=&|\[\]*-]*$", description="a name that Slurm knows")
]
Constraint = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_(\[][A-Za-z0-9_.,:=&|()\[\]*-]*$",
        description="features of nodes as Slurm writes them: 'a100', 'a&b', '[rack1|rack2]' or '(a|b)&c'",
    ),
]
Time = Annotated[
    str,
    Meta(
        pattern=r"^(\d+-)?\d+(:\d\d){0,2}$",
        description="a text, a time as Slurm writes it: '30' or '1:00:00'",
    ),
]
Memory = Annotated[str, Meta(pattern=r"^\d+[KMGT]?$", description="a text, memory as Slurm writes it: '4G'")]


class GpuKeys(Record, frozen=True):
    """The additional options of solutions that need a GPU."""

    gres: Annotated[str, Meta(pattern=r"^gpu(:\w+)?:1$", description="one GPU: gpu:1, or gpu:TYPE:1")] = (
        "gpu:1"
    )
    partition: Name | None = None
    """None: the same as for all."""


class ClusterKeys(Record, frozen=True):
    partition: Name | None = None
    account: Name | None = None
    qos: Name | None = None
    constraint: Constraint | None = None
    """Features of the nodes, to select nodes of one kind."""
    time: Time | None = None
    """The time limit of one task of an array."""
    memory: Memory | None = None
    """The memory of one task."""
    cores: Annotated[int, Meta(ge=1, le=1024, description="a number of cores from 1 to 1024")] = 1
    """Cores of one task: the number of a solution's tests that run at once."""
    gpu: GpuKeys | None = None
    """None: the cluster has no GPUs; solutions that need one are judged on the emulated GPU."""
    shared: Annotated[str, Meta(pattern="^/", description="an absolute path that all nodes see")] | None = (
        None
    )
    """None: the user's state folder."""
    project: Literal["shared", "bundle"] = "shared"
    """Whether nodes see the checkout at its path, or are sent what they need of it (bundle.py)."""
    node_cache: Annotated[str, Meta(pattern="^/", description="an absolute path on the nodes")] | None = None
    """Where nodes keep what they were sent. None: a folder of the user's where temporary files go."""
    tries: Annotated[int, Meta(ge=1, le=100, description="a number from 1 to 100")] = 3
    """How often a job is queued at most."""
    tasks_at_once: Annotated[int, Meta(ge=1, description="a number from 1")] | None = None
    """None: as many as Slurm permits."""
    jobs_per_task: Annotated[int, Meta(ge=1, le=10000, description="a number from 1 to 10000")] | None = None
    """None: one, or as many as it takes for the largest array that Slurm permits."""

    @property
    def sessions(self) -> Path:
        """The folder in which the sessions of judging are stored."""
        return self.shared_folder / "sessions"

    @property
    def shared_folder(self) -> Path:
        return Path(self.shared) if self.shared else state_folder()

    @property
    def sends_project(self) -> bool:
        return self.project == "bundle"


def read_cluster(path: Path) -> ClusterKeys:
    """The settings. Raises JudgeError with file, line, key, what was expected and what was found."""
    if not path.is_file():
        raise JudgeError(
            f"{path}: is missing: it says how to judge with --engine slurm; see docs/cluster.md."
        )
    if not text_of(path, errors="replace").strip():
        return ClusterKeys()
    keys = read_yaml(path, ClusterKeys)
    if keys.shared and not Path(keys.shared).is_dir():
        raise JudgeError(
            f"{place(path, 'shared')}: 'shared': expected a folder, found none at {keys.shared}."
        )
    return keys
