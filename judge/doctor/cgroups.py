"""Control groups: the version here, and the controllers that this process can have."""

from collections.abc import Iterator

from judge.base.called import JUDGE
from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.machine.probe import Machine

V1_CONTROLLERS = ("memory", "pids", "cpuacct")
V2_CONTROLLERS = ("memory", "pids")
"""Controllers of v2; CPU time is counted in each group without a controller (kernel, cgroup-v2.rst, cpu.stat)."""
WHY = "memory, CPU time and processes are only sampled: a quick program can exceed its limits unnoticed"
DELEGATE_TO_USERS = (
    "printf '[Service]\\nDelegate=cpu memory pids\\n' | sudo install -D /dev/stdin"
    " /etc/systemd/system/user@.service.d/delegate.conf && sudo systemctl daemon-reload; then log in again"
)
DELEGATED = f"systemd-run --user --scope -p Delegate=yes {JUDGE} verify"


def check_cgroups(machine: Machine) -> Iterator[Diagnosis]:
    mounts = _mounts(machine.text("/proc/self/mountinfo") or "")
    groups = _groups(machine.text("/proc/self/cgroup") or "")
    unified = mounts.get("cgroup2")
    own_group = f"{unified}{groups.get('', '/')}".rstrip("/")
    offered = (machine.text(f"{own_group}/cgroup.controllers") or "").split() if unified else []
    if any(name in offered for name in V2_CONTROLLERS) or (unified and not mounts.keys() - {"cgroup2"}):
        yield _version_2(machine, own_group, offered)
    elif mounts.keys() - {"cgroup2"}:
        yield _version_1(machine, mounts, groups)
    else:
        advice = "mount -t cgroup2 none /sys/fs/cgroup (as root), or judge outside the chroot or container"
        yield Diagnosis("cgroup", Health.WEAK, "none mounted", WHY, advice)


def _version_2(machine: Machine, own_group: str, offered: list[str]) -> Diagnosis:
    found = f"v2, controllers: {' '.join(offered) or 'none'}"
    missing = [name for name in V2_CONTROLLERS if name not in offered]
    if not machine.is_root and not machine.writable(own_group):
        return Diagnosis("cgroup", Health.WEAK, f"{found}; not delegated to you", WHY, DELEGATED)
    advice = DELEGATE_TO_USERS
    if machine.is_root:
        advice = (
            f"give them to this group: echo +{' +'.join(missing)} > .../cgroup.subtree_control of its parents"
        )
    return judged("cgroup", not missing, found, f"{', '.join(missing)} missing: {WHY}", advice)


def _version_1(machine: Machine, mounts: dict[str, str], groups: dict[str, str]) -> Diagnosis:
    usable = [
        name
        for name in V1_CONTROLLERS
        if name in mounts and machine.writable(f"{mounts[name]}{groups.get(name, '/')}".rstrip("/"))
    ]
    missing = [name for name in V1_CONTROLLERS if name not in usable]
    found = f"v1, controllers: {' '.join(usable) or 'none'}"
    if missing:
        advice = "judge as root" if not machine.is_root else "start the container with its cgroups writable"
        return Diagnosis("cgroup", Health.WEAK, found, f"{', '.join(missing)} missing: {WHY}", advice)
    why = "all limits hold; v2 kills a whole group in one step and can be delegated to an ordinary user"
    advice = "add systemd.unified_cgroup_hierarchy=1 to the kernel's command line"
    return Diagnosis("cgroup", Health.NOTE, found, why, advice)


def _mounts(mountinfo: str) -> dict[str, str]:
    """The mount points of "cgroup2" and of each v1 controller; the last mount of one counts, as it hides earlier
    ones."""
    points: dict[str, str] = {}
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        kind, _, options = [*right.split(), "", "", ""][:3]
        if kind == "cgroup2":
            points[kind] = left.split()[4]
        elif kind == "cgroup":
            points |= {name: left.split()[4] for name in options.split(",") if name in V1_CONTROLLERS}
    return points


def _groups(text: str) -> dict[str, str]:
    """This process's group of each v1 controller; that of v2 has the name "" (cgroups(7), /proc/pid/cgroup)."""
    groups: dict[str, str] = {}
    for line in text.splitlines():
        _, controllers, path = line.split(":", 2)
        groups |= dict.fromkeys(controllers.split(","), path)
    return groups
