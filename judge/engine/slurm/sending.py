"""Making jobs into what is sent to the nodes: a problem's facts are found once, however many jobs are of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from judge.base.records import replace
from judge.engine.slurm.session import Session
from judge.engine.slurm.wire import SentJob, SentProblem, SentTask, digest_of, sent_job, sent_problem
from judge.judging.job import Job
from judge.problems.data_sha256 import problem_sha256
from judge.project.paths import Project


@dataclass(frozen=True)
class Sent:
    """A job, ready to be queued."""

    job: SentJob
    problem: SentProblem


@dataclass
class Sender:
    project: Project
    session: Session
    _problems: dict[tuple[int, ...], tuple[SentProblem, str, Job]] = field(default_factory=dict)
    """With the digest of each. The job keeps alive what the key is made of."""

    def sent(self, job: Job) -> Sent:
        of = (id(job.solution.problem), id(job.tests), id(job.work))
        if of not in self._problems:
            problem = job.solution.problem
            sha256 = problem_sha256(self.project, problem, job.tests)
            sent = sent_problem(problem, job.tests, job.work, sha256)
            self._problems[of] = sent, digest_of(sent), job
        problem_sent, digest, _ = self._problems[of]
        return Sent(sent_job(job, digest), problem_sent)

    def task(self, jobs: Sequence[Sent]) -> SentTask:
        problems: list[SentProblem] = []
        placed = []
        for one in jobs:
            places = [place for place, problem in enumerate(problems) if problem is one.problem]
            if not places:
                places = [len(problems)]
                problems.append(one.problem)
            placed.append(replace(one.job, problem=places[0]))
        settings = self.project.settings
        return SentTask(
            root=str(self.project.root),
            build=str(self.project.build),
            require_isolation=settings.require_isolation,
            hardware=settings.nodes,
            session=str(self.session.folder),
            problems=tuple(problems),
            jobs=tuple(placed),
        )
