"""`judge statement`: a problem's statement with its samples."""

from collections.abc import Iterator

from rich.markdown import Markdown

from judge.base.console import out
from judge.base.prose import SOFT_BREAK
from judge.base.suggestions import unknown_name
from judge.limits.known import limited_unmeasured
from judge.problems.broken import load_one
from judge.problems.constants import filled, filled_tex
from judge.problems.model import Problem, TestCase
from judge.problems.test_cases import load_test_cases
from judge.problems.tex_text import tex_as_text
from judge.problems.time_rule import NO_TIME_OPTIONS, LimitSource
from judge.project.paths import Project

NEXT_SAMPLE, SAMPLES_COMMAND = "{{nextsample}}", "{{remainingsamples}}"
READABLE = (".md", ".tex", ".txt")
"""As they stand: TeX is not set. Of any other statement the file is named."""
SAMPLE_TITLES = {
    "en": ("Sample input", "Sample output", "Sample interaction"),
    "zh": ("样例输入", "样例输出", "样例交互"),
}
LIMITS = {
    "en": ("Time limit", "Memory limit", "measured when a solution is first judged here"),
    "zh": ("时间限制", "内存限制", "首次评测时在本机测定"),
}


def statement(project: Project, problem_name: str, language: str, markdown: bool = False) -> int:
    """The command. Returns the exit status. `markdown`: as it was written, for other programs."""
    problem = load_one(project, problem_name)
    if language not in problem.statements:
        raise unknown_name("statement language", language, problem.statements)
    path = problem.statements[language]
    if path.suffix not in READABLE:
        file = path.relative_to(problem.folder)
        out.print(f"The statement is {file} in {problem_name}.", markup=False, soft_wrap=True)
        return 0
    text = path.read_text(encoding="utf-8")
    if problem.package:
        fill = filled if path.suffix == ".md" else filled_tex
        text = fill(text, problem.package.constants)
    text = _with_samples(project, problem, text, language)
    known = limited_unmeasured(project, problem, NO_TIME_OPTIONS)
    time, memory, unknown = LIMITS.get(language, LIMITS["en"])
    is_known = known.limits.time_source is not LimitSource.UNKNOWN
    limit = f"{known.limits.time_s:g} s" if is_known else unknown
    limits = f"- {time}: {limit}\n- {memory}: {problem.limits.memory_bytes >> 20} MiB"
    heading = f"# {problem.names.get(language, problem.title)}\n\n{limits}\n\n"
    if markdown or path.suffix != ".md":
        out.print(heading + text, markup=False, soft_wrap=True, end="")
        return 0
    if out.encoding.lower().startswith("utf"):
        text = tex_as_text(text)
    shown = Markdown(heading + SOFT_BREAK.sub("", text))
    if out.is_terminal:
        out.print(shown)
        return 0
    # Rich fills each line with blanks to the width of the terminal, which a file does not have.
    with out.capture() as padded:
        out.print(shown)
    lines = [line.rstrip(" ") for line in padded.get().split("\n")]
    out.print("\n".join(lines), markup=False, soft_wrap=True, end="")
    return 0


def _with_samples(project: Project, problem: Problem, text: str, language: str) -> str:
    """The statement with each sample where it asks for it, the others where it asks for those, or else at its end."""
    left = list(_shown_samples(project, problem, language))
    while left and NEXT_SAMPLE in text:
        text = text.replace(NEXT_SAMPLE, left.pop(0), 1)
    if problem.package and SAMPLES_COMMAND not in text:
        text += f"\n{SAMPLES_COMMAND}"
    return text.replace(SAMPLES_COMMAND, "".join(left))


def _shown_samples(project: Project, problem: Problem, language: str) -> Iterator[str]:
    """Each with its number. What is said in a sample of an interactive problem is shown, and not its files."""
    titles = SAMPLE_TITLES.get(language, SAMPLE_TITLES["en"])
    interactions = problem.package.interactions if problem.package else {}
    tests = {test.name: test for test in _samples(project, problem)}
    for number, name in enumerate(sorted(tests.keys() | interactions.keys()), start=1):
        if name in interactions:
            shown = {titles[2]: interactions[name]}
        else:
            shown = {titles[0]: tests[name].input, titles[1]: tests[name].answer}
        yield "".join(
            f"\n### {title} {number}\n\n```\n{file.read_text(encoding='utf-8', errors='replace')}```\n"
            for title, file in shown.items()
        )


def _samples(project: Project, problem: Problem) -> list[TestCase]:
    """A package need not have any."""
    if problem.package:
        return [test for test in problem.package.tests if test.is_sample]
    return load_test_cases(project, problem, samples_only=True)
