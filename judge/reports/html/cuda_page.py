"""The page of one run of a CUDA program: what the emulated GPU found, what it counted, and what costs time on a GPU."""

from collections.abc import Mapping

from markupsafe import Markup

from judge.judging.counters import Counters
from judge.reports.cuda_report import CudaReport
from judge.reports.html.page import FOLDER, environment, policy_of
from judge.reports.html.warp_picture import warp_picture
from judge.reports.terminal.counters_text import counters_tables


def cuda_page(report: CudaReport, program: str, texts: Mapping[str, str]) -> str:
    """`texts`: of the sources, by file name; lines of them are shown next to what is said of them."""
    style = (FOLDER / "style.css").read_text(encoding="utf-8").strip()
    lines = {name: text.splitlines() for name, text in texts.items()}

    def code_at(file: str | None, line: int | None) -> str:
        known = lines.get(file or "", [])
        return known[line - 1].strip() if line and line <= len(known) else ""

    return (
        environment(FOLDER)
        .get_template("cuda.html.j2")
        .render(
            report=report,
            program=program,
            advice=[(one, warp_picture(one)) for one in report.advice],
            tables=list(counters_tables(Counters(report.counters, report.launches))),
            code_at=code_at,
            style=Markup(style),
            policy=policy_of(style, []),
        )
    )
