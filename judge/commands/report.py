"""`judge report`: generates the other forms of a report stored with --json."""

from pathlib import Path

from judge.base.errors import JudgeError
from judge.reports.files import ReportFiles, read_report


def report(stored: Path, files: ReportFiles) -> int:
    """The command. Returns the exit status: 0 written, whatever the report says."""
    if files == ReportFiles():
        raise JudgeError(
            "nothing to write; choose an output: ./judge/judge report FILE.json --html PAGE.html, --junit FILE.xml, "
            "or --csv FILE.csv"
        )
    files.write(read_report(stored))
    return 0
