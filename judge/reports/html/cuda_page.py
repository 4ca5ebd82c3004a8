"""The page of one run of a CUDA program: what the emulated GPU found, what it counted, and what costs time on a GPU."""

from collections.abc import Mapping

from judge.judging.counters import Counters
from judge.reports.cuda_report import CudaReport
from judge.reports.html.page import FOLDER, rendered
from judge.reports.html.warp_picture import warp_picture
from judge.reports.terminal.counters_text import counters_tables


def cuda_page(report: CudaReport, program: str, texts: Mapping[str, str]) -> str:
    """`texts`: of the sources, by file name; lines of them are shown next to what is said of them."""
    lines = {name: text.splitlines() for name, text in texts.items()}

    def code_at(file: str | None, line: int | None) -> str:
        known = lines.get(file or "", [])
        return known[line - 1].strip() if line and line <= len(known) else ""

    return rendered(
        FOLDER,
        "cuda.html.j2",
        [FOLDER / "style.css"],
        report=report,
        program=program,
        advice=[(one, warp_picture(one)) for one in report.advice],
        tables=list(counters_tables(Counters(report.counters, report.launches))),
        code_at=code_at,
    )
