"""Problems that cannot be judged: each is reported in one line, and the command continues with the others."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from judge.base.errors import JudgeError
from judge.base.events import LeftOut, Warned
from judge.base.outside_files import OF_THE_MACHINE
from judge.base.records import replace
from judge.problems.formats.find import is_package, load_package, package_name, refuse_other_files
from judge.problems.formats.own import check_names, load_problem, problem_ids
from judge.problems.lesson_file import lesson_folder
from judge.problems.metadata import VERSION, lack_of_uuid
from judge.problems.model import Problem
from judge.project.broken_builds import broken_builds
from judge.project.build import PACKAGES, BuildError, build
from judge.project.host import JudgeHost
from judge.project.installation import Installation

T = TypeVar("T")


class BrokenProblem(JudgeError):
    """The one problem that was requested cannot be judged. A traceback keeps its lines."""

    exit_status = 1


class BrokenProblems:
    """Problems that a command has left out so far."""

    def __init__(self, host: JudgeHost, asked: Iterable[str] = ()) -> None:
        self._host = host
        self._asked = frozenset(asked)
        self.reasons: dict[str, str] = {}
        """Reasons by problem id: what is wrong, where, and what to do, in one line."""

    def learn_id(self, name: str, problem_id: str) -> None:
        """Notes that the package requested by this name contains the problem `problem_id`."""
        self._asked = self._asked - {name} | {problem_id}

    @property
    def exit_status(self) -> int:
        """1 if one was requested by name."""
        return 1 if self._asked & self.reasons.keys() else 0

    @property
    def lines(self) -> list[str]:
        return [f"{name}: {reason}" for name, reason in sorted(self.reasons.items())]

    @contextmanager
    def guard(self, problem_id: str) -> Iterator[None]:
        """Leaves this problem out, and reports it, if something fails within the `with` block; if no other was
        requested, it raises the error. A failed build that no problem is to blame for is always raised."""
        try:
            yield
        except BuildError:
            raise
        except (JudgeError, OSError, UnicodeError) as error:
            if isinstance(error, OSError) and error.errno in OF_THE_MACHINE:
                raise
            message = self._message(error)
            step = error.next_step if isinstance(error, JudgeError) else None
            if self._asked == {problem_id}:
                raise BrokenProblem(f"{problem_id}: {message}", step) from error
            if problem_id not in self.reasons:
                reason = " ".join(message.split())
                self.reasons[problem_id] = str(JudgeError(reason, step))
                self._host.tell(LeftOut(problem_id, reason, step))

    def _message(self, error: Exception) -> str:
        if isinstance(error, UnicodeError):
            text = f"a file is not UTF-8: {error}"
        elif isinstance(error, OSError):
            text = f"{error.filename}: {error.strerror}. Correct that, or move the problem's folder away"
        else:
            text = error.message if isinstance(error, JudgeError) else str(error)
        return text.replace(f"{self._host.installation.root}/", "").strip()

    def of_each(self, problems: Sequence[Problem], find: Callable[[Problem], T]) -> dict[str, T]:
        """Findings by problem id, without problems for which it failed."""
        found = {}
        for problem in problems:
            with self.guard(problem.id):
                found[problem.id] = find(problem)
        return found

    def without(self, problems: Iterable[Problem]) -> list[Problem]:
        return [problem for problem in problems if problem.id not in self.reasons]


def load_usable(
    host: JudgeHost, names: Sequence[str] = (), target: str | None = None, *, without_data: bool = False
) -> tuple[list[Problem], BrokenProblems]:
    """The named problems, or all of our own, without those that cannot be judged. An unknown name is an error.

    A name is the id of one of our own or of a lesson's exercise, or the path of a package. A `target` of the build is
    built first, for the named problems alone. `without_data`: packages whose data can be made are loaded as if they
    had none.
    """
    known = problem_ids(host.installation)
    names = [_own_id(host.installation, name) for name in names]
    lessons = {name: folder for name in names if (folder := lesson_folder(host.installation, name))}
    packages = [
        name for name in dict.fromkeys(names) if name not in known and (name in lessons or is_package(name))
    ]
    ids = [name for name in names if name not in packages]
    for name in ids:
        if name not in known:
            refuse_other_files(name)
    check_names(ids, known)
    asked = [*ids, *map(package_name, packages)]
    broken = BrokenProblems(host, asked or (known if len(known) == 1 else ()))
    found = []
    for name in known if ids or not packages else ():
        if ids and name not in ids:
            continue
        with broken.guard(name):
            found.append(load_problem(host.installation.problems / name))
    for path in packages:
        with broken.guard(package_name(path)):
            made = host.installation.data.package_data
            problem = load_package(str(lessons.get(path, path)), made, without_data=without_data)
            problem = replace(problem, id=path) if path in lessons else problem
            broken.learn_id(package_name(path), problem.id)
            found.append(problem)
    for number, problem in enumerate(found):
        if not problem.about.uuid and (problem.package is None or problem.package.format == VERSION):
            host.tell(Warned(lack_of_uuid(problem.folder / "problem.yaml")))
        if problem.id in [other.id for other in found[:number]]:
            raise JudgeError(f"two problems are called {problem.id}: judge one at a time.")
    if target is not None and found:
        build(host, target, problems=build_names(found) if names else ())
        broken.of_each(found, lambda problem: check_built(host.installation, problem))
    return broken.without(found), broken


def build_names(problems: Iterable[Problem]) -> list[str]:
    """The build's names for the parts of a step that these problems need."""
    return list(dict.fromkeys(PACKAGES if problem.package else problem.id for problem in problems))


def _own_id(installation: Installation, name: str) -> str:
    """One of our own may also be named by its folder."""
    path = Path(name)
    return (
        path.resolve().name
        if path.is_dir() and path.resolve().parent == installation.problems.resolve()
        else name
    )


def check_built(installation: Installation, problem: Problem) -> None:
    """Raises JudgeError if the last build had to leave it out."""
    if reason := None if problem.package else broken_builds(installation).get(problem.id):
        raise JudgeError(reason)


@contextmanager
def usable(host: JudgeHost, problem_id: str) -> Iterator[None]:
    """Guards a command on one problem: a fault in its folder is found within the `with` block, and ends the
    command."""
    with _no_verdict(), BrokenProblems(host, [problem_id]).guard(problem_id):
        yield


@contextmanager
def _no_verdict() -> Iterator[None]:
    """Changes the exit status where one solution is judged, as 1 would mean that it is wrong."""
    try:
        yield
    except BrokenProblem as error:
        error.exit_status = JudgeError.exit_status
        raise


def load_one(host: JudgeHost, name: str, called: str = "") -> Problem:
    """The problem of a command for a single one: its id, or the path of a package. `called`: the id that a package
    gets, whatever it states; empty: its own."""
    with _no_verdict():
        [[problem], _] = load_usable(host, [name])
    return replace(problem, id=called) if called and problem.package else problem
