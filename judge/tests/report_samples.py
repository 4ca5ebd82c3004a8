"""A made-up report that has everything: each verdict, GPU runs, a comparison, ceilings, and names that mean harm."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec
import pytest

from judge.base.records import as_json, replace
from judge.judging.difference import Difference, Window
from judge.judging.emulated_cost import TestLeftOut
from judge.judging.findings import Finding
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Decision, Verdict
from judge.machine import hardware
from judge.machine.hardware import Hardware
from judge.measure.ceilings import Ceilings, CpuCeilings, CpuRates, GpuCeilings
from judge.problems.device import Device
from judge.problems.work import Work
from judge.project.host import JudgeHost
from judge.reports import make
from judge.reports.make import JudgingOutcome, report_of
from judge.reports.model import Report
from judge.sandbox.facts import Ending, Facts
from judge.sandbox.gpu_trace import ApiError
from judge.sandbox.isolation import Isolation, Missing
from judge.tests.measured import (
    MS,
    PROBLEM,
    TILED,
    TRACE,
    UNFINISHED,
    cpu_phases,
    facts,
    failed,
    gpu_phases,
    passed,
    result_of,
)

HARM = "<img src=x onerror=\"document.title='harmed'\"><svg onload=\"document.title='harmed'\">"
"""A text that changes the page's title if it is taken for markup. It has no slash: it is a file's name, too."""
LONG_NAME = "wrong_answer/" + "a_very_long_name_without_any_blank_" * 4 + ".cpp"
MACHINE = Hardware(
    "Xeon & Sons 8480C", 16, 128 << 30, "6.8.0-31-generic", "NVIDIA H200", "580.159.04", "13.0"
)
CEILINGS = Ceilings(
    GpuCeilings(
        name="NVIDIA H200",
        date="2026-11-20T09:00:00+00:00",
        l2_bytes=60 << 20,
        copy_gbs=4291,
        read_gbs=4629,
        fma32_gflops=63_700,
        fma64_gflops=32_800,
        link_in_gbs=55.5,
        link_out_gbs=55.1,
        tensor_tf32_gflops=430_000,
    ),
    CpuCeilings(
        name="Xeon & Sons 8480C",
        cores=16,
        date="2026-11-20T09:00:00+00:00",
        cache_bytes=105 << 20,
        gemm="cpu-openblas",
        one_core=CpuRates(copy_gbs=22, read_gbs=18, gemm32_gflops=110, gemm64_gflops=55),
        all_cores=CpuRates(copy_gbs=210, read_gbs=190, gemm32_gflops=1500, gemm64_gflops=760),
    ),
)
HALF_MS = replace(TRACE, busy_ns=MS // 2)
"""Kernels ran for half a millisecond, as the phases say, too."""
SIZES = (1_000, 1_000_000, 1_000_000_000)


def everything(host: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> Report:
    """A report of the problem "double"."""
    monkeypatch.setattr(hardware, "this_hardware", lambda gpu: MACHINE)
    monkeypatch.setattr(make, "load_ceilings", lambda hardware, tell: CEILINGS)
    outcome = JudgingOutcome(
        problems=[PROBLEM],
        results={PROBLEM.id: [*_solvers(), *_submissions()]},
        damage=["testdata/double/secret/01-zero.in: missing"],
        duration_s=12.5,
        command="judge verify --html report.html",
        date=datetime(2026, 11, 21, 14, 0, tzinfo=UTC),
    )
    return report_of(host, outcome)


def changed(report: Report, change: Callable[[Any], object]) -> Report:
    """A copy of the report with a change to its JSON."""
    content = as_json(report)
    change(content)
    return msgspec.convert(content, Report)


def _solvers() -> list[Result]:
    cpu = [_sized(passed(size, [5 * MS + size // 50] * 3, [cpu_phases(MS + size // 100)])) for size in SIZES]
    gpu = [
        _sized(passed(size, [300 * MS] * 3, [gpu_phases(MS // 2, 3 * MS, 200 * MS)], trace=HALF_MS))
        for size in SIZES
    ]
    skipped = replace(gpu[0], decision=Decision(Verdict.SKIP, "cannot run: it is too large"), repetitions=())
    return [
        result_of("cpu-blocked", *cpu),
        result_of("gpu-tiled", *gpu),
        replace(result_of("gpu-texture", *gpu[:2], skipped), test_count=3),
        result_of("gpu-cublas", obstacle="no GPU here"),
    ]


def _sized(test: TestResult) -> TestResult:
    size = test.work.size if test.work else 0
    return replace(test, work=Work(size, "multiply-adds", 2 * size, 12 * size // 100))


def _submissions() -> list[Result]:
    errors = (ApiError("cudaFree", 1, "cudaErrorInvalidValue", 2),)
    careless = replace(TRACE, kernels=(TILED, UNFINISHED), errors=errors, complete=False)
    cuda = _sized(passed(SIZES[1], [350 * MS], trace=careless))
    strange = replace(
        failed(cuda), stdout_excerpt=HARM, stderr_excerpt=f"{HARM}\\x1b[2J", difference=_difference()
    )
    odd_isolation = Isolation(None, ("rlimits",), (Missing("seccomp", HARM),))
    results = [
        _submission("accepted/tiles.cu", cuda),
        _emulated("accepted/emulated.cu", cuda),
        _submission("accepted/untraced.cu", _run(facts(9 * MS, trace_missing="no CUPTI here"), Verdict.AC)),
        _submission("partially_accepted/half.py", _run(facts(MS), Verdict.PA)),
        _submission("count_limit_exceeded/columns.cu", _run(facts(MS), Verdict.CLE)),
        _submission(f"wrong_answer/{HARM}.cpp", strange),
        _submission(LONG_NAME, failed(_sized(passed(SIZES[0], [MS])))),
        _submission(
            "accepted/not_utf8_\udcff.cpp", _run(replace(facts(MS), isolation=odd_isolation), Verdict.AC)
        ),
    ]
    ends: dict[Verdict, Ending] = {
        Verdict.TLE: "cpu-limit",
        Verdict.MLE: "memory-limit",
        Verdict.OLE: "output-limit",
        Verdict.RTE: "process-limit",
        Verdict.JE: "exited",
    }
    for verdict, outcome in ends.items():
        run = _run(replace(facts(MS), outcome=outcome, exit_code=None), verdict)
        results.append(_submission(f"{verdict.folder or 'accepted'}/{verdict.code.lower()}.py", run))
    refused = _submission("compile_error/refused.cpp")
    return [*results, replace(refused, compile_error=f"refused.cpp:1: error: {HARM}", test_count=3)]


def _difference() -> Difference:
    """The output has harm in front of the token, as the token and below it; the answer ends."""
    harmful = Window(7, ("4 5", f"{HARM} {HARM}", HARM), marked=1, before=len(HARM) + 1, length=len(HARM))
    return Difference(8, len(HARM) + 2, 3, Window(8, ("4 5",), marked=0, before=3, length=0), harmful)


def _emulated(name: str, test: TestResult) -> Result:
    """Accepted, with findings of every shape."""
    findings = (
        Finding(
            "out-of-bounds", f"write of 4 bytes {HARM}", "emulated.cu", 12, "add<int>", (1, 0, 0), (5, 2, 0)
        ),
        Finding("leaked-memory", "40 bytes are never freed"),
    )
    result = _submission(name, replace(test, findings=findings, facts=facts(350 * MS)))
    solution = replace(result.solution, device=Device.EMULATED)
    left_out = [
        TestLeftOut("secret/08-long", "took more than 5 s of CPU time"),
        TestLeftOut("secret/09-longer", "expected to take 12 s of CPU time"),
    ]
    return replace(result, solution=solution, left_out=left_out, test_count=3)


def _submission(name: str, *tests: TestResult) -> Result:
    result = result_of(name, *tests, solver=False)
    folder = name.partition("/")[0]
    expected = next(verdict for verdict in Verdict if verdict.folder == folder)
    solution = replace(result.solution, expected=expected, source_sha256="ab" * 32)
    return replace(result, solution=solution)


def _run(run: Facts, verdict: Verdict) -> TestResult:
    test = _sized(passed(SIZES[0], [MS]))
    return replace(test, decision=Decision(verdict, _reason(verdict)), facts=run)


def _reason(verdict: Verdict) -> str:
    return "" if verdict is Verdict.AC else f"why it is {verdict.code}"
