"""Machines made of texts, for the tests of `judge doctor`: a good one, and a way to spoil it."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from judge.machine.probe import Machine

CPU = "/sys/devices/system/cpu"
ROOT_STATUS = "Name:\tpython3\nCapEff:\t000001ffffffffff\nSeccomp:\t0"
MOUNTS = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
23 27 0:22 / /sys rw,relatime - sysfs sysfs rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard
30 23 0:26 / /sys/fs/cgroup rw,nosuid,nodev,noexec,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate"""
V1_MOUNTS = """\
22 27 0:21 / /proc rw,relatime - proc proc rw
27 1 254:0 / / rw,relatime - ext4 /dev/vda rw
31 23 0:28 / /sys/fs/cgroup rw,relatime - tmpfs tmpfs rw,mode=755
33 31 0:30 / /sys/fs/cgroup/cpu,cpuacct rw,relatime - cgroup cgroup rw,cpu,cpuacct
35 31 0:32 / /sys/fs/cgroup/memory rw,relatime - cgroup cgroup rw,memory
39 31 0:36 / /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids
41 31 0:38 / /sys/fs/cgroup/unified rw,relatime - cgroup2 cgroup2 rw"""
V1_GROUPS = "3:pids:/\n2:cpu,cpuacct:/\n1:memory:/shell/17\n0::/"
V1_FOLDERS = (
    "/sys/fs/cgroup/memory/shell/17",
    "/sys/fs/cgroup/pids",
    "/sys/fs/cgroup/cpu,cpuacct",
)

GOOD_FILES = {
    "/proc/cpuinfo": "processor : 0\nflags\t\t: fpu tsc sse sse2\nbugs\t\t: spectre_v1",
    "/proc/stat": "cpu  900 0 100 9000 0 0 0 0 0 0\ncpu0 900 0 100 9000 0 0 0 0 0 0",
    "/proc/loadavg": "0.08 0.20 0.30 1/123 4567",
    "/proc/meminfo": "MemTotal:       16384000 kB\nMemFree:         100 kB",
    "/proc/swaps": "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority",
    "/proc/self/mountinfo": MOUNTS,
    "/proc/self/cgroup": "0::/user.slice/judge.scope",
    "/proc/self/status": ROOT_STATUS,
    "/proc/driver/nvidia/version": "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  580.159.04  Release",
    "/proc/sys/kernel/osrelease": "6.8.0-31-generic",
    "/proc/sys/kernel/seccomp/actions_avail": "kill_process kill_thread trap errno user_notif trace log allow",
    "/proc/sys/kernel/core_pattern": "core",
    "/proc/sys/kernel/yama/ptrace_scope": "1",
    "/proc/sys/kernel/randomize_va_space": "0",
    "/proc/sys/kernel/unprivileged_userns_clone": "1",
    "/proc/sys/kernel/apparmor_restrict_unprivileged_userns": "0",
    "/proc/sys/user/max_user_namespaces": "96365",
    f"{CPU}/smt/active": "0",
    f"{CPU}/cpufreq/policy0/scaling_governor": "performance",
    f"{CPU}/cpufreq/policy1/scaling_governor": "performance",
    f"{CPU}/cpufreq/boost": "0",
    "/sys/devices/system/clocksource/clocksource0/current_clocksource": "tsc",
    "/sys/kernel/mm/transparent_hugepage/enabled": "always [madvise] never",
    "/sys/fs/cgroup/cpu.max": "max 100000",
    "/sys/fs/cgroup/user.slice/judge.scope/cgroup.controllers": "cpu memory pids",
    "/dev/nvidia0": "",
    "/dev/nvidiactl": "",
    "/dev/nvidia-uvm": "",
    "/usr/lib/x86_64-linux-gnu/libcuda.so.1": "",
    "/usr/lib/x86_64-linux-gnu/libcuda.so.580.159.04": "",
}
GOOD_OUTPUTS = {
    "nvcc --version": "nvcc: NVIDIA (R) Cuda compiler driver\nCuda compilation tools, release 13.0, V13.0.88",
    "nvidia-smi": "| NVIDIA-SMI 580.159.04    Driver Version: 580.159.04    CUDA Version: 13.0     |",
    "nvidia-smi --format=csv,noheader --query-gpu=name,memory.total,compute_cap": "NVIDIA H200, 143771 MiB, 9.0",
    "nvidia-smi --format=csv,noheader --query-gpu=persistence_mode": "Enabled\nEnabled",
    "nvidia-smi --format=csv,noheader --query-compute-apps=pid,process_name,used_memory": "",
    "ldconfig -p": "\tlibcuda.so.1 (libc6,x86-64) => /usr/lib/x86_64-linux-gnu/libcuda.so.1",
}


def machine_of(
    changes: Mapping[str, str | None] | None = None,
    outputs: Mapping[str, str | None] | None = None,
    user_id: int = 0,
    writable: Sequence[str] = (),
) -> Machine:
    """The good machine with `changes` to its files and its commands' `outputs`; None takes one away."""
    files = {path: text for path, text in (GOOD_FILES | dict(changes or {})).items() if text is not None}
    answers = GOOD_OUTPUTS | dict(outputs or {})

    def names(folder: str) -> list[str]:
        inside = (path.removeprefix(folder + "/") for path in files if path.startswith(folder + "/"))
        return sorted({path.partition("/")[0] for path in inside})

    return Machine(
        text=files.get,
        names=names,
        writable=lambda path: path in writable,
        output=lambda command: answers.get(" ".join(command)),
        user_id=user_id,
    )


def put_cccl(folder: Path, version: int) -> Path:
    """Makes a folder look like CCCL's headers of a version: 3000001 is 3.0.1."""
    file = folder / "cuda/std/__cccl/version.h"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#define CCCL_VERSION {version}\n")
    return folder
