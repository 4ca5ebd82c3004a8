"""The limits under which a solution runs a test, and those of a problem's own programs, in the runner's units."""

from judge.base.records import replace
from judge.problems.device import Device
from judge.problems.model import Limits
from judge.sandbox.run import PROCESSES, RunLimits

GENERATION = RunLimits(cpu_ms=600_000, wall_ms=600_000, memory_bytes=8 << 30, output_bytes=1 << 30)
"""The limits of the generator for one input, and of the solver for its answer. The format has no keys for them."""
VALIDATION_PROCESSES = 64


def limits_of_validation(limits: Limits) -> RunLimits:
    """The limits of one call of a validator, by the keys validation_* of the format.

    The time is CPU time, as for a submission. The output limit applies to stdout, stderr and the feedback folder,
    each.
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


def limits_of_interaction(limits: Limits, solution: RunLimits) -> RunLimits:
    """The limits of a validator that talks to a solution, which may keep it waiting for all of its own time."""
    alone = limits_of_validation(limits)
    return replace(alone, wall_ms=alone.wall_ms + solution.wall_ms)


def limits_of_a_test(limits: Limits, core_count: int, device: Device = Device.CPU) -> RunLimits:
    """The limits under which a solution runs one test.

    The time limit applies to the CPU time of each core that the solution was given. It is killed only when it has
    exceeded the limit by the overrun factor. The device's allowances are added, and not multiplied. The wall limit
    leaves room for waiting, so that it stops only programs that are idle or stuck.
    """
    extra = device.allowances
    on_device = extra.device_memory_bytes
    time_ms = round((limits.time_s * limits.overrun_factor + extra.start_up_s) * 1e3)
    return RunLimits(
        cpu_ms=time_ms * core_count,
        wall_ms=(2 * time_ms + 1000) * extra.wall_factor,
        memory_bytes=limits.memory_bytes + extra.memory_bytes,
        output_bytes=limits.output_bytes,
        processes=extra.processes or PROCESSES,
        gpu_memory_bytes=None if on_device is None else limits.memory_bytes + on_device,
    )


def cpu_limit_ns(limits: Limits, core_count: int, device: Device = Device.CPU) -> int:
    """The CPU time, of all processes and threads together, that a solution must not exceed in one test."""
    return round((limits.time_s + device.allowances.start_up_s) * 1e9) * core_count
