"""`judge lesson`: the course, one of its lessons, and an exercise judged by verdict and counts."""

import os
from pathlib import Path

from rich.syntax import Syntax

from judge.base.called import JUDGE
from judge.base.console import out, prints_utf8
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.base.suggestions import unknown_name
from judge.base.tables import Column, FittedTable
from judge.base.units import plural
from judge.base.whole_files import write_text
from judge.commands.options.lesson import LessonOptions
from judge.commands.options.submit import SubmitOptions
from judge.commands.statement import language_of_user, print_markdown
from judge.commands.submit import submit_solution
from judge.judging.verdicts import Verdict
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.reports.terminal.lesson_text import CountedRow, counts_table, drawing_text, measured_table
from judge.service.intake import require_tools, solution_in
from judge.service.lessons import (
    CountedProgram,
    LessonHere,
    counted_programs,
    lesson_here,
    lesson_names,
    measured_figures,
    own_attempts,
    passed_lessons,
)

LANGUAGES = ("en", "zh")
HEADINGS = {
    "en": ("When it stops paying", "Sources"),
    "zh": ("何时不再划算", "出处"),
}


PASSES = {"en": "a solution that passes", "zh": "能通过的解法"}


def lesson(host: JudgeHost, options: LessonOptions) -> int:
    language = options.language or language_of_user(os.environ, LANGUAGES)
    if language not in LANGUAGES:
        raise unknown_name("language of lessons", language, LANGUAGES)
    if options.name is None:
        _list(host, language)
        return 0
    here = lesson_here(host, options.name)
    if options.file is not None:
        return _judge(host, here, options.file, options, language)
    if options.writes is not None:
        _write(here, options.writes)
    elif options.hint is not None:
        _show_hint(here, options.hint, language)
    elif options.solution:
        _show_solution(host, here, language, gives_up=options.gives_up)
    else:
        _show(host, here, language)
    return 0


def _list(host: JudgeHost, language: str) -> None:
    names = lesson_names(host.installation)
    tried = passed_lessons(names)
    lessons = [lesson_here(host, name) for name in names]
    out.print(
        FittedTable(
            "Lessons",
            [
                Column("lesson", names, 0),
                Column("title", [one.problem.names[language] for one in lessons], 1, folds=True),
                Column("state", [_state(tried.get(name)) for name in names], 0),
            ],
        )
    )
    following = next((name for name in names if not tried.get(name)), None)
    if following:
        out.print(f"the next: {JUDGE} lesson {following}", style="dim")


def _state(passed: bool | None) -> str:
    return {None: "", False: "tried", True: "passed"}[passed]


def _show(host: JudgeHost, here: LessonHere, language: str) -> None:
    """Shows the idea and the exercise, the drawing, and how to continue."""
    text = here.problem.statements[language].read_text(encoding="utf-8")
    print_markdown(f"# {here.problem.names[language]}\n\n{text}")
    out.print()
    programs = counted_programs(here)
    for one in programs:
        source = "" if one.is_solution else here.source_of(one.submission)
        for line in drawing_text(_title(one, language), source, one.accesses, utf8=prints_utf8()):
            out.print(line)
    out.print()
    stored = [
        CountedRow(_title(one, language), one.verdict, "; ".join(count.text for count in one.totals))
        for one in programs
    ]
    own = [CountedRow(one.name, one.verdict, one.reason) for one in own_attempts(here.name)]
    out.print(counts_table(stored, own))
    out.print(f"{Verdict.CLE.code}: the output is right, but a count is outside its bounds", style="dim")
    for rule in here.problem.count_rules:
        out.print(f"counted: {rule.text}", soft_wrap=True)
    for command in ("--write FOLDER", "exercise.cu", "--hint 1"):
        out.print(f"{JUDGE} lesson {here.name} {command}", style="dim", soft_wrap=True)


def _title(program: CountedProgram, language: str) -> str:
    return PASSES[language] if program.is_solution else program.name


def _write(here: LessonHere, folder: Path) -> None:
    """Writes a file, never over an existing one: it may be the user's work."""
    files = {here.exercise.name: here.exercise.read_text(encoding="utf-8"), **here.given}
    folder.mkdir(parents=True, exist_ok=True)
    for name in files:
        if (folder / name).exists():
            raise JudgeError(f"{folder / name} is there already: name another folder, or move it away.")
    for name, text in files.items():
        write_text(folder / name, text)
    out.print(f"{folder / here.exercise.name}: write your solution there", soft_wrap=True)
    out.print(f"judge: {JUDGE} lesson {here.name} {folder / here.exercise.name}", style="dim", soft_wrap=True)
    out.print(f"with a GPU of your own: {here.timing_command}", style="dim", soft_wrap=True)


def _show_hint(here: LessonHere, number: int, language: str) -> None:
    hints = here.lesson.hints
    if number > len(hints):
        raise JudgeError(
            f"{here.name} has {plural(len(hints), 'hint')}: expected a number from 1 to {len(hints)}."
        )
    print_markdown(hints[number - 1][language])
    after = (
        f"the next: {JUDGE} lesson {here.name} --hint {number + 1}"
        if number < len(hints)
        else "there are no more"
    )
    out.print(f"hint {number} of {len(hints)}; {after}", style="dim", soft_wrap=True)


def _show_solution(host: JudgeHost, here: LessonHere, language: str, *, gives_up: bool) -> None:
    if not gives_up and not passed_lessons([here.name]).get(here.name):
        raise JudgeError(
            f"the solution of {here.name} is shown once you have passed.",
            RunJudge(("lesson", here.name, "--solution", "--give-up"), "To see it anyway"),
        )
    text = here.solution.read_text(encoding="utf-8")
    if out.is_terminal:
        out.print(Syntax(text, "cuda", background_color="default"))
    else:
        out.out(text)
    _show_after(host, here, language)


def _show_after(host: JudgeHost, here: LessonHere, language: str) -> None:
    """Shows learners who have passed the trade-off, the figures and the sources."""
    lesson = here.lesson
    pays, sources = HEADINGS[language]
    listed = "\n".join(f"- {one.name}: {one.url}" if one.url else f"- {one.name}" for one in lesson.sources)
    print_markdown(f"## {pays}\n\n{lesson.trade_off[language]}\n\n## {sources}\n\n{listed}")
    out.print()
    if figures := measured_figures(host.installation, lesson):
        out.print(measured_table(figures[0].gpu, [one.rung for one in figures]))
    if operations := here.bench_operations:
        out.print(f"these on your own GPU: {JUDGE} bench {' '.join(operations)}", style="dim", soft_wrap=True)
    out.print(f"the exercise on your own GPU: {here.timing_command}", style="dim", soft_wrap=True)


def _judge(host: JudgeHost, here: LessonHere, file: str, options: LessonOptions, language: str) -> int:
    solution = solution_in(host, here.problem, file, None)
    require_tools(host, solution)
    asked = SubmitOptions(strict=True)
    status = submit_solution(host, solution, asked, ReportFiles(json=options.json))
    if status:
        out.print(f"hints: {JUDGE} lesson {here.name} --hint 1", style="dim", soft_wrap=True)
        return status
    out.print()
    _show_after(host, here, language)
    out.print(f"the stored solution: {JUDGE} lesson {here.name} --solution", style="dim", soft_wrap=True)
    names = lesson_names(host.installation)
    if following := names[names.index(here.name) + 1 :]:
        out.print(f"the next: {JUDGE} lesson {following[0]}", style="dim", soft_wrap=True)
    return 0
