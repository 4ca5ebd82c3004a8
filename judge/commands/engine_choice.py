"""`--engine slurm`: the settings with which a command judges on a cluster.

The modules for Slurm are loaded only if it is requested: most commands need none of them.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from judge.base.console import say
from judge.base.errors import JudgeError
from judge.base.priority import Priority
from judge.commands.options.engine import EngineOptions
from judge.machine.gpus import Gpus
from judge.project.engine_choice import EngineChoice
from judge.project.host import JudgeHost
from judge.project.installation import Installation

if TYPE_CHECKING:
    from judge.engine.slurm.settings import ClusterKeys

LOCAL = "local"


def engine_file_of(installation: Installation, engine_file: Path | None) -> Path:
    from judge.engine.slurm.settings import FILE_NAME

    return (engine_file or installation.root / FILE_NAME).resolve()


def cluster_for(
    installation: Installation, engine: str, engine_file: Path | None, session: str | None = None
) -> "ClusterKeys | None":
    """The cluster's settings; None: the command runs on this machine. Raises JudgeError if that is impossible."""
    if engine == LOCAL:
        if session or engine_file:
            name = "--session" if session else "--engine-file"
            raise JudgeError(f"{name} is for a cluster: add --engine slurm.")
        return None
    from judge.engine.slurm.client import require_slurm
    from judge.engine.slurm.settings import read_cluster

    keys = read_cluster(engine_file_of(installation, engine_file))
    require_slurm()
    return keys


def on_engine(host: JudgeHost, options: EngineOptions, priority: Priority = Priority.PRACTICE) -> JudgeHost:
    """The host with this engine chosen. `priority`: of the judged solutions. Raises JudgeError if that is
    impossible."""
    keys = cluster_for(host.installation, options.engine, options.engine_file, options.session)
    if keys is None:
        return host
    from judge.engine.slurm.session import session_in

    name = options.session or datetime.now(UTC).strftime("%Y%m%d-%H%M%S-%f")[:-3]
    session_in(keys.sessions / name)
    file = engine_file_of(host.installation, options.engine_file)
    chosen = on_nodes(host, keys, file, name, priority)
    say(f"session {name}: if this is interrupted, the same command with --session {name} goes on")
    return chosen


def on_nodes(
    host: JudgeHost, keys: "ClusterKeys", file: Path, session: str, priority: Priority = Priority.PRACTICE
) -> JudgeHost:
    """The host whose solutions are judged on the nodes of a cluster, in this session."""
    from judge.engine.slurm.nodes import nodes_of

    gpus = Gpus(host.policy.gpus.numbers, of_nodes=keys.gpu is not None)
    nodes = nodes_of(host, keys)
    return host.with_policy(gpus=gpus).with_engine(file=file, session=session, nodes=nodes, priority=priority)


def refuse_on_cluster(engine: EngineChoice, option: str, asked: bool) -> None:
    """Raises JudgeError for work that is only done where the judge itself runs."""
    if asked and engine.file:
        raise JudgeError(f"{option} is for one machine: leave it out, or --engine slurm.")
