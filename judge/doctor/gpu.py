"""The GPU: device nodes, driver against toolkit, and causes of varying times."""

import re
from collections.abc import Iterator, Sequence

from judge.doctor.diagnosis import Diagnosis, Health, judged
from judge.languages.table import language_of
from judge.machine.cuda_toolkit import OLDEST_RELEASE, WITHOUT_GPU
from judge.machine.probe import Machine, kernel_driver_version

QUERY = ("nvidia-smi", "--format=csv,noheader")


def check_gpu(machine: Machine, nvcc: str = "nvcc", no_emulator: str | None = None) -> Iterator[Diagnosis]:
    """Checks the GPU: two lines if there is none, else every check. `nvcc`: the compiler that the judge uses.

    `no_emulator`: why there is no emulated GPU.
    """
    devices = [name for name in machine.names("/dev") if re.fullmatch(r"nvidia\d+", name)]
    yield toolkit(machine, bool(devices), nvcc)
    if not devices:
        taken = "are skipped, as" if no_emulator else "run on"
        by = no_emulator or "the emulated one"
        yield Diagnosis("GPU", Health.NOTE, f"none: GPU solvers and CUDA submissions {taken} {by}")
        return
    yield kinds(machine, devices)
    yield device_nodes(machine)
    yield driver(machine)
    yield driver_library(machine)
    yield persistence(machine)
    yield other_programs(machine)


def kinds(machine: Machine, devices: Sequence[str]) -> Diagnosis:
    """Name, memory and compute capability of every GPU."""
    gpus = [line.split(", ") for line in _lines(machine, "--query-gpu=name,memory.total,compute_cap")]
    gpus = [fields for fields in gpus if len(fields) == 3]
    if not gpus:
        return Diagnosis("GPU", Health.GOOD, f"/dev/{', /dev/'.join(devices)}")
    oldest = f"{WITHOUT_GPU // 10}.{WITHOUT_GPU % 10}"
    return judged(
        "GPU",
        all(float(capability) >= float(oldest) for _, _, capability in gpus),
        "; ".join(f"{name}, {memory}, compute capability {capability}" for name, memory, capability in gpus),
        f"the solvers are built for compute capability {oldest} or later",
        "judge with --device cpu",
    )


def device_nodes(machine: Machine) -> Diagnosis:
    """The nodes besides the GPUs' own without which no CUDA program starts."""
    missing = [name for name in ("nvidiactl", "nvidia-uvm") if name not in machine.names("/dev")]
    return judged(
        "GPU device nodes",
        not missing,
        f"/dev/{', /dev/'.join(missing)} missing" if missing else "all there",
        "CUDA makes them through a set-user-id helper, which a program in the sandbox cannot start",
        "sudo nvidia-modprobe -u -c 0",
    )


def toolkit(machine: Machine, has_gpu: bool, nvcc: str) -> Diagnosis:
    """The toolkit's release against the newest that the driver supports (CUDA Compatibility, "minor version")."""
    what = "CUDA toolkit"
    release = re.search(r"release (\d+)\.(\d+)", machine.output([nvcc, "--version"]) or "")
    if release is None or int(release[1]) < OLDEST_RELEASE:
        found = f"{release[1]}.{release[2]}, {OLDEST_RELEASE} is the minimum" if release else "no nvcc"
        why = "CUDA submissions run on the emulated GPU alone"
        return Diagnosis(what, Health.NOTE, found, why, language_of("", "cuda").install)
    served = re.search(r"CUDA Version: (\d+)\.(\d+)", machine.output(["nvidia-smi"]) or "")
    if served is None or not has_gpu:
        return Diagnosis(what, Health.GOOD, f"{release[1]}.{release[2]}, {nvcc}")
    both = f"{release[1]}.{release[2]}, the driver serves up to {served[1]}.{served[2]}"
    if release[1] == served[1] and int(release[2]) > int(served[2]):
        why = "programs run, but the driver cannot compile their PTX: no GPU newer than they were built for can be used"
        return Diagnosis(what, Health.NOTE, both, why, "install a newer driver")
    return judged(
        what,
        int(release[1]) <= int(served[1]),
        f"{both}; {nvcc}",
        "programs built with a toolkit newer than the driver's fail with cudaErrorInsufficientDriver",
        f"install a newer driver, or the toolkit of CUDA {served[1]}: apt-get install cuda-toolkit-{served[1]}",
    )


def driver(machine: Machine) -> Diagnosis:
    """The kernel part of the driver, and whether nvidia-smi is compatible with it."""
    loaded = kernel_driver_version(machine)
    answer = machine.output(["nvidia-smi"])
    if answer is None:
        return Diagnosis("GPU driver", Health.NOTE, f"{loaded or 'not visible'}; no nvidia-smi on PATH")
    complaint = re.search(r"^(?:Failed|NVIDIA-SMI has failed|Unable).*$", answer, re.MULTILINE)
    return judged(
        "GPU driver",
        complaint is None,
        complaint[0] if complaint else loaded or "answers nvidia-smi",
        "no CUDA program starts",
        "load the module that belongs to the library: restart the machine, or reinstall the driver",
    )


def driver_library(machine: Machine) -> Diagnosis:
    """libcuda.so.1 as the loader finds it without any environment, as in the sandbox; its version is in its name."""
    what = "driver library"
    known = re.search(r"libcuda\.so\.1 .*x86-64.*=> (\S+)/libcuda", machine.output(["ldconfig", "-p"]) or "")
    if known is None:
        why = "a program without a search path of its own does not find it"
        advice = "echo FOLDER_OF_LIBCUDA | sudo tee /etc/ld.so.conf.d/nvidia.conf && sudo ldconfig"
        return Diagnosis(what, Health.WEAK, "libcuda.so.1 is not in the loader's list", why, advice)
    names = " ".join(machine.names(known[1]))
    versions = re.findall(r"libcuda\.so\.(\d+\.[\d.]+)", names)
    loaded = kernel_driver_version(machine)
    return judged(
        what,
        loaded is None or loaded in versions,
        f"libcuda {', '.join(versions) or 'of unknown version'} in {known[1]}",
        f"the kernel part of the driver is {loaded}: no CUDA program starts",
        f"install the libraries of driver {loaded}, or restart after a driver update",
    )


def persistence(machine: Machine) -> Diagnosis:
    """Persistence mode of every GPU."""
    modes = _lines(machine, "--query-gpu=persistence_mode")
    if not modes:
        return Diagnosis("GPU persistence", Health.NOTE, "not visible")
    return judged(
        "GPU persistence",
        all(mode == "Enabled" for mode in modes),
        ", ".join(modes).lower(),
        "the driver unloads an idle GPU, so the next program waits a second or more for it",
        "sudo nvidia-smi -pm 1",
    )


def other_programs(machine: Machine) -> Diagnosis:
    """Programs that hold memory on a GPU now. In a container nvidia-smi may show none of them."""
    programs = _lines(machine, "--query-compute-apps=pid,process_name,used_memory")
    return judged(
        "other programs on the GPU",
        not programs,
        "; ".join(programs) or "none seen",
        "they share its units, memory and copy engines with the program being timed",
        "stop them, or judge on another GPU",
    )


def _lines(machine: Machine, query: str) -> list[str]:
    return [line for line in (machine.output([*QUERY, query]) or "").splitlines() if line.strip()]
