"""Makes the page: one file with its style and script inside, which loads nothing from any network.

Jinja2 escapes all text from the report. If a template ever let a solution's markup through, the page's content
security policy would still keep it from running: only the script and style with the hashes stated there are permitted.
"""

import base64
import hashlib
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from judge.base.text import harmless
from judge.base.units import bytes_text, percent
from judge.judging.verdicts import Verdict
from judge.limits.known import limit_words
from judge.reports.html import figures
from judge.reports.html.bars import comparison_caption, cpu_against_gpu, slowest_tests
from judge.reports.html.glance import glance_columns, glance_row
from judge.reports.html.kernels import traced_runs
from judge.reports.html.matrix import columns_of, rows_of
from judge.reports.html.parts import PagePart, machines_of, parts_of
from judge.reports.html.roofline import roofline_of
from judge.reports.html.shares import nearest_first, why_no_share
from judge.reports.html.summary import summary_of
from judge.reports.html.time_splits import legend_of, split_rows
from judge.reports.model import ProblemReport, Report

FOLDER = Path(__file__).parent
BEFORE_FIRST_PAINT = "document.documentElement.classList.add('scripted')"
"""Parts that only the script can open are closed only if there is a script."""


def prepare_page() -> None:
    """Compiles the templates, which takes longer than filling them in."""
    made = environment(FOLDER)
    for name in made.list_templates(extensions=["j2"]):
        made.get_template(name)


def html_of(*reports: Report, folder: Path = FOLDER) -> str:
    """The page of a report, or of several, made by the templates in `folder`."""
    parts = parts_of(reports)
    problems = [DrawnProblem(problem, part) for part in parts for problem in part.report.problems]
    problems.sort(key=lambda problem: problem.id)  # the parts of several reports are grouped
    return rendered(
        folder,
        "page.html.j2",
        [folder / "style.css"],
        [BEFORE_FIRST_PAINT, _text(folder / "script.js")],
        parts=parts,
        machines=machines_of(parts),
        summary=summary_of(*reports),
        problems=problems,
        glance_columns=glance_columns(problem.glance for problem in problems),
        verdicts={verdict.code: verdict.title for verdict in Verdict},
    )


def rendered(
    folder: Path, template: str, styles: Iterable[Path], scripts: Sequence[str] = (), **values: object
) -> str:
    """The page that a template in `folder` makes of the values: with these styles and scripts inside, the only ones
    that its policy permits."""
    style = "\n".join(map(_text, styles))
    return (
        environment(folder)
        .get_template(template)
        .render(
            style=Markup(style),
            scripts=[Markup(script) for script in scripts],
            policy=_policy(style, scripts),
            **values,
        )
    )


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8").strip()


def _shown(value: object) -> object:
    """The page without bidirectional controls, which act on a page, too; our own markup has none."""
    return harmless(value) if isinstance(value, str) and not isinstance(value, Markup) else value


@cache
def environment(folder: Path, autoescape: bool = True) -> Environment:
    made = Environment(
        loader=FileSystemLoader([folder, FOLDER]),
        autoescape=autoescape,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,  # otherwise each template that another includes is looked up in its folder each time
    )
    made.filters["date"] = lambda date: date.replace("T", " ").replace("+00:00", " UTC")
    for name in ("time_text", "count_text", "gbs_text", "gflops_text"):
        made.filters[name.removesuffix("_text")] = getattr(figures, name)
    made.filters["bytes"] = bytes_text
    made.filters["percent"] = percent
    return made


class DrawnProblem:
    """A problem of the report, and its drawings."""

    def __init__(self, problem: ProblemReport, part: PagePart) -> None:
        self.id = problem.id
        self.part = part
        self.title = problem.title
        self.limit = limit_words(problem.time_limit_s, problem.time_limit_source)
        self.glance = glance_row(problem)
        self.columns = columns_of(problem)
        self.rows = rows_of(problem)
        self.slowest = slowest_tests(problem)
        self.comparison = cpu_against_gpu(problem.comparison)
        self.comparison_caption = comparison_caption(problem.comparison)
        self.splits = split_rows(problem)
        self.legend = legend_of(self.splits)
        self.shares = nearest_first(problem)
        self.why_no_share = why_no_share(problem)
        self.roofline = roofline_of(problem, part.report.ceilings)
        self.traces = traced_runs(problem)

    @property
    def anchor(self) -> str:
        """Its anchor on the page."""
        return self.part.anchor(self.id)

    @property
    def heading(self) -> str:
        """Its title, with the report if there are several."""
        return f"{self.title}, {self.part.name.lower()}" if self.part.name else self.title


def _policy(style: str, scripts: Iterable[str]) -> str:
    """A content security policy that permits only these."""
    hashes = " ".join(map(_hash, scripts)) or "'none'"
    return f"default-src 'none'; style-src {_hash(style)}; script-src {hashes}; base-uri 'none'; form-action 'none'"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
