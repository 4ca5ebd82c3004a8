"""The files that `verify`, `submit` and `report` write their outcome to, each made from the same report."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from judge.errors import JudgeError
from judge.html.page import html_of
from judge.json_report import FORMAT_VERSION, Outcome, Report, report_of
from judge.junit import junit_of
from judge.project import Project
from judge.whole_files import write_in_one_step


@dataclass(frozen=True)
class ReportFiles:
    """Those that were asked for."""

    json: Path | None = None
    junit: Path | None = None
    html: Path | None = None

    def __post_init__(self) -> None:
        """Tells what cannot be written before anything is judged."""
        files = [file for file in (self.json, self.junit, self.html) if file]
        for file in files:
            if file.is_dir() or not file.parent.is_dir():
                raise JudgeError(f"{file}: expected a file to write in a folder that exists.")
            if files.count(file) > 1:
                raise JudgeError(f"{file}: each report needs a file of its own.")

    def write(self, report: Report) -> None:
        makers: list[tuple[Path | None, Callable[[Report], str]]] = [
            (self.json, as_json_text),
            (self.junit, junit_of),
            (self.html, html_of),
        ]
        for file, make in makers:
            if file is not None:
                write_report(file, make(report))


def write_reports(files: ReportFiles | None, project: Project, outcome: Outcome) -> None:
    if files and files != ReportFiles():
        files.write(report_of(project, outcome))


def as_json_text(report: Report) -> str:
    return json.dumps(report, indent=2, ensure_ascii=False) + "\n"


def read_report(file: Path) -> Report:
    """A report that was stored with --json."""
    try:
        report = json.loads(file.read_bytes())
    except OSError as error:
        raise JudgeError(f"{file}: {error.strerror}.") from error
    except ValueError as error:
        raise JudgeError(f"{file} is no JSON: {error}.") from error
    version = report.get("format_version") if isinstance(report, dict) else None
    if version != FORMAT_VERSION:
        raise JudgeError(
            f"{file}: expected a report of format_version {FORMAT_VERSION}, found {version}. "
            "Judge again with --json, or take the judge that wrote it."
        )
    return dict(report)


def write_report(file: Path, text: str) -> None:
    """Raises JudgeError where that is not possible."""
    try:
        write_in_one_step(file, text)
    except OSError as error:
        raise JudgeError(f"{file} cannot be written: {error.strerror}.") from error
