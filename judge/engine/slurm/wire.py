"""Jobs and results as JSON: read strictly by the types below, which name problems and tests instead of containing
them.

A job goes to a node that sees the same folders, or gets the files of them that it needs. The problem is loaded there.
What the judge has decided about it is sent: its limits, and which solution is judged on which tests.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import structs

from judge.base.errors import JudgeError
from judge.base.records import Record, converted, part_of, replace
from judge.judging.advice import CountedRun
from judge.judging.emulated_cost import TestLeftOut
from judge.judging.job import Job, JobRules
from judge.judging.results import Result, TestOutcome, TestResult
from judge.judging.scoring import GraderFailure, GraderOutcome
from judge.judging.solutions import Solution, SolutionFacts
from judge.languages.compile_warnings import CompilerWarning
from judge.machine.hardware import Hardware
from judge.problems.limit_records import LimitRecord
from judge.problems.model import Limits, Problem, TestCase
from judge.problems.time_rule import TimeRule
from judge.problems.work import Work
from judge.sandbox.isolation import Isolation, shared

T = TypeVar("T")


class SentProblem(Record, frozen=True):
    """A problem with its tests, as the jobs of a task need it."""

    name: str
    """Its id, or the path of its package."""
    sha256: str
    """The digest of its content, which determines its verdicts."""
    limits: Limits
    time_rule: TimeRule
    tests: tuple[str, ...]
    """Their names."""
    work: dict[str, Work]


class SentJob(Record, frozen=True):
    key: str
    """The digest of the whole job: the same job has the same key whenever it is queued."""
    problem: int
    """Index into the task's problems."""
    solution: SolutionFacts
    rules: JobRules


class SentProgram(Record, frozen=True):
    """The result of compiling a submission where the judge runs."""

    bundle: str | None
    """The digest of the program's files; null: there is no program."""
    command: tuple[str, ...] = ()
    """{program} in it stands for the folder of these files."""
    visible: tuple[str, ...] = ()
    source: str | None = None
    error: str | None = None
    isolation: Isolation | None = None
    warnings: tuple[CompilerWarning, ...] = ()
    files: str | None = None
    obstacle: str | None = None
    """Why its language is not available there."""


class SentBundles(Record, frozen=True):
    """Where nodes get what they need of a checkout that they do not see (bundle.py)."""

    store: str
    """A folder in the shared one."""
    cache: str
    """A folder on the node; empty: the node's default."""
    problems: tuple[str, ...]
    """Digests, in the order of the task's problems."""
    programs: dict[str, SentProgram]
    """Programs by the job's key: those that nodes do not compile."""


class SentTask(Record, frozen=True):
    """A task of an array: the jobs that one process on a node judges, one after the other."""

    root: str
    build: str
    require_isolation: bool
    hardware: Hardware | None
    """The hardware of the nodes, which determines their time limits."""
    session: str
    """The folder to which the results go."""
    problems: tuple[SentProblem, ...]
    jobs: tuple[SentJob, ...]
    records: tuple[LimitRecord | None, ...]
    """The record of each problem, by which its limit was measured."""
    bundles: SentBundles | None
    """null: nodes see the checkout."""
    gpus_failed: dict[str, tuple[str, ...]]
    """GPUs by the job's key: those that failed while it was judged on them, so that it is judged again."""


class SentTest(Record, frozen=True):
    name: str
    outcome: TestOutcome


class SentSaying(Record, frozen=True):
    """What a problem's grader reported about a group."""

    group: str
    lines: str
    outcome: GraderOutcome | None
    failure: GraderFailure | None


class SentResult(Record, frozen=True):
    key: str
    """The job's key."""
    node: str
    refused: str | None
    """Why the node judged nothing: an internal error of the judge there."""
    gpu_failed: bool = False
    """Whether a GPU failed: then `refused` is "GPU 0: why"."""
    tool_killed: bool = False
    """Whether a tool was killed from outside: another run of the job may succeed."""
    tests: tuple[SentTest, ...] = ()
    compile_error: str | None = None
    compiler_isolation: Isolation | None = None
    obstacle: str | None = None
    test_count: int = 0
    left_out: tuple[TestLeftOut, ...] = ()
    grader_said: tuple[SentSaying, ...] = ()
    gpus_failed: tuple[str, ...] = ()
    counted: CountedRun | None = None


