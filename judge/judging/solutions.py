"""What is judged: the solvers of a problem's program, and submissions."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from judge.base.records import Record
from judge.base.text import one_line
from judge.judging.program_list import ListedSolver, listed_solvers
from judge.judging.verdicts import Verdict
from judge.languages.language import Language
from judge.languages.sources import SourceFile, digest, language_of_folder
from judge.languages.table import language_of, without_gpu
from judge.languages.toolkits import with_stand_ins_lack
from judge.problems.device import Device
from judge.problems.emulated_limits import raised
from judge.problems.model import Limits, Problem, TestCase
from judge.problems.submission_rules import Expectation
from judge.problems.work import Work
from judge.project.build import will_build
from judge.project.host import JudgeHost


class SolutionFacts(Record, frozen=True, kw_only=True):
    """A solution without its problem: the part that is sent from machine to machine."""

    name: str
    """"cpu-blocked", or "accepted/scanf.cpp"."""
    expected: Verdict
    command: tuple[str, ...] = ()
    """The command of a solver, which is part of a built program; a submission's is known once it is compiled."""
    source: str = ""
    """The source of a submission of one file: its text, with bytes that are not UTF-8 as surrogates."""
    files: tuple[SourceFile, ...] = ()
    """Files of a submission that is a folder."""
    obstacle: str | None = None
    """Why a solver cannot be judged here. A submission's language is tested when it is judged."""
    obstacle_to_run: str | None = None
    """Why it can be compiled here, but not run."""
    is_solver: bool = False
    is_answers: bool = False
    """Whether `files` are outputs, each by the name of its test, instead of a program (answers.py)."""
    uses_all_cores: bool = False
    device: Device = Device.CPU
    may_skip: bool = True
    """Whether it is expected that it cannot run here."""
    largest_size: int | None = None
    """The size beyond which a solver skips a test, because its technique is hopeless there."""
    language: Language | None = None
    source_sha256: str | None = None
    """The digest of a submission's file, or of the names and contents of a folder's files."""
    expectations: tuple[Expectation, ...] = ()
    """The package's expectations of a submission's tests, for a package from elsewhere. None: `expected` is all."""


class Solution(SolutionFacts, frozen=True, kw_only=True):
    """A solution to be judged, as plain data: judging/prepare.py compiles it and reports what prevents it from
    running."""

    problem: Problem

    @property
    def runs_on_gpu(self) -> bool:
        """Whether it runs on a real GPU, which exists."""
        return self.device.needs_gpu and self.obstacle_to_run is None

    @property
    def key(self) -> tuple[str, str]:
        """The problem's id and the name, which are unique in a project."""
        return self.problem.id, self.name

    @property
    def file_name(self) -> str:
        """The name of a submission's file, without its folder."""
        return self.name.rpartition("/")[2]

    def own_cores(self, cores: Sequence[int]) -> Sequence[int]:
        """The cores for it on a machine that runs nothing else: the last one for a solution that uses one, as the
        first has more system work."""
        return cores if self.uses_all_cores else cores[-1:]

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts of a submission: the text of each file by its name."""
        return {file.name: file.text for file in self.files} or {self.file_name: self.source}

    def answer_to(self, test: TestCase) -> bytes | None:
        """The answer to this test, in a submission of answers."""
        return next((file.content for file in self.files if file.name == f"{test.name}.ans"), None)

    def judged_on(self, tests: Sequence[TestCase]) -> Sequence[TestCase]:
        """All tests; of the samples only those that the answers include."""
        if not self.is_answers:
            return tests
        return [test for test in tests if not test.is_sample or self.answer_to(test) is not None]

    def limits(self, work: Work | None = None) -> Limits:
        """Limits of a test that demands this work."""
        return raised(self.problem.limits, work) if self.device.is_emulated else self.problem.limits


def solvers(host: JudgeHost, problem: Problem, emulate: bool = False) -> list[Solution]:
    """The solvers that the problem's program lists, including those that cannot run here.

    With `emulate`, those that need a GPU are for the emulated one, if the build has a program for it, with the same
    solvers. What it reports about them, such as their largest size, is known once it is built.
    """
    if not problem.has_program:
        return []
    listed = listed_solvers(host.installation, host.installation.program(problem.id))
    emulated: dict[str, ListedSolver] = {}
    program = host.installation.emulated_program(problem.id)
    if emulate and will_build(host.installation, f"emulated/{problem.id}"):
        emulated = {
            row.name: row
            for row in (listed_solvers(host.installation, program) if program.exists() else listed)
        }
    return [
        _emulated_solver(problem, emulated[row.name], program)
        if row.device.needs_gpu and row.name in emulated
        else _solver(host, problem, row)
        for row in listed
    ]


def _solver(host: JudgeHost, problem: Problem, row: ListedSolver) -> Solution:
    obstacle = row.obstacle
    if row.device.needs_gpu:
        obstacle = obstacle or host.policy.gpus.obstacle
    return Solution(
        name=row.name,
        problem=problem,
        expected=Verdict.AC,
        command=(str(host.installation.program(problem.id)), "--solver", row.name, "--phases", "--work"),
        obstacle=obstacle,
        is_solver=True,
        uses_all_cores=row.uses_all_cores,
        device=row.device,
        largest_size=row.largest_size,
    )


def _emulated_solver(problem: Problem, row: ListedSolver, program: Path) -> Solution:
    """A solver of the program that is compiled for the emulated GPU. It has one core, whatever it could use."""
    return Solution(
        name=row.name,
        problem=problem,
        expected=Verdict.AC,
        command=(str(program), "--solver", row.name),
        obstacle=row.obstacle,
        is_solver=True,
        device=Device.EMULATED,
        largest_size=row.largest_size,
    )


def submission(
    host: JudgeHost,
    problem: Problem,
    source: str | Sequence[SourceFile],
    file_name: str,
    expected: Verdict = Verdict.AC,
    language_id: str | None = None,
) -> Solution:
    """A file with this text and name, or a folder of these files."""
    if isinstance(source, str):
        text, files = source, tuple[SourceFile, ...]()
        language = language_of(file_name, language_id)
        sha256 = hashlib.sha256(source.encode("utf-8", errors="surrogateescape")).hexdigest()
    else:
        text, files = "", tuple(source)
        language = language_of_folder(files, file_name, language_id)
        sha256 = digest(files)
    if problem.count_rules:  # which a real GPU does not count
        language = without_gpu(language) or language
    obstacle = host.policy.gpus.obstacle if language.device.needs_gpu else None
    return Solution(
        name=f"{expected.folder}/{one_line(file_name)}",
        problem=problem,
        expected=expected,
        source=text,
        files=files,
        obstacle_to_run=obstacle and with_stand_ins_lack(host.installation, language.without_gpu, obstacle),
        language=language,
        source_sha256=sha256,
        device=language.device,
    )
