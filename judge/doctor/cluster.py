"""`judge doctor --engine slurm`: whether this cluster can judge, found by a job on a node of every kind."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.events import Note
from judge.base.units import bytes_text, plural
from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.engine.slurm.client import NoAnswer, ask
from judge.engine.slurm.nodes import NodeFacts, facts_of_node
from judge.engine.slurm.settings import ClusterKeys
from judge.project.host import JudgeHost
from judge.project.version import commit_of

CLOCKS_S = 5.0
"""The most that a node's clock may differ: the answer takes a moment to arrive."""
LITTLE_BYTES = 1 << 30


class NodeKind(Struct, frozen=True):
    """Nodes that Slurm describes identically."""

    name: str
    """ "2 cores, gpu:1"."""
    nodes: tuple[str, ...]
    """The number of nodes that take jobs."""
    lost: int
    """The number of other nodes."""


def check_cluster(host: JudgeHost, file: Path, keys: ClusterKeys) -> Iterator[Diagnosis]:
    """`file`: engine.yaml."""
    try:
        yield from _check_versions()
        kinds = kinds_in(ask("sinfo", "-N", "-h", *_of_partition(keys.partition), "-o", "%N|%c|%m|%f|%G|%T"))
    except NoAnswer as error:
        yield Diagnosis("Slurm", Health.BAD, str(error), "no job can be queued", "sinfo; scontrol ping")
        return
    partition = keys.partition or "the default partition"
    told = ", ".join(f"{plural(len(kind.nodes), 'node')} of {kind.name}" for kind in kinds)
    yield judged(
        "partition",
        bool(kinds),
        f"{partition}: {told or 'no node'}",
        "nothing can be judged there",
        f"correct 'partition' in {file}; sinfo shows the partitions",
        Health.BAD,
    )
    yield from _check_gres(file, keys)
    yield _check_shared(file, keys)
    found: dict[str, NodeFacts] = {}
    for kind in kinds:
        if kind.lost:
            yield Diagnosis(
                kind.name, Health.NOTE, f"{plural(kind.lost, 'node')} down or drained", "", "sinfo -R"
            )
        if kind.nodes:
            yield from _check_kind(host, keys, kind, found)
    if len({(one.hardware.cpu, one.hardware.cores, one.hardware.gpu) for one in found.values()}) > 1:
        yield Diagnosis(
            "kinds of nodes", Health.WEAK, f"{len(found)} that differ",
            "a time limit that one kind measured holds for the others",
            f"choose one kind by 'constraint' or 'partition' in {file}",
        )  # fmt: skip


def kinds_in(listing: str) -> list[NodeKind]:
    """The kinds from sinfo's lines NODE|CPUS|MEMORY|FEATURES|GRES|STATE."""
    nodes: dict[str, list[str]] = {}
    lost: dict[str, int] = {}
    for line in dict.fromkeys(listing.splitlines()):
        node, cores, _, features, gres, state = line.split("|")
        parts = [f"{cores} cores", *(one for one in (features, gres) if one not in ("(null)", ""))]
        kind = ", ".join(parts)
        usable = nodes.setdefault(kind, [])
        if re.match(r"(idle|alloc|mix|comp|plan)\w*$", state):
            usable.append(node)
        else:
            lost[kind] = lost.get(kind, 0) + 1
    return [NodeKind(kind, tuple(found), lost.get(kind, 0)) for kind, found in nodes.items()]


def _of_partition(partition: str | None) -> list[str]:
    return [f"--partition={partition}"] if partition else []


def _check_versions() -> Iterator[Diagnosis]:
    mine = ask("sbatch", "--version").split()[-1]
    theirs = re.search(r"^SLURM_VERSION\s*=\s*(\S+)", ask("scontrol", "show", "config"), re.MULTILINE)
    other = theirs[1] if theirs else "not told"
    yield judged(
        "Slurm", mine == other, f"{mine} here, {other} the controller",
        "commands of another release may be refused", "use the cluster's own slurm-client",
    )  # fmt: skip


