"""The part of a worker that runs programs on their authors' own input."""

import codecs

from judge.base.processes import Stop
from judge.base.records import part_of
from judge.base.text import as_utf8, printable
from judge.judging.job import Job
from judge.judging.lanes import JobLanes
from judge.judging.own_input import run_on_input
from judge.judging.results import Result, TestResult
from judge.judging.verdicts import Verdict
from judge.problems.limits import cpu_limit_ns
from judge.project.host import JudgeHost
from judge.reports.judged import findings_detail
from judge.service.desk import Desk, JobSubject
from judge.service.shelf import Shelf
from judge.store.own_run_records import KeptOutput, OwnRunOutcome
from judge.store.queue_records import Lease

MOST_OUTPUT = 64 << 10
"""The most bytes of its output that are stored."""
MOST_MESSAGE = 64 << 10
"""The most characters of a compiler's message that are stored."""


class OwnRunWork:
    """One own run of a lease."""

    def __init__(self, host: JudgeHost, desk: Desk, shelf: Shelf, lease: Lease, given: JobSubject) -> None:
        """Raises JudgeError for a program that cannot be run."""
        self._host, self._desk, self._lease, self._typed = host, desk, lease, given.typed
        assert given.own_run
        self.job = shelf.ready_to_run(given.own_run, given.problem, given.files).job
        self._stdout = b""
        self._core_count = 1

    def run(self, job: Job, lanes: JobLanes, stop: Stop) -> Result:
        """Raises Stopped."""
        self._core_count = len(lanes[0]) or 1
        result, self._stdout = run_on_input(
            self._host, job.solution, self._typed, lanes[0], most_output=MOST_OUTPUT, stop=stop
        )
        return result

    def keep(self, result: Result) -> None:
        """Raises LeaseLost."""
        if result.obstacle is not None:
            self._desk.fail(self._lease, result.obstacle, is_final=True)
            return
        limits = result.solution.limits()
        device = result.solution.device
        self._desk.finish_own_run(
            self._lease,
            outcome_of(
                result,
                self._stdout,
                cpu_limit_ns=cpu_limit_ns(limits, self._core_count, device),
                memory_limit_bytes=limits.memory_bytes,
            ),
        )


def outcome_of(result: Result, stdout: bytes, *, cpu_limit_ns: int, memory_limit_bytes: int) -> OwnRunOutcome:
    """`stdout`: the beginning of its output."""
    device = result.solution.device.value
    if result.compile_error is not None:
        return OwnRunOutcome(compile_error=as_utf8(result.compile_error)[:MOST_MESSAGE], device=device)
    [test] = result.tests
    facts, decision = test.facts, test.decision
    return part_of(
        facts,
        OwnRunOutcome,
        compile_error="",
        verdict="" if decision.verdict is Verdict.AC else decision.verdict.code,
        reason=as_utf8(decision.reason),
        stdout=_written(stdout, facts.stdout_bytes),
        stderr=_stderr(test),
        cpu_limit_ns=cpu_limit_ns,
        memory_limit_bytes=memory_limit_bytes,
        device=device,
        gpu=facts.gpu.device if facts.gpu else None,
        findings=findings_detail(result.findings),
    )


def _written(content: bytes, size_bytes: int) -> KeptOutput:
    """The text, without a character that the end cuts."""
    size_bytes = max(size_bytes, len(content))
    decoder = codecs.getincrementaldecoder("utf-8")(errors="surrogateescape")
    text = decoder.decode(content, final=size_bytes == len(content))
    return KeptOutput(printable(text), len(content), size_bytes)


def _stderr(test: TestResult) -> KeptOutput:
    """Its beginning and its end."""
    text = test.stderr_excerpt
    size = test.facts.stderr_bytes
    return KeptOutput(text, min(size, len(text.encode("utf-8", errors="replace"))), size)
