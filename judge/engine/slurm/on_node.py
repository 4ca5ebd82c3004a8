"""On a node: where what a task needs lies, in the checkout or in what was unpacked of it."""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

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
from judge.project.paths import Project
from judge.project.settings import Settings


@dataclass
class OnNode:
    """A task, with what it needs: each problem is found once."""

    task: SentTask
    settings: Settings
    tell: Listener
    _found: dict[int, tuple[Project, Problem, list[TestCase]]] = field(default_factory=dict)

    @cached_property
    def _cache(self) -> Path:
        assert self.task.bundles
        return cache_folder(self.task.bundles.cache)

    def project_and_job(self, sent: SentJob) -> tuple[Project, Job]:
        """Raises JudgeError where something of it is missing or damaged."""
        said = self.task.problems[sent.problem]
        if sent.problem not in self._found:
            project = self._project(sent.problem)
            problem = load_one(project, self._name(project, said.name))
            self._found[sent.problem] = project, problem, load_test_cases(project, problem)
        project, problem, tests = self._found[sent.problem]
        job = job_from(sent, said, problem, tests)
        command = tuple(self._here(project, word) for word in job.solution.command)
        return project, replace(job, solution=replace(job.solution, command=command))

    def program(self, sent: SentJob) -> tuple[Compiled | None, str | None]:
        """What was compiled where the judge runs, and what prevented that. Raises JudgeError."""
        program = self.task.bundles.programs.get(sent.key) if self.task.bundles else None
        if program is None or program.obstacle:
            return None, program.obstacle if program else None
        return program_here(program, self._unpacked(program.bundle) if program.bundle else None), None

    def _project(self, place: int) -> Project:
        if self.task.bundles is None:
            return Project(Path(self.task.root), Path(self.task.build), self.settings, self.tell)
        tree = self._unpacked(self.task.bundles.problems[place])
        return Project(tree, tree / BUILD, self.settings, self.tell)

    def _unpacked(self, digest: str) -> Path:
        assert self.task.bundles
        try:
            return unpacked(Path(self.task.bundles.store), digest, self._cache)
        except (BundleError, OSError) as error:
            raise JudgeError(str(error)) from error

    def _name(self, project: Project, name: str) -> str:
        """Of a problem: a package lies elsewhere once it was sent."""
        is_moved = self.task.bundles is not None and Path(name).is_absolute()
        return str(project.root / ORIGINS / Path(name).name) if is_moved else name

    def _here(self, project: Project, word: str) -> str:
        """A word of a command, that may be a path below the judge's own tree."""
        for there, here in ((self.task.build, project.build), (self.task.root, project.root)):
            if word.startswith(f"{there}/"):
                return str(here) + word.removeprefix(there)
        return word
