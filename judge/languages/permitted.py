"""Whether a problem may be solved in a language."""

from judge.base.errors import JudgeError
from judge.languages.language import Language
from judge.languages.table import names_of
from judge.problems.model import Problem


def is_permitted(problem: Problem, language: Language) -> bool:
    """Whether its package permits the language: all, if it names none."""
    return problem.languages is None or not problem.languages.isdisjoint(names_of(language))


def require_permitted(problem: Problem, language: Language) -> None:
    """Raises JudgeError if its package permits only others."""
    if problem.languages is not None and not is_permitted(problem, language):
        permitted = ", ".join(sorted(problem.languages))
        raise JudgeError(
            f"{problem.id} may not be solved in {language.title}: its languages are {permitted}."
        )
