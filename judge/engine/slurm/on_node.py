"""Work on a node: the location of what a task needs, in the checkout or in the unpacked bundles."""

from functools import cached_property
from pathlib import Path

from msgspec import Struct, field

from judge.base.errors import JudgeError
from judge.base.events import Listener
from judge.base.records import replace
from judge.engine.slurm.bundle import BUILD, ORIGINS
from judge.engine.slurm.carrier import program_here
from judge.engine.slurm.unpack import BundleError, cache_folder, unpacked
from judge.engine.slurm.wire import SentJob, SentTask, job_from
from judge.judging.job import Job
from judge.languages.compile import Compiled
from judge.problems.broken import load_one
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import load_test_cases
from judge.project.engine_choice import EngineChoice
from judge.project.host import JudgeHost
from judge.project.installation import Installation
from judge.project.run_policy import RunPolicy


class OnNode(Struct, dict=True):
    """A task, with what it needs: each problem is loaded once."""

    task: SentTask
    policy: RunPolicy
    tell: Listener
    _found: dict[int, tuple[JudgeHost, Problem, list[TestCase]]] = field(default_factory=dict)

    @cached_property
    def _cache(self) -> Path:
        assert self.task.bundles
        return cache_folder(self.task.bundles.cache)

    def host_and_job(self, sent: SentJob) -> tuple[JudgeHost, Job]:
        """The host and the job. Raises JudgeError if something of it is missing or damaged."""
        said = self.task.problems[sent.problem]
        if sent.problem not in self._found:
            host = self._host(sent.problem)
            problem = load_one(host, self._local_name(host.installation, said.name))
            self._found[sent.problem] = host, problem, load_test_cases(host.installation, problem)
        host, problem, tests = self._found[sent.problem]
        job = job_from(sent, said, problem, tests)
        command = tuple(self._here(host.installation, word) for word in job.solution.command)
        return host, replace(job, solution=replace(job.solution, command=command))

    def program(self, sent: SentJob) -> tuple[Compiled | None, str | None]:
        """The program that was compiled where the judge runs, and what prevented that. Raises JudgeError."""
        program = self.task.bundles.programs.get(sent.key) if self.task.bundles else None
        if program is None or program.obstacle:
            return None, program.obstacle if program else None
        return program_here(program, self._unpacked(program.bundle) if program.bundle else None), None

    def _host(self, place: int) -> JudgeHost:
        if self.task.bundles is None:
            root, build = Path(self.task.root), Path(self.task.build)
        else:
            root = self._unpacked(self.task.bundles.problems[place])
            build = root / BUILD
        engine = EngineChoice(nodes=self.task.hardware)
        return JudgeHost(Installation(root, build, builds=False), self.policy, engine, tell=self.tell)

    def _unpacked(self, digest: str) -> Path:
        assert self.task.bundles
        try:
            return unpacked(Path(self.task.bundles.store), digest, self._cache)
        except (BundleError, OSError) as error:
            raise JudgeError(str(error)) from error

    def _local_name(self, installation: Installation, name: str) -> str:
        """The name of a problem here: a package has another path once it was sent."""
        is_moved = self.task.bundles is not None and Path(name).is_absolute()
        return str(installation.root / ORIGINS / Path(name).name) if is_moved else name

    def _here(self, installation: Installation, word: str) -> str:
        """A word of a command, which may be a path below the judge's own tree, as it is here."""
        for there, here in ((self.task.build, installation.build), (self.task.root, installation.root)):
            if word.startswith(f"{there}/"):
                return str(here) + word.removeprefix(there)
        return word
