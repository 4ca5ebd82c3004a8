"""`judge statement`: a problem's statement with its samples."""

from rich.markdown import Markdown

from judge.base.console import out
from judge.base.suggestions import unknown_name
from judge.limits.known import limit_cell, limited_unmeasured
from judge.problems.broken import load_one
from judge.problems.test_cases import load_test_cases
from judge.problems.tex_text import tex_as_text
from judge.problems.time_rule import NO_TIME_OPTIONS
from judge.project.paths import Project

SAMPLES_COMMAND = "{{remainingsamples}}"
SAMPLE_TITLES = {"en": ("Sample input", "Sample output"), "zh": ("样例输入", "样例输出")}


def statement(project: Project, problem_name: str, language: str) -> int:
    problem = load_one(project, problem_name)
    if language not in problem.statements:
        raise unknown_name("statement language", language, problem.statements)
    text = problem.statements[language].read_text(encoding="utf-8")
    input_title, output_title = SAMPLE_TITLES.get(language, SAMPLE_TITLES["en"])
    samples = ""
    for number, test in enumerate(load_test_cases(project, problem, samples_only=True), start=1):
        for title, path in ((input_title, test.input), (output_title, test.answer)):
            samples += f"\n### {title} {number}\n\n```\n{path.read_text(encoding='utf-8')}```\n"
    known = limited_unmeasured(project, problem, NO_TIME_OPTIONS)
    limits = f"{limit_cell(known)}, {problem.limits.memory_bytes >> 20} MiB"
    if out.encoding.lower().startswith("utf"):
        text = tex_as_text(text)
    out.print(
        Markdown(f"# {problem.names[language]} ({limits})\n\n" + text.replace(SAMPLES_COMMAND, samples))
    )
    return 0
