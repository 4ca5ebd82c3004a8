"""The limits under which a solution runs a test, and those of a problem's own programs, in the runner's units."""

from judge.machine.gpus import DEVICE_MEMORY_BYTES, HOST_MEMORY_BYTES, START_UP_S
from judge.problems.device import Device
from judge.problems.emulated_limits import PROCESSES, WALL_FACTOR
from judge.problems.model import Limits
from judge.sandbox.run import RunLimits

GENERATION = RunLimits(cpu_ms=600_000, wall_ms=600_000, memory_bytes=8 << 30, output_bytes=1 << 30)
"""Of the generator for one input, and of the solver for its answer. The format has no keys for them."""
VALIDATION_PROCESSES = 64


def limits_of_validation(limits: Limits) -> RunLimits:
    """The limits of one call of a validator, by the keys validation_* of the format.

    The time is CPU time, as a submission's is. The output limit holds for stdout, stderr and the feedback folder, each.
    """
    time_ms = round(limits.validation_time_s * 1000)
    return RunLimits(
        cpu_ms=time_ms,
        wall_ms=2 * time_ms + 1000,
        memory_bytes=limits.validation_memory_bytes,
        output_bytes=limits.validation_output_bytes,
        processes=VALIDATION_PROCESSES,
        work_bytes=limits.validation_output_bytes,
    )


def limits_of_a_test(limits: Limits, core_count: int, device: Device = Device.CPU) -> RunLimits:
    """The limits under which a solution runs one test.

    The time limit applies to the CPU time of each core that the solution was given. It is not killed there, but when
    it has exceeded the limit by the overrun factor. The wall limit leaves room for waiting, so that it stops only
    programs that are idle or stuck. With a GPU the limits of time and memory are raised by what CUDA itself takes,
    and the memory limit holds for the GPU's memory too. The emulated one has many threads, which may wait longer for
    a core.
    """
    time_ms = round(cpu_limit_ns(limits, core_count, device) / core_count * limits.overrun_factor / 1e6)
    return RunLimits(
        cpu_ms=time_ms * core_count,
        wall_ms=(2 * time_ms + 1000) * (WALL_FACTOR if device is Device.EMULATED else 1),
        memory_bytes=limits.memory_bytes + (HOST_MEMORY_BYTES if device is Device.GPU else 0),
        output_bytes=limits.output_bytes,
        processes=PROCESSES if device is Device.EMULATED else RunLimits.processes,
        gpu_memory_bytes=limits.memory_bytes + DEVICE_MEMORY_BYTES if device is Device.GPU else None,
    )


def cpu_limit_ns(limits: Limits, core_count: int, device: Device = Device.CPU) -> int:
    """The CPU time, of all processes and threads together, that a solution must not exceed in one test."""
    return round((limits.time_s + (START_UP_S if device is Device.GPU else 0)) * 1e9) * core_count
