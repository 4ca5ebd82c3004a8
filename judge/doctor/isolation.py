"""What the runner itself says: one run of /bin/true, and the isolation that it had."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from judge.doctor.finding import Finding, State
from judge.project.paths import Project
from judge.sandbox.facts import FORMAT_VERSION

WALL_LIMIT_MS = 10_000


class Isolation(NamedTuple):
    """What one part of the isolation prevents, and how to get it where it is missing."""

    prevents: str
    how: str


ROOT_OR_USER_NAMESPACES = "judge as root, or allow user namespaces (see above)"
CGROUP = "judge as root, or in a delegated cgroup (see cgroup above)"
RUNNER = "build the runner anew: ./judge/judge verify"
ISOLATION = {
    "user-namespace": Isolation("rights over anything outside", ROOT_OR_USER_NAMESPACES),
    "pid-namespace": Isolation("seeing and signalling other processes, outliving the run", ROOT_OR_USER_NAMESPACES),
    "mount-namespace": Isolation("seeing and changing the machine's files", ROOT_OR_USER_NAMESPACES),
    "network-namespace": Isolation("talking to anybody", ROOT_OR_USER_NAMESPACES),
    "ipc-namespace": Isolation("shared memory and queues with other runs", ROOT_OR_USER_NAMESPACES),
    "uts-namespace": Isolation("learning the machine's name", ROOT_OR_USER_NAMESPACES),
    "cgroup-namespace": Isolation("seeing the machine's control groups", ROOT_OR_USER_NAMESPACES),
    "private-filesystem": Isolation("reading answers, home and the judge's files", ROOT_OR_USER_NAMESPACES),
    "private-proc": Isolation("reading about other processes", "uncover /proc (see above)"),
    "read-only-input": Isolation("writing to its input file", ROOT_OR_USER_NAMESPACES),
    "cgroup-memory": Isolation("passing the memory limit between two looks", CGROUP),
    "cgroup-cpu": Isolation("CPU time that is not counted", CGROUP),
    "cgroup-processes": Isolation("processes beyond the limit between two looks", CGROUP),
    "unprivileged-user": Isolation("acting as the user who judges", "judge as root"),
    "no-capabilities": Isolation("rights of root", "judge as root, or as an ordinary user without capabilities"),
    "no-new-privileges": Isolation("getting rights from set-user-id programs", "use Linux 3.5 or later"),
    "closed-descriptors": Isolation("using files that the judge has open", RUNNER),
    "clean-environment": Isolation("reading secrets from the environment", RUNNER),
    "own-session": Isolation("typing into the judge's terminal", RUNNER),
    "parent-death-signal": Isolation("living on when the judge is killed", RUNNER),
    "rlimits": Isolation("huge files, many descriptors, locked memory", "raise the hard limits: ulimit -H -a"),
    "no-core-dumps": Isolation("filling the disk by crashing", "sudo sysctl kernel.core_pattern=core"),
    "seccomp": Isolation("calls that no solution needs and that kernels have bugs in",
                         "apt-get install libseccomp-dev, then build anew"),
    "swap-off": Isolation("memory beyond the limit, in swap", f"sudo swapoff -a; {CGROUP}"),
    "gpu-memory": Isolation("taking more of the GPU's memory than allowed", "install the driver's libnvidia-ml.so.1"),
}  # fmt: skip
"""Every name that the runner may give, in its order (docs/security.md says more)."""


def check_isolation(project: Project) -> Iterator[Finding]:
    if not project.runner.exists():
        yield Finding("isolation", State.NOTE, "not tried: the runner is not built", "", "./judge/judge list")
        return
    try:
        facts = _facts_of_a_run(project)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = "nothing can be judged"
        yield Finding("isolation", State.BAD, f"the runner failed: {error}", why, "./judge/judge verify")
        return
    yield from isolation_findings(facts)


def isolation_findings(facts: dict[str, Any]) -> Iterator[Finding]:
    """One line for all that is in force, one for each part that is missing with the runner's own reason."""
    if facts["format_version"] != FORMAT_VERSION:
        found = f"the runner is of another version (facts format {facts['format_version']})"
        yield Finding("isolation", State.WEAK, found, "its isolation is not known", "./judge/judge verify")
        return
    isolation = facts["isolation"]
    if facts["outcome"] != "exited" or facts["exit_code"] != 0:
        found = f"/bin/true ended with {facts['outcome']}: {facts['message'] or 'no message'}"
        yield Finding("isolation", State.BAD, found, "nothing can be judged", "read the other findings first")
    in_force, missing = isolation["in_force"], isolation["missing"]
    state = State.WEAK if missing else State.GOOD
    count = f"{len(in_force)} of {len(in_force) + len(missing)} parts"
    yield Finding("isolation", state, f"{count}: {' '.join(in_force)}")
    for part in missing:
        name = part["name"]
        known = ISOLATION.get(name, Isolation("something that this judge does not know", RUNNER))
        yield Finding(
            f"no {name}", State.WEAK, part["reason"], f"nothing prevents: {known.prevents}", known.how
        )


def _facts_of_a_run(project: Project) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="warp-judge-doctor-") as name:
        facts = Path(name) / "facts.json"
        command = [str(project.runner), "run", "--facts", str(facts), "--wall-limit-ms", str(WALL_LIMIT_MS)]
        done = subprocess.run(
            [*command, "--", "/bin/true"], capture_output=True, text=True, check=False, timeout=60
        )
        if done.returncode != 0:
            raise ValueError(done.stderr.strip() or f"exit status {done.returncode}")
        content: dict[str, Any] = json.loads(facts.read_text(encoding="utf-8"))
        return content