def _check_gres(file: Path, keys: ClusterKeys) -> Iterator[Diagnosis]:
    if keys.gpu is None:
        yield Diagnosis("GPUs", Health.NOTE, "none asked for: CUDA is judged on the emulated GPU")
        return
    offered = ask("sinfo", "-h", *_of_partition(keys.gpu.partition or keys.partition), "-o", "%G").split()
    wanted = keys.gpu.gres.removesuffix(":1")
    yield judged(
        "GPUs", any(re.search(rf"(^|,){re.escape(wanted)}\b", gres) for gres in offered),
        f"{keys.gpu.gres} of {', '.join(offered) or 'nothing'}", "no job that asks for a GPU ever runs",
        f"correct 'gpu' in {file}; sinfo -o '%P %G' shows what there is", Health.BAD,
    )  # fmt: skip


def _check_shared(file: Path, keys: ClusterKeys) -> Diagnosis:
    folder = keys.sessions
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".doctor"
        probe.touch()
        probe.unlink()
    except OSError as error:
        return Diagnosis(
            "shared folder", Health.BAD, f"{folder}: {error.strerror}", "results cannot come back",
            f"set 'shared' in {file} to a folder that all nodes may write to",
        )  # fmt: skip
    return Diagnosis("shared folder", Health.GOOD, f"{folder} can be written here")


def _check_kind(
    host: JudgeHost, keys: ClusterKeys, kind: NodeKind, found: dict[str, NodeFacts]
) -> Iterator[Diagnosis]:
    """Asks one of the nodes; its answer goes into `found`."""
    node = kind.nodes[0]
    host.tell(Note(f"asking {node}, of {kind.name}"))
    try:
        facts = facts_of_node(host, keys, [f"--nodelist={node}"])
    except JudgeError as error:
        yield Diagnosis(
            node, Health.BAD, str(error), "what it is asked to judge has no result",
            "see that it has the shared folder, and with 'project: shared' this checkout and its .venv, under the same "
            "paths",
        )  # fmt: skip
        return
    found[kind.name] = facts
    version = facts.version if keys.sends_project else commit_of(host.installation)
    yield from node_findings(facts, time.time(), version, asks_gpu=keys.gpu is not None)


def node_findings(
    facts: NodeFacts, now_s: float, version: str | None, *, asks_gpu: bool
) -> Iterator[Diagnosis]:
    """Findings about a node. `now_s`, `version`: the time and the judge's commit here."""
    node = facts.node
    yield Diagnosis(
        node, Health.GOOD, f"{facts.hardware.name}; Python {facts.python}; it sees the shared folder"
    )
    yield judged(
        f"{node}: judge", facts.version == version, f"{facts.version or 'not known'}, here {version or 'not known'}",
        "it judges by other rules", "have one checkout in a folder that all nodes see", Health.BAD,
    )  # fmt: skip
    behind_s = now_s - facts.clock_s
    yield judged(
        f"{node}: clock", abs(behind_s) < CLOCKS_S, f"{abs(behind_s):.1f} s {'behind' if behind_s > 0 else 'ahead'}",
        "files seem older or newer than they are: things are built again, or not", "run chrony there",
    )  # fmt: skip
    if facts.isolation is None:
        yield Diagnosis(
            f"{node}: isolation", Health.NOTE, "not tried: the runner is not built", "", "judge verify"
        )
    else:
        missing = ", ".join(f"{part.name} ({part.reason})" for part in facts.isolation.missing)
        yield judged(
            f"{node}: isolation", facts.isolation.is_full, f"missing: {missing}" if missing else "full",
            "solutions can do there what they cannot do elsewhere", "run: judge doctor, on that node",
        )  # fmt: skip
    yield judged(
        f"{node}: room", facts.free_bytes > LITTLE_BYTES, f"{bytes_text(facts.free_bytes)} in {facts.temporary}",
        "what solutions write may not fit", "set TMPDIR to a folder with more",
    )  # fmt: skip
    if asks_gpu and facts.gpu_obstacle:
        yield Diagnosis(
            f"{node}: GPU",
            Health.BAD,
            facts.gpu_obstacle,
            "Slurm gives out a GPU that does not work",
            "nvidia-smi -L",
        )