def sent_problem(
    problem: Problem, tests: Sequence[TestCase], work: Mapping[str, Work], sha256: str
) -> SentProblem:
    package = problem.package
    return SentProblem(
        str(package.origin) if package else problem.id,
        sha256,
        problem.limits,
        problem.time_rule,
        tuple(test.name for test in tests),
        dict(work),
    )


def digest_of(problem: SentProblem) -> str:
    return hashlib.sha256(as_line(problem).encode()).hexdigest()


def sent_job(job: Job, digest: str) -> SentJob:
    """The job as it is sent. Its problem is the first of its task. `digest`: of the problem, and of a solver's
    program."""
    unkeyed = SentJob("", 0, part_of(job.solution, SolutionFacts), part_of(job, JobRules))
    content = digest + as_line(unkeyed)
    return replace(unkeyed, key=hashlib.sha256(content.encode()).hexdigest()[:32])


def job_from(sent: SentJob, said: SentProblem, problem: Problem, tests: Sequence[TestCase]) -> Job:
    """The job that was sent. `problem`, `tests`: as loaded where it is judged. Raises JudgeError if a test is
    missing."""
    by_name = {test.name: test for test in tests}
    if missing := [name for name in said.tests if name not in by_name]:
        raise JudgeError(
            f"{said.name}: test {missing[0]} is not here: expected the same files in the same folder on every node."
        )
    problem = replace(problem, limits=said.limits, time_rule=said.time_rule)
    solution = Solution(problem=problem, **structs.asdict(sent.solution))
    return Job(solution, [by_name[name] for name in said.tests], said.work, **structs.asdict(sent.rules))


def sent_result(key: str, node: str, result: Result) -> SentResult:
    return part_of(
        result,
        SentResult,
        key=key,
        node=node,
        refused=None,
        gpu_failed=False,
        tool_killed=False,
        tests=tuple(SentTest(test.test.name, part_of(test, TestOutcome)) for test in result.tests),
        left_out=tuple(result.left_out),
        grader_said=tuple(
            SentSaying(
                group,
                lines,
                said if isinstance(said, GraderOutcome) else None,
                said if isinstance(said, GraderFailure) else None,
            )
            for (group, lines), said in result.grader_said.items()
        ),
    )


def result_from(sent: SentResult, job: Job) -> Result:
    """The result of this job. Where its program was compiled is not known here."""
    by_name = {test.name: test for test in job.tests}
    static = job.solution.problem.package.static_tests if job.solution.problem.package else ()
    by_name |= {test.name: test for test in static}
    return Result(
        job.solution,
        [TestResult(test=by_name[test.name], **structs.asdict(test.outcome)) for test in sent.tests],
        compile_error=sent.compile_error,
        compiler_isolation=sent.compiler_isolation and shared(sent.compiler_isolation),
        obstacle=sent.obstacle,
        test_count=sent.test_count,
        left_out=list(sent.left_out),
        gpus_failed=sent.gpus_failed,
        counted=sent.counted,
        grader_said={
            (one.group, one.lines): said for one in sent.grader_said if (said := one.outcome or one.failure)
        },
    )


def as_line(data: object) -> str:
    """JSON in one line. Bytes of a source that are not UTF-8 are kept: escaped, as surrogates."""
    return json.dumps(msgspec.to_builtins(data, enc_hook=_plain), separators=(",", ":"))


def from_line(line: str | bytes, shape: type[T]) -> T:
    """Raises ValueError for another shape."""
    return converted(json.loads(line), shape, dec_hook=_typed)


def read(path: Path, shape: type[T]) -> T:
    """Raises OSError or ValueError."""
    return from_line(path.read_bytes(), shape)


def _plain(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(f"{type(value)} is not sent")


def _typed(shape: type, value: Any) -> Any:
    if shape is Fraction and isinstance(value, str):
        return Fraction(value)
    raise NotImplementedError(f"{shape} is not sent")
