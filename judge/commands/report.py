"""`judge report`: makes other forms of reports stored with --json, combining several into one."""

from collections.abc import Sequence
from pathlib import Path

from judge.base.console import out
from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.reports.comparison_markdown import as_markdown, comparisons_of
from judge.reports.files import ReportFiles, read_reports


def report(stored: Sequence[Path], files: ReportFiles, markdown: bool = False) -> int:
    """The command. Returns the exit status: 0 if written, whatever the reports say.

    All reports are read before anything is written.
    """
    if files == ReportFiles() and not markdown:
        raise JudgeError(
            "nothing to write: expected --html, --junit, --csv, --json or --markdown.",
            RunJudge(("report", "FILE.json", "--html", "PAGE.html"), "For example"),
        )
    read: dict[Path, Path] = {}
    for file in stored:
        if known := read.get(file.resolve()):
            raise JudgeError(f"{file} is the same file as {known}: name each report once.")
        read[file.resolve()] = file
    for written in files.all:
        if written.resolve() in read:
            raise JudgeError(f"{written} is one of the reports: name another file to write.")
    reports = [each for file in stored for each in read_reports(file)]
    files.write(*reports)
    if markdown:
        comparisons = comparisons_of(reports)
        if not comparisons:
            raise JudgeError(
                "nothing to print: no report compares a CPU with a GPU",
                RunJudge(("verify", "--json", "FILE")),
            )
        out.out(as_markdown(comparisons), end="")
    return 0
