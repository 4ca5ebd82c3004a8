"""Makes the page: one file with its style and script inside, which asks nothing of any network.

Jinja2 escapes whatever comes from the report. Should a template ever let markup of a solution through, the page's
content security policy still keeps it from running: only the script and style with the hashes stated there count.
"""

import base64
import hashlib
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from judge.judging.verdicts import Verdict
from judge.reports.html import figures
from judge.reports.html.bars import cpu_against_gpu, gpu_wins_from, slowest_tests
from judge.reports.html.glance import glance_columns, glance_row
from judge.reports.html.kernels import traced_runs
from judge.reports.html.matrix import columns_of, rows_of
from judge.reports.html.roofline import roofline_of
from judge.reports.html.shares import share_rows, why_no_share
from judge.reports.html.summary import summary_of
from judge.reports.html.time_splits import legend_of, split_rows

FOLDER = Path(__file__).parent
BEFORE_FIRST_PAINT = "document.documentElement.classList.add('scripted')"
"""What only the script can open is only closed where there is one."""


def html_of(report: dict[str, Any], folder: Path = FOLDER) -> str:
    """The page of a report of the current format, made by the templates in `folder`.

    Raises KeyError, TypeError or ValueError where the report is not of its schema.
    """
    style, script = (
        (folder / name).read_text(encoding="utf-8").strip() for name in ("style.css", "script.js")
    )
    problems = [_problem(problem, report["ceilings"]) for problem in report["problems"]]
    return (
        environment(folder)
        .get_template("page.html.j2")
        .render(
            report=report,
            summary=summary_of(report),
            problems=problems,
            glance_columns=glance_columns(problem["glance"] for problem in problems),
            verdicts={verdict.code: verdict.title for verdict in Verdict},
            style=Markup(style),
            script=Markup(script),
            before_first_paint=Markup(BEFORE_FIRST_PAINT),
            policy=_policy(style, [BEFORE_FIRST_PAINT, script]),
        )
    )


def environment(folder: Path, autoescape: bool = True) -> Environment:
    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["date"] = lambda date: date.replace("T", " ").replace("+00:00", " UTC")
    for name in ("time_text", "bytes_text", "count_text", "gbs_text", "gflops_text", "percent_text"):
        made.filters[name.removesuffix("_text")] = getattr(figures, name)
    return made


def _problem(problem: dict[str, Any], ceilings: dict[str, Any] | None) -> dict[str, Any]:
    """A problem of the report, and what is drawn of it."""
    splits = split_rows(problem)
    return {
        "id": problem["id"],
        "title": problem["title"],
        "time_limit_s": problem["time_limit_s"],
        "time_limit_source": problem["time_limit_source"],
        "glance": glance_row(problem),
        "columns": columns_of(problem),
        "rows": rows_of(problem),
        "slowest": slowest_tests(problem),
        "comparison": cpu_against_gpu(problem["comparison"]),
        "gpu_wins_from": gpu_wins_from(problem["comparison"]),
        "splits": splits,
        "legend": legend_of(splits),
        "shares": share_rows(problem),
        "why_no_share": why_no_share(problem),
        "roofline": roofline_of(problem, ceilings),
        "traces": traced_runs(problem),
    }


def _policy(style: str, scripts: list[str]) -> str:
    hashes = " ".join(map(_hash, scripts))
    return f"default-src 'none'; style-src {_hash(style)}; script-src {hashes}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
