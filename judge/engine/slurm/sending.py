"""Turns jobs into what is sent to the nodes: a problem's facts are found once, however many jobs it has."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, field

from judge.base.records import replace
from judge.engine.slurm.carrier import Carrier
from judge.engine.slurm.session import ClusterSession
from judge.engine.slurm.wire import (
    SentJob,
    SentProblem,
    SentTask,
    digest_of,
    sent_job,
    sent_problem,
)
from judge.judging.job import Job
from judge.problems.data_sha256 import problem_sha256
from judge.problems.limit_records import LimitRecord, load_record, record_key
from judge.problems.manifest import sha256_of
from judge.problems.model import Problem
from judge.problems.time_rule import LimitSource
from judge.project.host import JudgeHost


class OfProblem(Struct, frozen=True):
    """What the jobs of one problem have in common."""

    problem: SentProblem
    digest: str
    record: LimitRecord | None
    bundle: str
    """Empty if nodes see the checkout."""


class Sent(Struct, frozen=True):
    """A job, ready to be queued."""

    job: SentJob
    of: OfProblem
    gpus_failed: tuple[str, ...] = ()
    """GPUs that failed while it was judged on them before."""


class Sender(Struct):
    host: JudgeHost
    session: ClusterSession
    carrier: Carrier | None = None
    """None: nodes see the checkout."""
    _problems: dict[tuple[int, ...], tuple[OfProblem, Job]] = field(default_factory=dict)
    """The job itself, which keeps alive what the key is made of."""
    _programs: dict[str, str] = field(default_factory=dict)
    """SHA-256 by path of the problems' own programs."""

    def sent(self, job: Job) -> Sent:
        key = (id(job.solution.problem), id(job.tests), id(job.work) if job.work else 0)
        if key not in self._problems:
            self._problems[key] = self._of_problem(job), job
        of, _ = self._problems[key]
        return Sent(sent_job(job, of.digest + self._program(job)), of)

    def _program(self, job: Job) -> str:
        """The digest of a solver's program, whose sources are the project's; empty for a submission."""
        if not job.solution.is_solver or not job.solution.command:
            return ""
        program = job.solution.command[0]
        if program not in self._programs:
            self._programs[program] = sha256_of(Path(program)) if Path(program).exists() else ""
        return self._programs[program]

    def _of_problem(self, job: Job) -> OfProblem:
        problem = job.solution.problem
        sha256 = problem_sha256(self.host.installation.data, problem, job.tests)
        sent = sent_problem(problem, job.tests, job.work, sha256)
        bundle = self.carrier.put_problem(problem, job.tests) if self.carrier else ""
        return OfProblem(sent, digest_of(sent), self._record(problem), bundle)

    def _record(self, problem: Problem) -> LimitRecord | None:
        """The record by which its limit was measured, if there is one."""
        if problem.limits.time_source is not LimitSource.MEASURED:
            return None
        key = record_key(self.host.installation, problem)
        return load_record(self.host.hardware, problem.id, key, self.host.tell)

    def compile(self, jobs: Sequence[Job]) -> None:
        """Compiles those of these jobs that nodes cannot compile."""
        if self.carrier:
            self.carrier.compile({self.sent(job).job.key: job for job in jobs})

    def task(self, jobs: Sequence[Sent]) -> SentTask:
        problems: list[OfProblem] = []
        placed = []
        for one in jobs:
            places = [place for place, of in enumerate(problems) if of is one.of]
            if not places:
                places = [len(problems)]
                problems.append(one.of)
            placed.append(replace(one.job, problem=places[0]))
        bundles = [of.bundle for of in problems]
        return SentTask(
            root=str(self.host.installation.root),
            build=str(self.host.installation.build),
            require_isolation=self.host.policy.require_isolation,
            hardware=self.host.engine.nodes,
            session=str(self.session.folder),
            problems=tuple(of.problem for of in problems),
            jobs=tuple(placed),
            records=tuple(of.record for of in problems),
            gpus_failed={one.job.key: one.gpus_failed for one in jobs if one.gpus_failed},
            bundles=self.carrier.bundles(bundles, [job.key for job in placed]) if self.carrier else None,
        )
