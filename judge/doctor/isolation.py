"""What the runner itself reports: one run of /bin/true, with the isolation that it had."""

import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from judge.base.called import JUDGE
from judge.doctor.diagnosis import Diagnosis, Health
from judge.project.installation import Installation
from judge.sandbox.facts import Facts, facts_from_json

WALL_LIMIT_MS = 10_000


class IsolationPart(NamedTuple):
    """What one part of the isolation prevents, and how to get it if it is missing."""

    prevents: str
    how: str


ROOT_OR_USER_NAMESPACES = "judge as root, or allow user namespaces (see above)"
CGROUP = "judge as root, or in a delegated cgroup (see cgroup above)"
RUNNER = f"rebuild the runner: {JUDGE} verify"
ISOLATION = {
    "user-namespace": IsolationPart("privileges over anything outside", ROOT_OR_USER_NAMESPACES),
    "pid-namespace": IsolationPart("seeing and signalling other processes, outliving the run", ROOT_OR_USER_NAMESPACES),
    "mount-namespace": IsolationPart("seeing and changing the machine's files", ROOT_OR_USER_NAMESPACES),
    "network-namespace": IsolationPart("any network communication", ROOT_OR_USER_NAMESPACES),
    "ipc-namespace": IsolationPart("shared memory and queues with other runs", ROOT_OR_USER_NAMESPACES),
    "uts-namespace": IsolationPart("learning the machine's name", ROOT_OR_USER_NAMESPACES),
    "cgroup-namespace": IsolationPart("seeing the machine's control groups", ROOT_OR_USER_NAMESPACES),
    "private-filesystem": IsolationPart(
        "reading answers, the home folder and the judge's files", ROOT_OR_USER_NAMESPACES
    ),
    "private-proc": IsolationPart("reading about other processes", "unmask /proc (see above)"),
    "read-only-input": IsolationPart("writing to its input file", ROOT_OR_USER_NAMESPACES),
    "cgroup-memory": IsolationPart("exceeding the memory limit between two samples", CGROUP),
    "cgroup-cpu": IsolationPart("CPU time that is not counted", CGROUP),
    "cgroup-processes": IsolationPart("more processes than allowed between two samples", CGROUP),
    "unprivileged-user": IsolationPart("acting as the judge's user", "judge as root"),
    "no-capabilities": IsolationPart(
        "some root privileges", "judge as root or as an ordinary user without capabilities"
    ),
    "no-new-privileges": IsolationPart("gaining privileges from set-user-id programs", "use Linux 3.5 or later"),
    "closed-descriptors": IsolationPart("using files that the judge has open", RUNNER),
    "clean-environment": IsolationPart("reading secrets from the environment", RUNNER),
    "own-session": IsolationPart("typing into the judge's terminal", RUNNER),
    "parent-death-signal": IsolationPart("surviving when the judge is killed", RUNNER),
    "rlimits": IsolationPart("huge files, many descriptors, locked memory", "raise the hard limits: ulimit -H -a"),
    "no-core-dumps": IsolationPart("filling the disk by crashing", "sudo sysctl kernel.core_pattern=core"),
    "seccomp": IsolationPart("system calls that no solution needs and where kernels have bugs",
                         "apt-get install libseccomp-dev, then rebuild"),
    "swap-off": IsolationPart("memory beyond the limit, in swap", f"sudo swapoff -a; {CGROUP}"),
    "gpu-memory": IsolationPart("using more GPU memory than allowed", "install the driver's libnvidia-ml.so.1"),
}  # fmt: skip
"""Every name that the runner may report, in its order (details in docs/security.md)."""


def check_isolation(installation: Installation) -> Iterator[Diagnosis]:
    if not installation.runner.exists():
        yield Diagnosis("isolation", Health.NOTE, "not tried: the runner is not built", "", f"{JUDGE} verify")
        return
    try:
        facts = _facts_of_a_run(installation)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        why = "nothing can be judged"
        yield Diagnosis("isolation", Health.BAD, f"the runner failed: {error}", why, f"{JUDGE} verify")
        return
    yield from isolation_findings(facts)


def what_is_missing(findings: Iterable[Diagnosis]) -> list[str]:
    """A line for each reason why isolation is not full, with all the parts that it affects; none: isolation is
    full."""
    lines: dict[tuple[str, str], list[str]] = {}
    for one in findings:
        if one.state is not Health.GOOD:
            lines.setdefault((one.found, one.advice), []).append(one.what.removeprefix("no "))
    return [
        f"{', '.join(parts)}: {found}" + (f"; to have it: {advice}" if advice else "")
        for (found, advice), parts in lines.items()
    ]


def isolation_findings(facts: Facts) -> Iterator[Diagnosis]:
    """One line for all parts in force, and one for each missing part with the runner's own reason."""
    isolation = facts.isolation
    if not facts.succeeded:
        found = f"/bin/true ended with {facts.outcome}: {facts.message or 'no message'}"
        yield Diagnosis(
            "isolation", Health.BAD, found, "nothing can be judged", "read the other findings first"
        )
    in_force, missing = isolation.in_force, isolation.missing
    state = Health.WEAK if missing else Health.GOOD
    count = f"{len(in_force)} of {len(in_force) + len(missing)} parts"
    yield Diagnosis("isolation", state, f"{count}: {' '.join(in_force)}")
    for part in missing:
        known = ISOLATION.get(part.name, IsolationPart("something that this judge does not know", RUNNER))
        yield Diagnosis(
            f"no {part.name}", Health.WEAK, part.reason, f"nothing prevents: {known.prevents}", known.how
        )


def _facts_of_a_run(installation: Installation) -> Facts:
    """The facts of a run. Raises OSError, ValueError or SubprocessError."""
    with tempfile.TemporaryDirectory(prefix="warp-judge-doctor-") as name:
        facts = Path(name) / "facts.json"
        command = [
            str(installation.runner),
            "run",
            "--facts",
            str(facts),
            "--wall-limit-ms",
            str(WALL_LIMIT_MS),
        ]
        done = subprocess.run(
            [*command, "--", "/bin/true"], capture_output=True, text=True, check=False, timeout=60
        )
        if done.returncode != 0:
            raise ValueError(done.stderr.strip() or f"exit status {done.returncode}")
        return facts_from_json(facts.read_bytes())
