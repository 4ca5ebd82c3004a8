"""The content of a problem's statement: its text, its limits and its samples, whatever form it is then written in."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec import Struct

from judge.base.outside_files import DATA_BYTES, TEXT_BYTES, text_of
from judge.base.suggestions import unknown_name
from judge.problems.constants import filled, filled_tex
from judge.problems.model import Problem, TestCase
from judge.problems.statement_text import decoded_text
from judge.problems.test_cases import load_test_cases
from judge.problems.time_rule import LimitSource
from judge.project.installation import Installation

NEXT_SAMPLE, SAMPLES_COMMAND = "{{nextsample}}", "{{remainingsamples}}"
MARKDOWN_BYTES = 256 << 10
"""The size of a statement that is read in this process, where parsing takes more than linear time: seconds at most.
Larger ones are read in the sandbox (export/converters.py)."""
READABLE = (".md", ".tex", ".txt", ".html")
"""Statements that are text."""
SAMPLE_TITLES = {
    "en": ("Sample input", "Sample output", "Sample interaction"),
    "zh": ("样例输入", "样例输出", "样例交互"),
}
LIMITS = {
    "en": ("Time limit", "Memory limit", "measured when a solution is first judged here"),
    "zh": ("时间限制", "内存限制", "首次评测时在本机测定"),
}


class StatementContent(Struct, frozen=True):
    title: str
    language: str
    path: Path
    text: str
    """The text as it was written, with the values of constants; empty if it is not text, as in a PDF."""
    limits: Mapping[str, str]
    """Limits by their titles."""
    known_limits: Mapping[str, str]
    """Limits without a time limit that has not been measured."""
    samples: tuple[Mapping[str, str], ...]
    """Samples: each its texts by their titles: "Sample input 1"."""


def statement_content(installation: Installation, problem: Problem, language: str) -> StatementContent:
    """`problem`: with the time limit that is known here. Raises JudgeError for a language that it does not have."""
    if language not in problem.statements:
        raise unknown_name("statement language", language, problem.statements)
    path = problem.statements[language]
    charset = problem.package.charsets.get(path) if problem.package else None
    text = statement_text(path, charset) if path.suffix in READABLE else ""
    text = (filled if path.suffix == ".md" else filled_tex)(text, problem.constants)
    time, memory, unknown = LIMITS.get(language.partition("-")[0], LIMITS["en"])
    is_known = problem.limits.time_source is not LimitSource.UNKNOWN
    of_memory = {memory: f"{problem.limits.memory_bytes >> 20} MiB"}
    of_time = {time: f"{problem.limits.time_s:g} s"}
    return StatementContent(
        title=problem.names.get(language, problem.title),
        language=language,
        path=path,
        text=text,
        limits={**(of_time if is_known else {time: unknown}), **of_memory},
        known_limits={**(of_time if is_known else {}), **of_memory},
        samples=tuple(_samples(installation, problem, language)),
    )


def statement_text(path: Path, charset: str | None = None) -> str:
    """The text as it was written. `charset`: the package's declaration. Raises JudgeError for one that is too long to
    be read here."""
    return decoded_text(path, charset, MARKDOWN_BYTES if path.suffix == ".md" else TEXT_BYTES)


def _samples(installation: Installation, problem: Problem, language: str) -> Iterator[Mapping[str, str]]:
    """The samples; for an interactive problem the dialogue is shown instead of the files."""
    titles = SAMPLE_TITLES.get(language.partition("-")[0], SAMPLE_TITLES["en"])
    interactions = problem.package.interactions if problem.package else {}
    tests = {test.name: test for test in _sample_tests(installation, problem)}
    for number, name in enumerate(sorted(tests.keys() | interactions.keys()), start=1):
        if name in interactions:
            shown = {titles[2]: interactions[name]}
        else:
            shown = {titles[0]: tests[name].input, titles[1]: tests[name].answer}
        yield {
            f"{title} {number}": text_of(file, DATA_BYTES, errors="replace") for title, file in shown.items()
        }


def _sample_tests(installation: Installation, problem: Problem) -> list[TestCase]:
    """The samples; a package need not have any."""
    if problem.package:
        return [test for test in problem.package.tests if test.is_sample]
    return load_test_cases(installation, problem, samples_only=True)


def with_samples(content: StatementContent, shown: list[str], *, at_the_end: bool = True) -> str:
    """The text with each sample, in its form `shown`, where the text asks for it, the others where it asks for all, or
    else at its end."""
    text, left = content.text, [*shown]
    while left and NEXT_SAMPLE in text:
        text = text.replace(NEXT_SAMPLE, left.pop(0), 1)
    if at_the_end and SAMPLES_COMMAND not in text:
        text += f"\n{SAMPLES_COMMAND}"
    return text.replace(SAMPLES_COMMAND, "".join(left))
