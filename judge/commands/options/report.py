"""`judge report`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from judge.commands.options.common import Csv, Html, Json, Junit
from judge.commands.options.declare import Argument


@dataclass(frozen=True)
class ReportOptions:
    stored: Annotated[
        tuple[Path, ...], Argument(metavar="FILE...", help="Reports written by --json; several become one.")
    ]
    csv: Csv = None
    junit: Junit = None
    html: Html = None
    json: Json = None


def run(options: ReportOptions) -> int:
    from judge.commands.report import report
    from judge.reports.files import ReportFiles

    files = ReportFiles(options.json, options.junit, options.html, options.csv)
    return report(options.stored, files)
