"""`judge report`: makes other forms of reports stored with --json, combining several into one."""

from collections.abc import Sequence
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.next_steps import RunJudge
from judge.reports.files import ReportFiles, read_reports


def report(stored: Sequence[Path], files: ReportFiles) -> int:
    """The command. Returns the exit status: 0 if written, whatever the reports say.

    All reports are read before anything is written.
    """
    if files == ReportFiles():
        raise JudgeError(
            "nothing to write: expected --html, --junit, --csv or --json.",
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
    return 0
