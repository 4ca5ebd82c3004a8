"""The problems that are ready to be judged, cached between submissions."""

import threading
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.base.scratch import scratch_folder
from judge.judging.answers import answers_in
from judge.judging.emulated_cost import bound_in_submit
from judge.judging.job import Job
from judge.judging.near_limit import Slowdown
from judge.judging.solutions import Solution
from judge.judging.solutions import submission as solution_of
from judge.languages.permitted import require_permitted
from judge.languages.sources import SourceFile, write_files
from judge.limits.known import limited_unmeasured
from judge.problems.broken import load_one
from judge.problems.time_rule import NO_TIME_OPTIONS, LimitSource
from judge.project.host import JudgeHost
from judge.service.package_files import KEPT
from judge.service.prepared_problem import PreparedProblem, solution_here, with_limits, with_tests
from judge.store import catalogue_records as catalogue
from judge.store import records as store_records
from judge.store.own_run_records import OwnRun
from judge.store.records import Submission
from judge.store.store import Store

OF_CONTESTS = "contests"
"""The folder of the data that contains the packages of contests."""
IN_DATA = (f"{KEPT}/", f"{OF_CONTESTS}/")
"""The prefix of the paths of packages in the data folder."""


class Ready(Struct, frozen=True):
    """A submission that can be judged at once."""

    job: Job
    slowdown: Slowdown


def as_opened(prepared: PreparedProblem, origin: str) -> catalogue.ProblemRecord:
    """The problem in the store's form, once it is open."""
    problem = prepared.problem
    return catalogue.ProblemRecord(
        problem.id, prepared.sha256, title=problem.title, origin=origin, titles=dict(problem.names)
    )


class NotHere(JudgeError):
    """A problem that is judged elsewhere, and cannot be on this machine."""


class Shelf:
    other_data: type[JudgeError] = JudgeError
    """Raised if a problem here differs from the one that the store has opened."""

    def __init__(self, host: JudgeHost, data: Path | None = None, *, measures: bool = True) -> None:
        """`data`: the folder of uploaded packages; None: it is not on this machine. `measures`: whether unknown limits
        are measured, which takes minutes, if a problem is opened already."""
        self._host, self.data, self.tell = host, data, host.tell
        self._measures = measures
        self._prepared: dict[str, PreparedProblem] = {}
        """Problems by their path or name."""
        self._lock = threading.Lock()

    def prepare(self, store: Store, name: str) -> catalogue.ProblemRecord:
        """Makes a problem ready, measuring its limits if they are unknown, and opens it in the store. `name`: of a
        problem here, or the path of a package. Raises JudgeError if it cannot be judged."""
        place = self.place_of(name)
        called = next(
            (one.name for one in store.catalogue.all(catalogue.ProblemRecord) if one.origin == name), ""
        )
        prepared = self.made_ready(place, called)
        origin = name if Path(place).is_dir() or Path(place).is_file() else ""
        return store.catalogue.put(as_opened(prepared, origin))

    def prepared(self, problem: catalogue.ProblemRecord) -> PreparedProblem:
        """Raises JudgeError if it is no longer the problem that the store has opened."""
        if problem.data_sha256 == catalogue.UNPREPARED:
            raise JudgeError(f"{problem.name} is not ready yet: it is being prepared.")
        name = self.where(problem)
        with self._lock:
            known = self._prepared.get(name)
            if known is None or known.sha256 != problem.data_sha256:
                known = self._found(name, problem.name)
                if known.problem.limits.time_source is not LimitSource.UNKNOWN:
                    self._prepared[name] = known
        if known.sha256 != problem.data_sha256:
            raise self.other_data(
                f"{problem.name}: its tests, validators or limits are not those that were opened: open it again."
            )
        return known

    def where(self, problem: catalogue.ProblemRecord) -> str:
        """The problem's path or name. Raises NotHere for a package whose folder is missing."""
        if self.data is None and problem.origin.startswith(IN_DATA):
            raise NotHere(
                f"{problem.name} was uploaded, and is in the data folder of judge serve: name it with --data."
            )
        return self.place_of(problem.origin) or problem.name

    def place_of(self, origin: str) -> str:
        """The path of a package; a relative path is one in the data folder, wherever that is now."""
        return str(self.data / origin) if self.data and origin.startswith(IN_DATA) else origin

    def made_ready(self, name: str, called: str = "") -> PreparedProblem:
        """`name`: of a problem here, or the path of a package; `called`: the package's id here, whatever its own.
        Raises JudgeError if it cannot be judged."""
        prepared = self._made_ready(name, called)
        with self._lock:
            self._prepared[name] = prepared
        return prepared

    def _found(self, name: str, called: str) -> PreparedProblem:
        return self._made_ready(name, called) if self._measures else self._as_known(name, called)

    def _made_ready(self, name: str, called: str) -> PreparedProblem:
        return with_limits(self._host, with_tests(self._host, load_one(self._host, name, called)))

    def _as_known(self, name: str, called: str) -> PreparedProblem:
        """The problem with the limits that are known here."""
        prepared = with_tests(self._host, load_one(self._host, name, called))
        limited = limited_unmeasured(self._host, prepared.problem, NO_TIME_OPTIONS)
        return replace(prepared, problem=limited)

    def ready(
        self,
        submission: Submission,
        problem: catalogue.ProblemRecord,
        files: Sequence[store_records.FileRecord],
    ) -> Ready:
        """Raises JudgeError for a submission that cannot be judged."""
        prepared = self.prepared(problem)
        texts = _texts(files)
        if not texts:
            raise JudgeError(f"submission {submission.id} has no files: there is nothing to judge.")
        if prepared.problem.is_submit_answer:
            return self._answers(prepared, submission, texts)
        solution = self._solution(prepared, submission, texts)
        counts = submission.contest_id is not None or submission.assignment_id is not None
        bound = bound_in_submit(solution, self._host.policy, all_tests=counts)  # as in `judge contest`
        job = Job(solution, prepared.tests, work=prepared.work, emulated_bound=bound, counts=True)
        return Ready(job, prepared.slowdown)

    def ready_to_run(
        self, run: OwnRun, problem: catalogue.ProblemRecord, files: Sequence[store_records.FileRecord]
    ) -> Ready:
        """An own run, whose job has no tests. Raises JudgeError if it cannot be run."""
        prepared = self.prepared(problem)
        return Ready(Job(self._solution(prepared, run, _texts(files)), ()), prepared.slowdown)

    def _solution(
        self, prepared: PreparedProblem, given: Submission | OwnRun, texts: Sequence[SourceFile]
    ) -> Solution:
        """The solution in the form in which it is compiled and run here."""
        source = texts[0].text if len(texts) == 1 and "/" not in texts[0].name else texts
        named = texts[0].name if isinstance(source, str) else given.name
        problem = prepared.problem
        read = solution_of(self._host, problem, source, named, language_id=given.language)
        if read.language:
            require_permitted(problem, read.language)
        solution = solution_here(self._host, read, language_chosen=False).solution
        return replace(solution, problem=problem, name=given.name)

    def _answers(
        self, prepared: PreparedProblem, submission: Submission, files: Sequence[SourceFile]
    ) -> Ready:
        with scratch_folder() as folder:
            write_files({file.name: file.content for file in files}, folder)
            solution = answers_in(prepared.problem, folder, submission.name)
        job = Job(replace(solution, name=submission.name), prepared.tests, work=prepared.work)
        return Ready(job, prepared.slowdown)


def _texts(files: Sequence[store_records.FileRecord]) -> list[SourceFile]:
    return [SourceFile(one.name, one.content.decode("utf-8", errors="surrogateescape")) for one in files]
