"""Whether a problem may be solved in a language."""

from judge.base.errors import JudgeError
from judge.languages.language import Language
from judge.languages.table import LANGUAGES
from judge.problems.model import Problem


def is_permitted(problem: Problem, language: Language) -> bool:
    """Whether its package permits the language: all, if it names none."""
    if problem.languages is None:
        return True
    with_gpu = [row for row in LANGUAGES if row.without_gpu == language.id]
    ids = {name for row in (language, *with_gpu) for name in (row.id, *row.aliases, row.variant_of)}
    return bool(ids & problem.languages)


def require_permitted(problem: Problem, language: Language) -> None:
    """Raises JudgeError if its package permits only others."""
    if problem.languages is not None and not is_permitted(problem, language):
        permitted = ", ".join(sorted(problem.languages))
        raise JudgeError(
            f"{problem.id} may not be solved in {language.title}: its languages are {permitted}."
        )
