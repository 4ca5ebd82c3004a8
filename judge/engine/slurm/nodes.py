"""The properties of a cluster's nodes, as a job on one of them reports them."""

import hashlib
import time
from collections.abc import Sequence

from judge.base.records import Record, json_text
from judge.base.whole_files import put_in_one_step
from judge.engine.slurm.batches import Need
from judge.engine.slurm.one_job import ANSWER, answer_of_job
from judge.engine.slurm.settings import ClusterKeys
from judge.engine.slurm.wire import as_line, from_line
from judge.machine.hardware import Hardware
from judge.project.host import JudgeHost
from judge.sandbox.isolation import Isolation

KNOWN_FOR_S = 24 * 3600


class NodeFacts(Record, frozen=True):
    """What a node reports about itself."""

    node: str
    hardware: Hardware
    isolation: Isolation | None
    """The isolation of a run there; null: the runner was not built yet."""
    python: str
    version: str | None
    """The commit of the judge there."""
    clock_s: float
    """Its time, in seconds since 1970."""
    free_bytes: int
    """The free space for temporary files."""
    temporary: str
    """The folder for temporary files."""
    gpu_obstacle: str | None
    """Why nothing runs on its GPU; null: it is there."""


def nodes_of(host: JudgeHost, keys: ClusterKeys) -> Hardware:
    """The hardware of the nodes that jobs go to, as one of them reports it: asked once a day. It has a GPU if
    engine.yaml names one."""
    digest = hashlib.sha256(f"{as_line(keys)} {host.installation.build}".encode()).hexdigest()[:16]
    file = keys.sessions.parent / "nodes" / f"{digest}.json"
    try:
        if time.time() - file.stat().st_mtime < KNOWN_FOR_S:
            return from_line(file.read_bytes(), NodeFacts).hardware
    except (OSError, ValueError):
        pass
    facts = facts_of_node(host, keys)
    put_in_one_step(file, json_text(facts))
    return facts.hardware


def facts_of_node(host: JudgeHost, keys: ClusterKeys, more: Sequence[str] = ()) -> NodeFacts:
    """Asks one node. `more`: options for sbatch, to choose it. Raises JudgeError on failure."""
    need = Need.GPU if keys.gpu else Need.CORES
    tree = [] if keys.sends_project else [str(host.installation.root), str(host.installation.build)]
    arguments = ["worker", "--probe", ANSWER, *tree]
    return from_line(answer_of_job(keys, host.tell, need, arguments, more), NodeFacts)
