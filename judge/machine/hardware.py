"""The machine on which a result was measured, as reports state it."""

import os
import platform
import re
from collections.abc import Sequence
from functools import cache

from judge.base.errors import JudgeError
from judge.base.records import Count, Positive, Record
from judge.machine.cores import cores_of_process
from judge.machine.cuda_toolkit import release_name, this_cuda
from judge.machine.probe import Machine, kernel_driver_version, this_machine


class Hardware(Record, frozen=True):
    """The machine that it was judged on."""

    cpu: str
    """The processor's name."""
    cores: Positive
    """Cores that the judge may use."""
    memory_bytes: Count
    """Physical memory, in bytes."""
    kernel: str
    """Release of the operating system's kernel."""
    gpu: str | None
    """The GPU's name; null: none."""
    driver: str | None
    """Release of its driver; null: no GPU, or not known."""
    cuda_toolkit: str | None
    """Release of the CUDA toolkit, "13.0"; null: none."""

    @property
    def name(self) -> str:
        """The hardware in one line."""
        return machine_name(self.cpu, self.cores, self.gpu)


def machine_name(cpu: str, cores: int, gpu: str | None) -> str:
    """The kind of machine, not its name: identical machines in a cluster count as one."""
    return f"{cpu}, {cores} {'core' if cores == 1 else 'cores'}, {gpu or 'no GPU'}"


@cache
def this_hardware(gpus: tuple[int, ...]) -> Hardware:
    """This machine with these GPUs, /dev/nvidiaN; queried once, as nvidia-smi is slow.

    Raises JudgeError where they are of different kinds.
    """
    return hardware_of(this_machine(), gpus)


def hardware_of(machine: Machine, gpus: Sequence[int]) -> Hardware:
    """The hardware of any machine."""
    model = re.search(r"^model name\s*:\s*(.+)$", machine.text("/proc/cpuinfo") or "", re.MULTILINE)
    memory = re.search(r"^MemTotal:\s*(\d+) kB", machine.text("/proc/meminfo") or "", re.MULTILINE)
    nodes = machine.names("/dev")
    has_gpu = all(f"nvidia{gpu}" in nodes for gpu in gpus)
    nvcc = this_cuda().nvcc
    return Hardware(
        cpu=model[1].strip() if model else platform.machine(),
        cores=len(cores_of_process()),
        memory_bytes=int(memory[1]) * 1024
        if memory
        else os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
        kernel=(machine.text("/proc/sys/kernel/osrelease") or platform.release()).strip(),
        gpu=_kind_of(machine, gpus) if has_gpu else None,
        driver=kernel_driver_version(machine) if has_gpu else None,
        cuda_toolkit=release_name(nvcc) if nvcc else None,
    )


def gpu_memory_bytes(machine: Machine, gpu: int) -> int:
    """The total memory of a GPU. Raises JudgeError if the driver does not say."""
    query = ["nvidia-smi", f"--id={gpu}", "--query-gpu=memory.total", "--format=csv,noheader,nounits"]
    answer = (machine.output(query) or "").strip()
    if not answer.isdecimal():
        raise JudgeError(f"{' '.join(query)}: expected a number of MiB, found {answer!r}")
    return int(answer) << 20


def _kind_of(machine: Machine, gpus: Sequence[int]) -> str | None:
    """The name of the GPUs; None: the driver does not say."""
    numbers = ",".join(map(str, gpus))
    query = ["nvidia-smi", f"--id={numbers}", "--query-gpu=name", "--format=csv,noheader"]
    names = [line.strip() for line in (machine.output(query) or "").splitlines() if line.strip()]
    if len(names) != len(gpus):
        return None
    if len(set(names)) > 1:
        found = ", ".join(f"GPU {gpu}: {name}" for gpu, name in zip(gpus, names, strict=True))
        raise JudgeError(
            f"times of different GPUs cannot be compared ({found}); choose equal ones with --gpu"
        )
    return names[0]
