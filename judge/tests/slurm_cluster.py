"""A cluster of Slurm on this machine: a controller and three nodes, with ports, keys and folders of their own.

Debian's slurm-wlm and munge; nothing of a cluster that the machine may belong to is touched. The nodes' GPUs are plain
files: Slurm counts them, nothing can run on them. All its daemons, and the jobs that they run, end with the one who
started it, however that ended (supervised.py).
"""

import os
import platform
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from judge.tests import supervised
from judge.tests.ports import own_ports
from judge.tests.watching import PATIENCE_S

NEEDED = ("munged", "slurmctld", "slurmd", "sbatch")
CANNOT_MOUNT = "this user may not mount"
MISSING = "no slurm here; apt-get install slurm-wlm munge"
NODES = ("node1", "node2", "node3")
PORTS = 1 + len(NODES)
"""The controller's, and one for each node."""
SEARCHED = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"

CONF = """\
ClusterName=judgetest
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool-%n
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/%n.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
SchedulerType=sched/backfill
SchedulerParameters=batch_sched_delay=0,sched_interval=1,sched_min_interval=0,default_queue_depth=1000
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=5
KillWait=2
MinJobAge=30
MaxJobCount=50000
GresTypes=gpu
SlurmdParameters=config_overrides
NodeName=node[1-3] NodeHostname={host} NodeAddr=127.0.0.1 Port={node_ports} CPUs=2 RealMemory=1000 Gres=gpu:1
PartitionName=test Nodes=node[1-3] Default=YES MaxTime=INFINITE State=UP
"""


@dataclass
class Cluster:
    folder: Path
    _daemons: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def tools(self) -> dict[str, str]:
        """What an environment needs to find this cluster and Slurm's commands."""
        return {"SLURM_CONF": str(self.folder / "slurm.conf"), "PATH": SEARCHED}

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, **self.tools}

    def ask(self, *command: str) -> str:
        done = subprocess.run(
            command, env=self.environment, capture_output=True, text=True, timeout=PATIENCE_S
        )
        assert done.returncode == 0, (command, done.stderr)
        return done.stdout

    def start(self, name: str, mounts: Sequence[Sequence[str]] = ()) -> None:
        """The controller, or a node. `mounts`: arguments of mount, for the node and all that it runs."""
        command = ["slurmctld"] if name == "slurmctld" else ["slurmd", "-N", name]
        if mounts:
            steps = [shlex.join(["mount", *mount]) for mount in mounts]
            command = ["unshare", "--mount", "sh", "-c", " && ".join([*steps, f"exec {shlex.join(command)}"])]
        self.run(command)

    def restart(self, mounts_of: Callable[[str], Sequence[Sequence[str]]] = lambda _: ()) -> None:
        """All nodes; `mounts_of`: of each by its name."""
        for node in NODES:
            self.stop(node)
            self.start(node, mounts_of(node))
        self.idle()

    def run(self, command: Sequence[str]) -> None:
        """Starts a daemon."""
        self._daemons.append(supervised.start(command, self.environment))

    def end(self) -> None:
        """All its daemons, and what these run."""
        for daemon in reversed(self._daemons):
            assert daemon.stdin
            daemon.stdin.close()
            daemon.wait(PATIENCE_S)

    def stop(self, name: str, number: signal.Signals = signal.SIGKILL) -> None:
        """Ends it, and only it: what a node runs goes on, as when its network fails."""
        file = self.folder / f"{name}.pid"
        if not file.exists():
            return
        process = int(file.read_text())
        try:
            os.kill(process, number)
        except ProcessLookupError:
            return
        deadline = time.monotonic() + PATIENCE_S
        while _lives(process) and time.monotonic() < deadline:
            time.sleep(0.05)

    def resume(self) -> None:
        """Takes back the nodes that the controller drained for what happened to them, as an administrator does."""
        for line in self.ask("sinfo", "-h", "-N", "-o", "%N %T").splitlines():
            node, state = line.split()
            if state.startswith(("drain", "down")):
                command = ["scontrol", "update", f"nodename={node}", "state=resume"]
                subprocess.run(command, env=self.environment, check=False, capture_output=True)

    def idle(self) -> None:
        """Waits until all nodes are ready."""
        deadline = time.monotonic() + PATIENCE_S
        while time.monotonic() < deadline:
            done = subprocess.run(
                ["sinfo", "-h", "-N", "-o", "%T"], env=self.environment, capture_output=True, text=True
            )
            if done.stdout.split() == ["idle"] * len(NODES):
                return
            if done.returncode == 0:
                self.resume()
            time.sleep(0.2)
        raise AssertionError(f"not all nodes are idle: {done.stdout.split()}{done.stderr}\n{self.story()}")

    def story(self) -> str:
        """What it does, and the ends of its logs."""
        asked = [
            ["squeue", "--array", "-h", "-o", "%i %j %T %r %N %M"],
            ["sinfo", "-h", "-N", "-o", "%N %T %E"],
        ]
        told = [
            subprocess.run(command, env=self.environment, capture_output=True, text=True).stdout
            for command in asked
        ]
        logs = [f"{log.name}: ...{log.read_text()[-2000:]}" for log in sorted(self.folder.glob("*.log"))]
        return "\n".join([*told, *logs])


def _lives(process: int) -> bool:
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[0] != "Z"


def is_here() -> bool:
    return all(shutil.which(name, path=SEARCHED) for name in NEEDED)


@cache
def can_mount() -> bool:
    """Whether this user may mount for a node what others do not see."""
    command = ["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@contextmanager
def cluster_in(folder: Path) -> Iterator[Cluster]:
    """`folder` must have a short name: a socket lies in it."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "state").mkdir()
    (folder / "munge.key").write_bytes(os.urandom(1024))
    (folder / "munge.key").chmod(0o400)
    (folder / "gpu").touch()
    with own_ports(PORTS) as ports:
        yield from _started(folder, ports)


def _started(folder: Path, ports: range) -> Iterator[Cluster]:
    (folder / "slurm.conf").write_text(
        CONF.format(
            host=platform.node().partition(".")[0],
            folder=folder,
            user=os.environ.get("USER", "root") if os.getuid() else "root",
            controller_port=ports[0],
            node_ports=f"[{ports[1]}-{ports[-1]}]",
        )
    )
    (folder / "gres.conf").write_text(f"NodeName=node[1-3] Name=gpu File={folder}/gpu\n")
    cluster = Cluster(folder)
    try:
        cluster.run(
            [
                "munged",
                "--force",
                f"--socket={folder}/munge.socket",
                f"--key-file={folder}/munge.key",
                f"--log-file={folder}/munged.log",
                f"--pid-file={folder}/munged.pid",
                f"--seed-file={folder}/munge.seed",
            ]
        )
        cluster.start("slurmctld")
        for node in NODES:
            cluster.start(node)
        cluster.idle()
        yield cluster
    finally:
        cluster.end()
