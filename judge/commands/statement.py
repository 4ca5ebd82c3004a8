"""`judge statement`: a problem's statement with its samples, in the terminal, or as Markdown, TeX or PDF."""

import os
from collections.abc import Collection, Mapping
from pathlib import Path

from rich.markdown import Markdown

from judge.base.console import out, prints_utf8
from judge.base.errors import JudgeError
from judge.base.prose import SOFT_BREAK
from judge.base.whole_files import write_for_caller
from judge.commands.options.statement import StatementOptions
from judge.limits.known import limited_unmeasured
from judge.problems.broken import load_one
from judge.problems.export.documents import as_markdown, as_pdf, as_tex, markdown_text
from judge.problems.model import Problem
from judge.problems.statement_content import READABLE, StatementContent, statement_content
from judge.problems.tex_text import tex_as_text
from judge.problems.time_rule import NO_TIME_OPTIONS
from judge.project.host import JudgeHost
from judge.service.prepared_problem import loaded_tests

PRINTED = {"markdown": as_markdown, "tex": as_tex}


def statement(host: JudgeHost, options: StatementOptions) -> int:
    """The command; without a language, in the user's, else in English, or in the first that it has. Returns the exit
    status."""
    if options.output and not options.form:
        raise JudgeError("--output needs --format: markdown, tex or pdf.")
    problem = _limited(host, options.problem)
    language = options.language or language_of_user(os.environ, problem.statements)
    content = statement_content(host.installation, problem, language)
    if options.form == "pdf":
        target = options.output or Path(f"{problem.id}.{language}.pdf")
        write_for_caller(target, as_pdf(host, problem, content))
        out.print(f"{target}: {problem.id}", soft_wrap=True)
    elif options.form:
        text = PRINTED[options.form](host, problem, content)
        if options.output:
            write_for_caller(options.output, text.encode())
        else:
            out.out(text, end="")
    else:
        _show(problem, content, options.problem)
    return 0


def _show(problem: Problem, content: StatementContent, problem_name: str) -> None:
    """Shows it in the terminal."""
    if content.path.suffix not in READABLE or content.path.suffix == ".html":
        file = content.path.relative_to(problem.folder)
        out.print(f"The statement is {file} in {problem_name}.", soft_wrap=True)
        return
    heading, text = markdown_text(problem, content)
    if content.path.suffix != ".md":
        out.out(heading + text, end="")
        return
    print_markdown(heading + (tex_as_text(text) if prints_utf8() else text))


def print_markdown(text: str) -> None:
    shown = Markdown(SOFT_BREAK.sub("", text), hyperlinks=False)
    if out.is_terminal:
        out.print(shown)
        return
    # Rich fills each line with blanks to the width of the terminal, which a file does not have.
    with out.capture() as padded:
        out.print(shown)
    lines = [line.rstrip(" ") for line in padded.get().split("\n")]
    out.out("\n".join(lines), end="")


def _limited(host: JudgeHost, problem_name: str) -> Problem:
    """The problem with its samples, some of which must first be made in packages of Polygon."""
    problem = limited_unmeasured(host, load_one(host, problem_name), NO_TIME_OPTIONS)
    tests = problem.package.tests if problem.package else ()
    files = [file for test in tests if test.is_sample for file in (test.input, test.answer)]
    if not all(file.exists() for file in files):
        loaded_tests(host, problem, samples_only=True)
    return problem


def language_of_user(environment: Mapping[str, str], there: Collection[str]) -> str:
    """The user's language, as gettext finds it, if there is a statement in it; else English, or the first by name."""
    wanted: str = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    listed = () if wanted in ("C", "POSIX") else environment.get("LANGUAGE", "").split(":")
    names: list[str] = [*listed, wanted]
    for name in names:
        tag = name.partition(".")[0].partition("@")[0].replace("_", "-")
        for code in (tag, tag.partition("-")[0]):
            if code in there:
                return code
    return "en" if "en" in there else min(there, default="en")
