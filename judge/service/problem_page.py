"""What users see of a problem: its statements, limits and languages."""

from collections.abc import Mapping

from msgspec import Struct

from judge.base.errors import JudgeError
from judge.languages.language import Language, has_suffix
from judge.languages.permitted import is_permitted
from judge.languages.table import LANGUAGES, without_gpu
from judge.problems.export.documents import as_markdown, as_written
from judge.problems.model import Problem
from judge.problems.statement_content import READABLE, statement_content
from judge.problems.time_rule import LimitSource
from judge.project.host import JudgeHost
from judge.project.run_policy import RunPolicy
from judge.service.prepared_problem import PreparedProblem
from judge.service.statement_files import pdf_languages, shown_samples

MOST_SAMPLES, MOST_OF_A_SAMPLE = 20, 64 << 10
"""The most samples offered as the input of an own run, and their bytes."""
MOST_TYPED = 4000
"""The most characters of the one in the form."""


class ProblemPage(Struct, frozen=True):
    name: str
    title: str
    titles: Mapping[str, str]
    """Titles by language code."""
    statements: Mapping[str, str]
    """Markdown with formulas between dollars, and with its samples, by language code. Statements in PDF are not
    included."""
    not_converted: str
    """Why statements are shown in their source form; empty: they are converted."""
    time_limit_s: float
    is_time_measured: bool
    """Whether the time limit depends on this machine's speed."""
    memory_bytes: int
    code_bytes: int
    test_count: int
    is_interactive: bool
    is_submit_answer: bool
    most_points: float | None
    """None: a solution passes or not, or points are unlimited."""
    has_samples: bool
    pdf_languages: tuple[str, ...]
    """Languages in which the statement is a PDF."""
    sample_inputs: Mapping[str, bytes]
    """Inputs for own runs, by the samples' names: no long ones, and none of a problem whose solutions talk to a
    validator."""
    languages: tuple["LanguageChoice", ...]
    """Languages in which it may be solved here; empty for a submit-answer problem."""

    @property
    def first_input(self) -> str:
        """The first sample's input, if it can be typed; empty: it cannot, or there is none."""
        text = next(iter(self.sample_inputs.values()), b"").decode("utf-8", errors="replace")
        is_typed = all(one.isprintable() or one in "\n\t" for one in text) and "\ufffd" not in text
        return text if is_typed and len(text) <= MOST_TYPED else ""


class LanguageChoice(Struct, frozen=True):
    id: str
    title: str
    suffixes: tuple[str, ...]
    is_emulated: bool
    """Whether the emulated GPU stands in for a real one here."""

    def names(self, file_name: str) -> bool:
        """Whether the file's name indicates this language."""
        return has_suffix(file_name, self.suffixes)


def problem_page(host: JudgeHost, prepared: PreparedProblem) -> ProblemPage:
    problem = prepared.problem
    best = problem.best_points
    statements, not_converted = _statements(host, problem)
    return ProblemPage(
        problem.id,
        problem.title,
        problem.names,
        statements,
        not_converted,
        problem.limits.time_s,
        problem.limits.time_source is LimitSource.MEASURED,
        problem.limits.memory_bytes,
        problem.limits.code_bytes,
        len(prepared.tests),
        problem.is_interactive,
        problem.is_submit_answer,
        None if best is None else float(best),
        bool(shown_samples(problem, prepared.tests)),
        tuple(pdf_languages(problem)),
        _sample_inputs(prepared),
        () if problem.is_submit_answer else languages_here(host.policy, problem),
    )


def _sample_inputs(prepared: PreparedProblem) -> dict[str, bytes]:
    if prepared.problem.is_submit_answer or prepared.problem.is_interactive:
        return {}
    samples = sorted((test for test in prepared.tests if test.is_sample), key=lambda test: test.name)
    short = [test for test in samples if test.input.stat().st_size <= MOST_OF_A_SAMPLE]
    return {test.name: test.input.read_bytes() for test in short[:MOST_SAMPLES]}


def _statements(host: JudgeHost, problem: Problem) -> tuple[dict[str, str], str]:
    """Statements by language, and why they are in their source form, if so: that does not prevent judging."""
    found, why = {}, ""
    for language, path in problem.statements.items():
        if path.suffix in READABLE:
            content = statement_content(host.installation, problem, language)
            try:
                found[language] = as_markdown(host, problem, content)
            except JudgeError as error:
                found[language], why = as_written(problem, content), str(error)
    return found, why


def languages_here(policy: RunPolicy, problem: Problem | None = None) -> tuple[LanguageChoice, ...]:
    """Languages with a compiler or interpreter here that the problem permits. Without a GPU, those that need one are
    emulated."""
    has_gpu = policy.gpus.obstacle is None
    return tuple(
        LanguageChoice(one.id, one.title, tuple(one.suffixes), one.device.needs_gpu and not has_gpu)
        for one in LANGUAGES
        if (problem is None or is_permitted(problem, one))
        and not one.device.is_emulated
        and _is_here(one, has_gpu)
    )


def language_title(language_id: str) -> str:
    """The language's title; for a language that this judge no longer knows, its id."""
    return next((one.title for one in LANGUAGES if one.id == language_id), language_id)


def _is_here(language: Language, has_gpu: bool) -> bool:
    if language.device.needs_gpu and not has_gpu:
        stand_in = without_gpu(language)
        return stand_in is not None and not stand_in.missing_tools
    return not language.missing_tools
