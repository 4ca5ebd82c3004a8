"""The files that `verify`, `submit` and `report` write their outcome to, each made from the same report."""

import codecs
import gzip
import io
import json
from pathlib import Path

import msgspec
from msgspec import Struct

from judge.base.errors import JudgeError
from judge.base.outside_files import content_of, reading
from judge.base.records import as_json, decoded
from judge.base.text import harmless_json
from judge.base.whole_files import COMPRESSED, STDOUT, write_text
from judge.languages.table import all_suffixes
from judge.reports.model import FORMAT_VERSION, Report, Reports

SCHEMA = "judge/reports/report.schema.json"
MOST_BYTES = 256 << 20
"""The size of a report, unpacked."""
LINES_DOWN_TO = 6
"""Levels of the report: problems, results, tests."""


class ReportFiles(Struct, frozen=True):
    """The requested files."""

    json: Path | None = None
    junit: Path | None = None
    html: Path | None = None
    csv: Path | None = None

    def __post_init__(self) -> None:
        """Reports files that cannot be written before anything is judged."""
        files, suffixes = self.all, all_suffixes()
        for file in files:
            if file.is_dir():
                raise JudgeError(
                    f"{file} is a folder: expected the name of a file to write, such as {file / 'report'}."
                )
            if not file.parent.is_dir():
                raise JudgeError(f"{file}: the folder {file.parent} does not exist; create it first.")
            if files.count(file) > 1:
                raise JudgeError(f"{file}: each report needs its own file.")
            if file.suffix in suffixes and file.exists():
                raise JudgeError(
                    f"{file} is a source, which no report replaces: expected the name of a file to write."
                )
        # Their modules are loaded now: an interrupted judge has no time for it.
        if self.junit:
            import judge.reports.junit  # noqa: F401
        if self.html:
            from judge.reports.html.page import prepare_page

            prepare_page()

    @property
    def all(self) -> list[Path]:
        return [file for file in (self.json, self.junit, self.html, self.csv) if file]

    def write(self, *reports: Report) -> None:
        """Writes the files; several reports become one. The JSON comes first: everything else can be made from it."""
        if self.json:
            write_text(self.json, as_json_text(*reports))
        if self.junit:
            from judge.reports.junit import junit_of

            write_text(self.junit, junit_of(*reports))
        if self.html:
            from judge.reports.html.page import html_of

            write_text(self.html, html_of(*reports))
        if self.csv:
            from judge.reports.csv_table import csv_of

            mark = "" if self.csv == STDOUT else codecs.BOM_UTF8.decode()  # by which Excel recognises UTF-8
            write_text(self.csv, mark + csv_of(*reports))


def as_json_text(*reports: Report) -> str:
    """JSON with a line for each test: a whole `verify` has thousands."""
    if len(reports) == 1:
        text = _in_lines(as_json(reports[0]), LINES_DOWN_TO)
    else:
        text = _in_lines(as_json(Reports(FORMAT_VERSION, reports)), LINES_DOWN_TO + 2)
    return harmless_json(text) + "\n"


def _in_lines(value: object, levels: int, indent: str = "") -> str:
    """The value as JSON, with its parts on lines of their own for this many levels."""
    if levels == 0 or not value or not isinstance(value, dict | list):
        return msgspec.json.format(msgspec.json.encode(value), indent=0).decode()
    inner = f"{indent} "
    if isinstance(value, dict):
        begin, end = "{", "}"
        parts = [f"{json.dumps(key)}: {_in_lines(part, levels - 1, inner)}" for key, part in value.items()]
    else:
        begin, end = "[", "]"
        parts = [_in_lines(part, levels - 1, inner) for part in value]
    lines = ",".join(f"\n{inner}{part}" for part in parts)
    return f"{begin}{lines}\n{indent}{end}"


def read_reports(file: Path) -> tuple[Report, ...]:
    """The report that was stored with --json, or all of those that `judge report` put into one file."""
    content = content_of(file, MOST_BYTES)
    with reading(file, "Judge again with --json."):
        text = unpacked(content, MOST_BYTES) if file.suffix == COMPRESSED else content
    try:
        head = decoded(text, _AnyVersion)
        version = head.format_version
        if version != FORMAT_VERSION:
            raise JudgeError(
                f"{file}: expected a report of format_version {FORMAT_VERSION}, found {version}. "
                "Judge again with --json, or use the judge that wrote it."
            )
        if bytes(head.reports):
            return decoded(text, Reports).reports
        return (decoded(text, Report),)
    except (msgspec.ValidationError, RecursionError) as error:
        raise JudgeError(f"{file} does not match {SCHEMA}: {error}. Judge again with --json.") from error
    except ValueError as error:
        raise JudgeError(f"{file} is not JSON: {error}.") from error


def read_report(file: Path) -> Report:
    """The only report in a file."""
    reports = read_reports(file)
    if len(reports) > 1:
        raise JudgeError(f"{file} has {len(reports)} reports: expected one.")
    return reports[0]


def unpacked(content: bytes, most_bytes: int) -> bytes:
    """The content, uncompressed if necessary. Raises ValueError for more than `most_bytes`."""
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as file:
        text = file.read(most_bytes + 1)
    if len(text) > most_bytes:
        raise ValueError(f"it unpacks to more than {most_bytes} bytes")
    return text


class _AnyVersion(Struct):
    """The keys that reports of all versions share."""

    format_version: int | None = None
    reports: msgspec.Raw = msgspec.Raw()
    """The reports in a file with several."""
