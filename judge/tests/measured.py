"""Made-up runs for the tests of times: facts, traces and results, of which a test says only what matters to it."""

from collections.abc import Sequence
from pathlib import Path

from judge.base.records import replace
from judge.judging.results import Result, TestResult
from judge.judging.solutions import Solution
from judge.judging.times import GpuPhases, Phases
from judge.judging.verdicts import Decision, Verdict
from judge.problems.device import Device
from judge.problems.formats.own import load_problem
from judge.problems.model import TestCase
from judge.problems.work import Work
from judge.sandbox.facts import Contention, Facts, GpuFacts
from judge.sandbox.gpu_trace import ApiError, GpuTrace, Kernel, Transfers
from judge.sandbox.isolation import Isolation

MS = 1_000_000
PROBLEM = load_problem(Path(__file__).parent / "tree/problems/double")
NO_TRANSFER = Transfers(count=0, bytes=0, total_ns=0)
TILED = Kernel(
    name="void (anonymous namespace)::tiled<16>(float const*, float const*, float*, int)",
    launches=2,
    completed=2,
    total_ns=840_000,
    longest_ns=440_000,
    registers=32,
    shared_bytes=8192,
    local_bytes=0,
    block=(16, 16, 1),
    grid=(64, 64, 1),
    occupancy=0.75,
    occupancy_limit="shared memory",
)
UNFINISHED = Kernel(
    name="never_ends(int*)",
    launches=1,
    completed=0,
    total_ns=0,
    longest_ns=0,
    registers=None,
    shared_bytes=None,
    local_bytes=None,
    block=None,
    grid=None,
    occupancy=None,
    occupancy_limit=None,
)
"""The report of a kernel that was running when the program was killed."""
TRACE = GpuTrace(
    can_be_forged=True,
    complete=True,
    processes=1,
    before_cuda_ns=20 * MS,
    start_up_ns=200 * MS,
    copy_in=Transfers(2, 8 << 20, 4 * MS),
    copy_out=Transfers(1, 4 << 20, 2 * MS),
    copy_device=NO_TRANSFER,
    memset=NO_TRANSFER,
    managed=None,
    kernels=(TILED,),
    kernels_total_ns=840_000,
    kernel_launches=2,
    busy_ns=840_000,
    peak_memory_bytes=12 << 20,
    unfreed_bytes=0,
    errors=(),
    synchronized_before_exit=True,
)


OUT_OF_MEMORY = ApiError("cudaMalloc", 2, "cudaErrorMemoryAllocation", 1)


def facts(
    wall_ns: int,
    *,
    cpu_ns: int | None = None,
    trace: GpuTrace | None = None,
    trace_missing: str | None = None,
) -> Facts:
    """The facts of a run that ended well."""
    cpu_ns = wall_ns if cpu_ns is None else cpu_ns
    with_gpu = trace is not None or trace_missing is not None
    return Facts(
        outcome="exited",
        exit_code=0,
        signal_name=None,
        user_ns=cpu_ns * 3 // 4,
        system_ns=cpu_ns - cpu_ns * 3 // 4,
        wall_ns=wall_ns,
        peak_memory_bytes=4 << 20,
        stdout_bytes=2,
        stderr_bytes=0,
        work_bytes=0,
        work_files=0,
        contention=Contention(waited_ns=0, stolen_ns=0, others_cpu_ns=0),
        gpu=GpuFacts(0, 12 << 20, trace, trace_missing) if with_gpu else None,
        isolation=Isolation("v2", (), ()),
        message=None,
    )


def cpu_phases(solve_ns: int) -> Phases:
    return Phases(read_ns=0, solve_ns=solve_ns, print_ns=0, gpu=None)


def gpu_phases(kernels_ns: int, copies_ns: int = 0, start_up_ns: int = 0) -> Phases:
    gpu = GpuPhases(start_up_ns, copies_ns, kernels_ns, 0)
    return Phases(read_ns=0, solve_ns=start_up_ns + copies_ns + kernels_ns, print_ns=0, gpu=gpu)


def case(name: str = "secret/01-zero") -> TestCase:
    return TestCase(name, Path("in"), Path("ans"))


def passed(
    size: int,
    walls_ns: Sequence[int],
    phases: Sequence[Phases | None] = (),
    *,
    name: str | None = None,
    trace: GpuTrace | None = None,
) -> TestResult:
    """A test of this size that was passed in this many milliseconds; `phases` of all runs, or of each."""
    runs = tuple(facts(wall, trace=trace) for wall in walls_ns)
    each = tuple(phases) * (len(runs) if len(phases) == 1 else 1) or (None,) * len(runs)
    return TestResult(
        test=case(name or f"secret/{size}"),
        decision=Decision(Verdict.AC, ""),
        facts=runs[0],
        stdout_excerpt="",
        stderr_excerpt="",
        repetitions=runs,
        phases=each[0],
        repeated_phases=each,
        work=Work(size, "elements", 0, 8 * size),
    )


def failed(test: TestResult, verdict: Verdict = Verdict.WA) -> TestResult:
    return replace(test, decision=Decision(verdict, "line 1, token 1: expected 1, found 2"))


def result_of(name: str, *tests: TestResult, obstacle: str | None = None, solver: bool = True) -> Result:
    solution = Solution(
        name=name,
        problem=PROBLEM,
        expected=Verdict.AC,
        obstacle=obstacle,
        is_solver=solver,
        device=Device.GPU if name.startswith("gpu-") or name.endswith(".cu") else Device.CPU,
    )
    return Result(solution, tests=list(tests), obstacle=obstacle, test_count=len(tests))
