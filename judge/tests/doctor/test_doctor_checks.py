"""Each check of `judge doctor` on a machine that is spoilt in one place; test_doctor.py has the good control."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

import pytest

from judge.doctor.cgroups import check_cgroups
from judge.doctor.diagnosis import Diagnosis, Health
from judge.doctor.gpu import check_gpu
from judge.doctor.kernel import check_kernel
from judge.doctor.load import check_load
from judge.doctor.memory import check_memory
from judge.doctor.privileges import check_privileges
from judge.doctor.processor import check_processor
from judge.machine.probe import Machine
from judge.tests.machines import CPU, GOOD_FILES, MOUNTS, V1_FOLDERS, V1_GROUPS, V1_MOUNTS, machine_of

NOTE, WEAK = Health.NOTE, Health.WEAK
KINDS = "nvidia-smi --format=csv,noheader --query-gpu=name,memory.total,compute_cap"
PERSISTENCE = "nvidia-smi --format=csv,noheader --query-gpu=persistence_mode"
PROGRAMS = "nvidia-smi --format=csv,noheader --query-compute-apps=pid,process_name,used_memory"
NO_GPU = {path: None for path in GOOD_FILES if path.startswith("/dev/nvidia")}
OWN_GROUP = "/sys/fs/cgroup/user.slice/judge.scope"


def load_of_four_cores(machine: Machine) -> Iterator[Diagnosis]:
    return check_load(machine, 4, 8)


@dataclass(frozen=True)
class Spoilt:
    """A machine with one fault, and the finding that names it."""

    what: str
    state: Health
    found: str
    """Part of what is found."""
    advice: str
    """Part of what to do."""
    check: Callable[[Machine], Iterator[Diagnosis]]
    files: Mapping[str, str | None] = field(default_factory=dict)
    outputs: Mapping[str, str | None] = field(default_factory=dict)
    user_id: int = 0
    writable: tuple[str, ...] = ()


SPOILT = [
    Spoilt("load", WEAK, "2.1 on 4 cores", "top", load_of_four_cores, {"/proc/loadavg": "2.10 0 0 1/2 3"}),
    Spoilt("CPU quota", WEAK, "50000 us", "cpuset", load_of_four_cores,
           {"/sys/fs/cgroup/cpu.max": "50000 100000"}),
    Spoilt("CPU quota", WEAK, "25000 us", "cpuset", load_of_four_cores,
           {"/sys/fs/cgroup/cpu.max": None, "/sys/fs/cgroup/cpu/cpu.cfs_quota_us": "25000"}),
    Spoilt("SMT", WEAK, "on", "smt/control", check_processor, {f"{CPU}/smt/active": "1"}),
    Spoilt("SMT", WEAK, "on", "smt/control", check_processor,
           {f"{CPU}/smt/active": None, f"{CPU}/cpu0/topology/thread_siblings_list": "0,4"}),
    Spoilt("frequency governor", WEAK, "performance, powersave", "cpupower", check_processor,
           {f"{CPU}/cpufreq/policy1/scaling_governor": "powersave"}),
    Spoilt("boost", WEAK, "on", f"echo 0 | sudo tee {CPU}/cpufreq/boost", check_processor,
           {f"{CPU}/cpufreq/boost": "1"}),
    Spoilt("boost", WEAK, "on", f"echo 1 | sudo tee {CPU}/intel_pstate/no_turbo", check_processor,
           {f"{CPU}/cpufreq/boost": None, f"{CPU}/intel_pstate/no_turbo": "0"}),
    Spoilt("frequency governor", NOTE, "virtual machine", "compare only times from the same session", check_processor,
           {"/proc/cpuinfo": "flags : fpu hypervisor sse"}
           | {f"{CPU}/cpufreq/policy{n}/scaling_governor": None for n in (0, 1)}),
    Spoilt("clock source", WEAK, "hpet", "clocksource=tsc", check_processor,
           {"/sys/devices/system/clocksource/clocksource0/current_clocksource": "hpet"}),
    Spoilt("stolen time", WEAK, "10.00%", "host", check_processor,
           {"/proc/stat": "cpu  100 0 100 700 0 0 0 100 0 0"}),
    Spoilt("memory", WEAK, "2.0 GiB", "one problem", check_memory, {"/proc/meminfo": "MemTotal: 2097152 kB"}),
    Spoilt("swap", WEAK, "/dev/sda2, /dev/zram0", "swapoff -a", check_memory,
           {"/proc/swaps": "Filename Type Size Used Priority\n/dev/sda2 partition 8 0 -2\n/dev/zram0 partition 8 0 5"}),
    Spoilt("huge pages", WEAK, "always", "echo madvise", check_memory,
           {"/sys/kernel/mm/transparent_hugepage/enabled": "[always] madvise never"}),
    Spoilt("address randomization", NOTE, "on (2)", "randomize_va_space=0", check_memory,
           {"/proc/sys/kernel/randomize_va_space": "2"}),
    Spoilt("kernel", WEAK, "5.10.0-28-amd64", "newer", check_kernel,
           {"/proc/sys/kernel/osrelease": "5.10.0-28-amd64"}),
    Spoilt("kernel", WEAK, "5.15.0", "5.19", check_kernel, {"/proc/sys/kernel/osrelease": "5.15.0"}),
    Spoilt("seccomp in the kernel", WEAK, "none", "CONFIG_SECCOMP_FILTER", check_kernel,
           {"/proc/sys/kernel/seccomp/actions_avail": None}),
    Spoilt("core dumps", WEAK, "|/usr/share/apport", "core_pattern=core", check_kernel,
           {"/proc/sys/kernel/core_pattern": "|/usr/share/apport/apport -p%p"}),
    Spoilt("tracing (yama)", WEAK, "unrestricted", "ptrace_scope=1", check_kernel,
           {"/proc/sys/kernel/yama/ptrace_scope": "0"}, user_id=1000),
    Spoilt("cgroup", WEAK, "none mounted", "mount -t cgroup2", check_cgroups,
           {"/proc/self/mountinfo": "27 1 254:0 / / rw - ext4 /dev/vda rw"}),
    Spoilt("cgroup", WEAK, "v2, controllers: cpu memory;", "", check_cgroups,
           {f"{OWN_GROUP}/cgroup.controllers": "cpu memory"}, user_id=1000),
    Spoilt("cgroup", WEAK, "v2, controllers: cpu memory", "echo +pids", check_cgroups,
           {f"{OWN_GROUP}/cgroup.controllers": "cpu memory"}),
    Spoilt("cgroup", WEAK, "not delegated to you", "systemd-run --user --scope -p Delegate=yes ./judge/judge",
           check_cgroups, user_id=1000),
    Spoilt("cgroup", WEAK, "v2, controllers: cpu", "delegate.conf", check_cgroups,
           {f"{OWN_GROUP}/cgroup.controllers": "cpu"}, user_id=1000, writable=(OWN_GROUP,)),
    Spoilt("cgroup", NOTE, "v1, controllers: memory pids cpuacct", "unified_cgroup_hierarchy=1", check_cgroups,
           {"/proc/self/mountinfo": V1_MOUNTS, "/proc/self/cgroup": V1_GROUPS}, writable=V1_FOLDERS),
    Spoilt("cgroup", WEAK, "v1, controllers: pids cpuacct", "cgroups writable", check_cgroups,
           {"/proc/self/mountinfo": V1_MOUNTS, "/proc/self/cgroup": V1_GROUPS}, writable=V1_FOLDERS[1:]),
    Spoilt("cgroup", WEAK, "v1, controllers: none", "judge as root", check_cgroups,
           {"/proc/self/mountinfo": V1_MOUNTS, "/proc/self/cgroup": V1_GROUPS}, user_id=1000),
    Spoilt("privileges", WEAK, "root without CAP_SYS_ADMIN", "--cap-add CAP_SYS_ADMIN", check_privileges,
           {"/proc/self/status": "CapEff:\t00000000a80425fb"}),
    Spoilt("user namespaces", WEAK, "none allowed", "max_user_namespaces=", check_privileges,
           {"/proc/sys/user/max_user_namespaces": "0"}),
    Spoilt("user namespaces", WEAK, "not in this kernel", "CONFIG_USER_NS", check_privileges,
           {"/proc/sys/user/max_user_namespaces": None}),
    Spoilt("user namespaces", WEAK, "forbidden by kernel.unprivileged_userns_clone", "userns_clone=1",
           check_privileges, {"/proc/sys/kernel/unprivileged_userns_clone": "0"}, user_id=1000),
    Spoilt("user namespaces", WEAK, "forbidden by kernel.apparmor", "unprivileged_userns=0", check_privileges,
           {"/proc/sys/kernel/apparmor_restrict_unprivileged_userns": "1"}, user_id=1000),
    Spoilt("chroot or container", WEAK, "a chroot", "outside", check_privileges,
           {"/proc/self/mountinfo": "22 27 0:21 / /proc rw,relatime - proc proc rw"}, user_id=1000),
    Spoilt("chroot or container", NOTE, "docker", "--cap-add SYS_ADMIN", check_privileges, {"/.dockerenv": ""}),
    Spoilt("chroot or container", NOTE, "systemd-nspawn", "--cap-add SYS_ADMIN", check_privileges,
           {"/run/systemd/container": "systemd-nspawn"}),
    Spoilt("hidden parts of /proc", WEAK, "/proc/kcore", "systempaths=unconfined", check_privileges,
           {"/proc/self/mountinfo": MOUNTS + "\n60 22 0:9 /null /proc/kcore rw - devtmpfs dev rw"}, user_id=1000),
    Spoilt("GPU", NOTE, "run on the emulated one", "", check_gpu, NO_GPU),
    Spoilt("GPU device nodes", WEAK, "/dev/nvidia-uvm missing", "nvidia-modprobe", check_gpu,
           {"/dev/nvidia-uvm": None}),
    Spoilt("GPU", WEAK, "Quadro P600, 2048 MiB, compute capability 6.1", "--device cpu", check_gpu,
           outputs={KINDS: "Quadro P600, 2048 MiB, 6.1"}),
    Spoilt("GPU", Health.GOOD, "/dev/nvidia0", "", check_gpu, outputs={KINDS: None}),
    Spoilt("CUDA toolkit", NOTE, "no nvcc", "--with-cuda", check_gpu, outputs={"nvcc --version": None}),
    Spoilt("CUDA toolkit", NOTE, "11.8, 12 is the minimum", "--with-cuda", check_gpu,
           outputs={"nvcc --version": "Cuda compilation tools, release 11.8, V11.8.89"}),
    Spoilt("CUDA toolkit", NOTE, "13.2, the driver serves up to 13.0", "newer driver", check_gpu,
           outputs={"nvcc --version": "Cuda compilation tools, release 13.2, V13.2.51"}),
    Spoilt("CUDA toolkit", WEAK, "13.0, the driver serves up to 12.4", "cuda-toolkit-12", check_gpu,
           outputs={"nvidia-smi": "Driver Version: 550.54.15    CUDA Version: 12.4"}),
    Spoilt("GPU driver", WEAK, "Failed to initialize NVML", "restart", check_gpu,
           outputs={"nvidia-smi": "Failed to initialize NVML: Driver/library version mismatch"}),
    Spoilt("GPU driver", NOTE, "580.159.04; no nvidia-smi", "", check_gpu, outputs={"nvidia-smi": None}),
    Spoilt("driver library", WEAK, "not in the loader's list", "ldconfig", check_gpu,
           outputs={"ldconfig -p": "\tlibc.so.6 (libc6,x86-64) => /lib/libc.so.6"}),
    Spoilt("driver library", WEAK, "libcuda 570.86.10", "driver 580.159.04", check_gpu,
           {"/usr/lib/x86_64-linux-gnu/libcuda.so.580.159.04": None,
            "/usr/lib/x86_64-linux-gnu/libcuda.so.570.86.10": ""}),
    Spoilt("GPU persistence", WEAK, "enabled, disabled", "-pm 1", check_gpu,
           outputs={PERSISTENCE: "Enabled\nDisabled"}),
    Spoilt("other programs on the GPU", WEAK, "4711, python3, 512 MiB", "another GPU", check_gpu,
           outputs={PROGRAMS: "4711, python3, 512 MiB"}),
]  # fmt: skip


@pytest.mark.parametrize("spoilt", SPOILT, ids=lambda spoilt: f"{spoilt.what}: {spoilt.found}")
def test_the_fault_is_named_with_a_reason_and_what_to_do(spoilt: Spoilt) -> None:
    machine = machine_of(spoilt.files, spoilt.outputs, spoilt.user_id, spoilt.writable)
    findings = [finding for finding in spoilt.check(machine) if finding.what == spoilt.what]
    assert len(findings) == 1
    assert findings[0].state is spoilt.state
    assert spoilt.found in findings[0].found
    assert spoilt.advice in findings[0].advice
    if spoilt.state is WEAK:
        assert findings[0].why
        assert findings[0].advice


@pytest.mark.parametrize("check", [check_processor, check_memory, check_kernel, check_privileges, check_gpu])
def test_one_fault_leaves_the_other_findings_good(check: Callable[[Machine], Iterator[Diagnosis]]) -> None:
    others = [spoilt for spoilt in SPOILT if spoilt.check is not check]
    assert len(others) > 20
    for spoilt in others:
        machine = machine_of(spoilt.files, spoilt.outputs)
        assert [finding.what for finding in check(machine) if finding.state is WEAK] == [], spoilt.what


def test_a_chroot_takes_nothing_from_root() -> None:
    machine = machine_of({"/proc/self/mountinfo": "22 27 0:21 / /proc rw,relatime - proc proc rw"})
    findings = [finding for finding in check_privileges(machine) if finding.what == "chroot or container"]
    assert [finding.state for finding in findings] == [Health.GOOD]
    assert "a chroot" in findings[0].found


def test_an_ordinary_user_with_a_delegated_group_is_well_off() -> None:
    machine = machine_of(user_id=1000, writable=(OWN_GROUP,))
    findings = [*check_cgroups(machine), *check_privileges(machine)]
    assert [finding for finding in findings if finding.state is not Health.GOOD] == []


def test_one_core_is_too_few() -> None:
    assert next(check_load(machine_of(), 1, 1)).state is WEAK
    assert next(check_load(machine_of(), 2, 8)).state is Health.GOOD
