"""`judge statement`: a problem's statement with its samples."""

from rich.markdown import Markdown

from judge.base.console import out
from judge.base.suggestions import unknown_name
from judge.limits.known import limited_unmeasured
from judge.problems.broken import load_one
from judge.problems.test_cases import load_test_cases
from judge.problems.tex_text import tex_as_text
from judge.problems.time_rule import NO_TIME_OPTIONS, LimitSource
from judge.project.paths import Project

SAMPLES_COMMAND = "{{remainingsamples}}"
SAMPLE_TITLES = {"en": ("Sample input", "Sample output"), "zh": ("样例输入", "样例输出")}
LIMITS = {
    "en": ("Time limit", "Memory limit", "measured when a solution is first judged here"),
    "zh": ("时间限制", "内存限制", "首次评测时在本机测定"),
}


def statement(project: Project, problem_name: str, language: str, markdown: bool = False) -> int:
    """The command. Returns the exit status. `markdown`: as it was written, for other programs."""
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
    time, memory, unknown = LIMITS.get(language, LIMITS["en"])
    is_known = known.limits.time_source is not LimitSource.UNKNOWN
    limit = f"{known.limits.time_s:g} s" if is_known else unknown
    limits = f"- {time}: {limit}\n- {memory}: {problem.limits.memory_bytes >> 20} MiB"
    heading = f"# {problem.names[language]}\n\n{limits}\n\n"
    if markdown:
        out.print(heading + text.replace(SAMPLES_COMMAND, samples), markup=False, soft_wrap=True, end="")
        return 0
    if out.encoding.lower().startswith("utf"):
        text = tex_as_text(text)
    shown = Markdown(heading + text.replace(SAMPLES_COMMAND, samples))
    if out.is_terminal:
        out.print(shown)
        return 0
    # Rich fills each line with blanks to the width of the terminal, which a file does not have.
    with out.capture() as padded:
        out.print(shown)
    lines = [line.rstrip(" ") for line in padded.get().split("\n")]
    out.print("\n".join(lines), markup=False, soft_wrap=True, end="")
    return 0
