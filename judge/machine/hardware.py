"""The machine that a result was measured on, as reports state it."""

import os
import platform
import re
from functools import cache

from judge.base.records import Count, Positive, Record
from judge.machine.cores import usable_cores
from judge.machine.cuda_toolkit import find_nvcc, release_name
from judge.machine.probe import kernel_driver_version, this_machine


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


@cache
def this_hardware(gpu: int) -> Hardware:
    """This machine with /dev/nvidia<gpu>; queried once, as nvidia-smi is slow."""
    machine = this_machine()
    model = re.search(r"^model name\s*:\s*(.+)$", machine.text("/proc/cpuinfo") or "", re.MULTILINE)
    memory = re.search(r"^MemTotal:\s*(\d+) kB", machine.text("/proc/meminfo") or "", re.MULTILINE)
    query = ["nvidia-smi", f"--id={gpu}", "--query-gpu=name,compute_cap", "--format=csv,noheader"]
    has_gpu = f"nvidia{gpu}" in machine.names("/dev")
    name = re.fullmatch(r"(.+), \d+\.\d+", (machine.output(query) or "") if has_gpu else "")
    nvcc = find_nvcc()
    return Hardware(
        cpu=model[1].strip() if model else platform.machine(),
        cores=len(usable_cores()),
        memory_bytes=int(memory[1]) * 1024
        if memory
        else os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"),
        kernel=(machine.text("/proc/sys/kernel/osrelease") or platform.release()).strip(),
        gpu=name[1] if name else None,
        driver=kernel_driver_version(machine) if has_gpu else None,
        cuda_toolkit=release_name(nvcc) if nvcc else None,
    )
