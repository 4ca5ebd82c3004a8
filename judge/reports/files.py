"""The files that `verify`, `submit` and `report` write their outcome to, each made from the same report."""

import gzip
import json
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from judge.base.errors import JudgeError
from judge.base.whole_files import COMPRESSED, write_text
from judge.project.paths import Project
from judge.reports.json_report import FORMAT_VERSION, Outcome, Report, report_of

LINES_DOWN_TO = 6
"""Levels of the report: problems, results, tests."""


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
            if file.is_dir():
                raise JudgeError(
                    f"{file} is a folder: expected the name of a file to write, such as {file / 'report'}."
                )
            if not file.parent.is_dir():
                raise JudgeError(f"{file}: the folder {file.parent} does not exist; make it first.")
            if files.count(file) > 1:
                raise JudgeError(f"{file}: each report needs a file of its own.")

    def write(self, report: Report) -> None:
        from judge.reports.html.page import (
            html_of,  # its templates' engine takes longer to load than all of the judge
        )
        from judge.reports.junit import junit_of

        makers: list[tuple[Path | None, Callable[[Report], str]]] = [
            (self.json, as_json_text),
            (self.junit, junit_of),
            (self.html, html_of),
        ]
        for file, make in makers:
            if file is not None:
                write_text(file, make(report))


def write_reports(files: ReportFiles | None, project: Project, outcome: Outcome) -> None:
    if files and files != ReportFiles():
        files.write(report_of(project, outcome))


def as_json_text(report: Report) -> str:
    """A line for each test: of a whole `verify` there are thousands."""
    return f"{_in_lines(report, LINES_DOWN_TO)}\n"


def _in_lines(value: object, levels: int, indent: str = "") -> str:
    """The value as JSON, its parts on lines of their own as many levels deep."""
    if levels == 0 or not value or not isinstance(value, dict | list):
        return json.dumps(value, ensure_ascii=False)
    inner = f"{indent} "
    if isinstance(value, dict):
        begin, end = "{", "}"
        parts = [f"{json.dumps(key)}: {_in_lines(part, levels - 1, inner)}" for key, part in value.items()]
    else:
        begin, end = "[", "]"
        parts = [_in_lines(part, levels - 1, inner) for part in value]
    lines = ",".join(f"\n{inner}{part}" for part in parts)
    return f"{begin}{lines}\n{indent}{end}"


def read_report(file: Path) -> Report:
    """A report that was stored with --json."""
    try:
        content = file.read_bytes()
        report = json.loads(gzip.decompress(content) if file.suffix == COMPRESSED else content)
    except (OSError, EOFError, zlib.error) as error:
        raise JudgeError(f"{file}: {getattr(error, 'strerror', None) or error}.") from error
    except ValueError as error:
        raise JudgeError(f"{file} is no JSON: {error}.") from error
    version = report.get("format_version") if isinstance(report, dict) else None
    if version != FORMAT_VERSION:
        raise JudgeError(
            f"{file}: expected a report of format_version {FORMAT_VERSION}, found {version}. "
            "Judge again with --json, or take the judge that wrote it."
        )
    return dict(report)
