"""Problems that cannot be judged: each is told in one line, and a command goes on with the others."""

import errno
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from judge.base.console import warn
from judge.base.errors import JudgeError
from judge.problems.model import Problem, check_names, load_problem, problem_ids
from judge.project.broken_builds import broken_builds
from judge.project.build import build
from judge.project.paths import Project

T = TypeVar("T")
OF_THE_MACHINE = (errno.EROFS, errno.ENOSPC, errno.EDQUOT)
"""A file system that takes nothing more is no fault of a problem."""


class BrokenProblem(JudgeError):
    """The one problem that was asked for cannot be judged."""

    exit_status = 1


class BrokenProblems:
    """Those that a command has left out so far."""

    def __init__(self, project: Project, asked: Iterable[str] = ()) -> None:
        self._project = project
        self._asked = frozenset(asked)
        self.reasons: dict[str, str] = {}
        """By problem id: what is wrong, where, and what to do, in one line."""

    @property
    def exit_status(self) -> int:
        """1 if one was asked for by name."""
        return 1 if self._asked & self.reasons.keys() else 0

    @property
    def lines(self) -> list[str]:
        return [f"{name}: {reason}" for name, reason in sorted(self.reasons.items())]

    @contextmanager
    def guard(self, problem_id: str) -> Iterator[None]:
        """What fails within leaves this problem out, with a warning; if no other was asked for it is the error."""
        try:
            yield
        except (JudgeError, OSError, UnicodeError) as error:
            if isinstance(error, OSError) and error.errno in OF_THE_MACHINE:
                raise
            reason = self._in_one_line(error)
            if self._asked == {problem_id}:
                raise BrokenProblem(f"{problem_id}: {reason}") from error
            if problem_id not in self.reasons:
                self.reasons[problem_id] = reason
                warn(f"{problem_id} is left out: {reason}")

    def _in_one_line(self, error: Exception) -> str:
        if isinstance(error, UnicodeError):
            text = f"a file is not UTF-8: {error}"
        elif isinstance(error, OSError):
            text = f"{error.filename}: {error.strerror}. Correct that, or move the problem's folder away"
        else:
            text = str(error)
        return " ".join(text.replace(f"{self._project.root}/", "").split())

    def of_each(self, problems: Sequence[Problem], find: Callable[[Problem], T]) -> dict[str, T]:
        """By problem id, without those for which it failed."""
        found = {}
        for problem in problems:
            with self.guard(problem.id):
                found[problem.id] = find(problem)
        return found

    def without(self, problems: Iterable[Problem]) -> list[Problem]:
        return [problem for problem in problems if problem.id not in self.reasons]


def load_usable(
    project: Project, names: Sequence[str] = (), target: str | None = None
) -> tuple[list[Problem], BrokenProblems]:
    """The named problems, or all, without those that cannot be judged. An unknown name is an error.

    With a `target` of the build this is built first, for the named problems alone.
    """
    known = problem_ids(project)
    check_names(names, known)
    broken = BrokenProblems(project, names or (known if len(known) == 1 else ()))
    found = []
    for name in known:
        if names and name not in names:
            continue
        with broken.guard(name):
            found.append(load_problem(project.problems / name))
    if target is not None and found:
        build(project, target, problems=[problem.id for problem in found] if names else ())
        broken.of_each(found, lambda problem: check_built(project, problem.id))
    return broken.without(found), broken


def check_built(project: Project, problem_id: str) -> None:
    """Raises JudgeError if the last build had to leave it out."""
    if reason := broken_builds(project).get(problem_id):
        raise JudgeError(reason)


@contextmanager
def usable(project: Project, problem_id: str) -> Iterator[None]:
    """For a command on one problem: what is wrong with its folder is found within, and ends the command."""
    with BrokenProblems(project, [problem_id]).guard(problem_id):
        yield


def load_one(project: Project, name: str) -> Problem:
    """The problem of a command that is for one."""
    [[problem], _] = load_usable(project, [name])
    return problem
