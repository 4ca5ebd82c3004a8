"""The machine that a result was measured on, as reports state it."""

import os
import platform
import re
from dataclasses import dataclass
from functools import cache

from judge.machine.cores import usable_cores
from judge.machine.cuda_toolkit import find_nvcc, release_name
from judge.machine.probe import kernel_driver_version, this_machine


@dataclass(frozen=True)
class Hardware:
    """The fields about a GPU are None where there is none, or where it does not say."""

    cpu: str
    cores: int
    """Those that the judge may use."""
    memory_bytes: int
    kernel: str
    gpu: str | None
    driver: str | None
    cuda_toolkit: str | None
    """Its release: "13.0"."""


@cache
def this_hardware(gpu: int) -> Hardware:
    """This machine with /dev/nvidia<gpu>; asked once, as nvidia-smi takes its time."""
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
