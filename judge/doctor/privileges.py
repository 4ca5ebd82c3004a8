"""The rights of this process: capabilities, user namespaces, and the container that it may be in."""

import re
from collections.abc import Iterator

from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.machine.probe import Machine

WANTED = {
    21: "CAP_SYS_ADMIN",
    5: "CAP_KILL",
    6: "CAP_SETGID",
    7: "CAP_SETUID",
    0: "CAP_CHOWN",
    1: "CAP_DAC_OVERRIDE",
}
"""Capabilities that the runner uses as root, by the kernel's numbers (capabilities(7), linux/capability.h)."""

CONTAINER_OPTIONS = (
    "podman run --cap-add SYS_ADMIN --security-opt unmask=ALL -v /sys/fs/cgroup:/sys/fs/cgroup:rw"
)
"""The options that give root in a container full isolation (docs/container.md)."""


def check_privileges(machine: Machine) -> Iterator[Diagnosis]:
    yield capabilities(machine)
    yield user_namespaces(machine)
    yield surroundings(machine)
    yield hidden_proc(machine)


def capabilities(machine: Machine) -> Diagnosis:
    """Root's capabilities. An ordinary user has none and needs none: a user namespace gives them."""
    what = "privileges"
    if not machine.is_root:
        return Diagnosis(what, Health.GOOD, f"ordinary user, id {machine.user_id}")
    effective = re.search(r"^CapEff:\s*([0-9a-f]+)", machine.text("/proc/self/status") or "", re.MULTILINE)
    bits = int(effective[1], 16) if effective else 0
    missing = [name for bit, name in WANTED.items() if not bits >> bit & 1]
    return judged(
        what,
        not missing,
        f"root without {', '.join(missing)}" if missing else "root",
        "namespaces, mounts and a change of user id cannot be set up without them",
        f"in a container: {CONTAINER_OPTIONS}, and --cap-add " + " --cap-add ".join(missing),
    )


def user_namespaces(machine: Machine) -> Diagnosis:
    """The three switches that forbid user namespaces (user_namespaces(7); Debian's and Ubuntu's own)."""
    what = "user namespaces"
    why = (
        "without them an ordinary user gets no other namespaces, no private file system and no separate user"
    )
    if not machine.text("/proc/sys/user/max_user_namespaces"):
        return Diagnosis(what, Health.WEAK, "not in this kernel", why, "use a kernel with CONFIG_USER_NS")
    if machine.text("/proc/sys/user/max_user_namespaces") == "0":
        return Diagnosis(what, Health.WEAK, "none allowed", why, "sudo sysctl user.max_user_namespaces=10000")
    if machine.is_root:
        return Diagnosis(what, Health.GOOD, "allowed")
    for switch, forbidding in (
        ("kernel.unprivileged_userns_clone", "0"),
        ("kernel.apparmor_restrict_unprivileged_userns", "1"),
    ):
        if machine.text("/proc/sys/" + switch.replace(".", "/")) == forbidding:
            allowing = "1" if forbidding == "0" else "0"
            found = f"forbidden by {switch}"
            return Diagnosis(what, Health.WEAK, found, why, f"sudo sysctl {switch}={allowing}")
    return Diagnosis(what, Health.GOOD, "allowed to ordinary users")


def surroundings(machine: Machine) -> Diagnosis:
    """A chroot, shown by the lack of a mount at "/"; or a container, shown by the files that container software
    leaves."""
    what = "chroot or container"
    mounts = machine.text("/proc/self/mountinfo")
    if mounts is None:
        return Diagnosis(what, Health.NOTE, "not visible")
    if not any(point == "/" for point, _ in _mounts(mounts)):
        if machine.is_root:
            return Diagnosis(
                what, Health.GOOD, "a chroot; as root the runner gets out of it and loses nothing"
            )
        why = "the kernel refuses user namespaces to an ordinary user in a chroot"
        return Diagnosis(what, Health.WEAK, "a chroot", why, "judge outside, or use systemd-nspawn -D FOLDER")
    for file, name in (
        ("/.dockerenv", "docker"),
        ("/run/.containerenv", "podman"),
        ("/run/systemd/container", machine.text("/run/systemd/container") or "container"),
    ):
        if machine.text(file) is not None:
            why = "a container's own filters may block namespaces and mounts; the row 'isolation' has what is left"
            advice = f"if parts of the isolation are missing: {CONTAINER_OPTIONS}"
            return Diagnosis(what, Health.NOTE, f"in a container ({name})", why, advice)
    return Diagnosis(what, Health.GOOD, "neither")


def hidden_proc(machine: Machine) -> Diagnosis:
    """Mounts over parts of /proc: the kernel then refuses a new /proc to a user namespace, so as not to expose them."""
    covered = [
        point
        for point, _ in _mounts(machine.text("/proc/self/mountinfo") or "")
        if point.startswith("/proc/")
    ]
    covered = [point for point in covered if point != "/proc/sys/fs/binfmt_misc"]
    return judged(
        "hidden parts of /proc",
        not covered,
        ", ".join(covered) or "none",
        "the kernel refuses a program in a user namespace a /proc of its own",
        "podman run --security-opt unmask=ALL, docker run --security-opt systempaths=unconfined",
        worse=Health.NOTE if machine.is_root else Health.WEAK,
    )


def _mounts(mountinfo: str) -> list[tuple[str, str]]:
    """Mount points with their file systems' types (proc(5), /proc/pid/mountinfo)."""
    lines = (line.partition(" - ") for line in mountinfo.splitlines())
    return [(left.split()[4], right.split()[0]) for left, dash, right in lines if dash]
