"""`judge report A.json B.json`: one page, table, JUnit file and JSON of several reports."""

import csv
import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from judge.base.errors import JudgeError
from judge.commands.report import report as report_command
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles, as_json_text, read_report, read_reports
from judge.reports.html.page import html_of
from judge.reports.html.summary import summary_of
from judge.reports.junit import junit_of
from judge.reports.model import Report
from judge.tests.command_line import run_judge
from judge.tests.report_samples import changed, everything
from judge.tests.reports.test_report_schema import faults

WARNING = "These reports are from 2 machines: times of different machines cannot be compared."


@pytest.fixture
def report(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> Report:
    return everything(tree, monkeypatch)


def of_other_machine(content: Any) -> None:
    content["machine"].update(cpu="an EPYC", cores=1, gpu=None)
    content.update(date="2026-11-22T09:30:00+00:00", ceilings=None, duration_s=2.5)


@pytest.fixture
def other(report: Report) -> Report:
    """A report of the same solutions on another machine, a day later."""
    return changed(report, of_other_machine)


@pytest.fixture
def stored(report: Report, other: Report, tmp_path: Path) -> list[Path]:
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for file, each in zip(files, (report, other), strict=True):
        file.write_text(as_json_text(each), encoding="utf-8")
    return files


def files_in(folder: Path) -> ReportFiles:
    return ReportFiles(folder / "all.json", folder / "all.xml", folder / "all.html", folder / "all.csv")


def test_all_forms_are_of_both(stored: list[Path], report: Report, other: Report, tmp_path: Path) -> None:
    assert report_command(stored, files_in(tmp_path)) == 0
    union = json.loads((tmp_path / "all.json").read_bytes())
    assert faults(union) == []
    assert [part["machine"]["cpu"] for part in union["reports"]] == ["Xeon & Sons 8480C", "an EPYC"]
    assert read_reports(tmp_path / "all.json") == (report, other)
    with pytest.raises(JudgeError, match=r"all\.json has 2 reports: expected one"):
        read_report(tmp_path / "all.json")
    again = ReportFiles(html=tmp_path / "again.html")
    assert report_command([tmp_path / "all.json"], again) == 0
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / "all.html").read_bytes()


def test_the_table_names_date_and_machine_of_each_row(
    stored: list[Path], report: Report, tmp_path: Path
) -> None:
    report_command(stored, files_in(tmp_path))
    with (tmp_path / "all.csv").open(newline="") as file:
        head, *rows = csv.reader(file)
    assert len(head) == len(set(head)), "a test has one column, however many reports have it"
    assert len(rows) == 2 * len(report.results)
    found = {row[2]: dict(zip(head, row, strict=True))["findings"] for row in rows}
    assert {name: text for name, text in found.items() if text} == {
        "emulated.cu": "out-of-bounds at emulated.cu:12; leaked-memory"
    }
    same = [dict(zip(head, row, strict=True)) for row in rows if row[2] == "tiles.cu"]
    assert [(row["date"], row["machine"]) for row in same] == [
        ("2026-11-21T14:00:00+00:00", "Xeon & Sons 8480C, 16 cores, NVIDIA H200"),
        ("2026-11-22T09:30:00+00:00", "an EPYC, 1 core, no GPU"),
    ]


def test_cases_of_the_same_problem_are_told_apart_in_junit(report: Report, other: Report) -> None:
    root = ElementTree.fromstring(junit_of(report, other))
    cases = [(case.get("classname"), case.get("name")) for case in root.iter("testcase")]
    own = [case for case in cases if case[0] != "test data"]
    assert len(own) == len(set(own)) == 2 * len(report.results)
    suites = [suite for suite in root if "double" in suite.get("name", "")]
    assert [(suite.get("name"), suite.get("timestamp")) for suite in suites] == [
        ("double (report 1)", "2026-11-21T14:00:00"),
        ("double (report 2)", "2026-11-22T09:30:00"),
    ]
    machines = [suite.find("properties/property[@name='cpu']") for suite in suites]
    assert [machine.get("value") for machine in machines if machine is not None] == [
        "Xeon & Sons 8480C",
        "an EPYC",
    ]
    assert root.get("time") == "15.000"
    triple = changed(other, lambda content: content["problems"][0].update(id="triple"))
    names = [suite.get("name") for suite in ElementTree.fromstring(junit_of(report, triple))]
    assert names == ["double", "test data", "triple", "test data"]


def test_the_page_names_the_machine_of_each_part(report: Report, other: Report) -> None:
    text = html_of(report, other)
    for part in (
        '<p class="part">Report 1, 2026-11-21 14:00:00 UTC, on Xeon &amp; Sons 8480C, 16 cores, NVIDIA H200</p>',
        '<p class="part">Report 2, 2026-11-22 09:30:00 UTC, on an EPYC, 1 core, no GPU</p>',
        WARNING,
        '<section class="problem" id="double.1"',
        '<section class="problem" id="double.2"',
        "Machine <small>report 1</small>",
        "Machine <small>report 2</small>",
        "<dt>reports</dt><dd>2</dd>",
    ):
        assert part in text, part
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    for target in re.findall(r'(?:href="#|aria-controls="|aria-labelledby=")([^"]+)"', text):
        assert target in ids, target
    headline = summary_of(report).headline
    assert headline == "2 not as expected"
    assert summary_of(report, other).headline == "4 not as expected"


def test_reports_of_one_machine_need_no_warning(report: Report) -> None:
    later = changed(report, lambda content: content.update(date="2026-11-22T09:30:00+00:00"))
    text = html_of(report, later)
    assert "cannot be compared" not in text
    assert text.count("Machine <small>reports 1, 2</small>") == 1
    alone = html_of(report)
    assert "Report 1" not in alone
    assert 'id="double"' in alone


def test_of_a_class_the_accepted_are_counted(report: Report, other: Report) -> None:
    parts = [
        changed(each, lambda content: content.update(command="judge submit double a/*.cpp"))
        for each in (report, other)
    ]
    text = html_of(*parts).partition("<body>")[2].partition("<script>")[0]
    assert "not as expected" not in text
    assert "not accepted" in text
    count = sum(result.verdict.code == "AC" for _, result in report.results)
    assert text.count(f"solutions, 1 skipped, {count} accepted</td>") == 2
    assert summary_of(*parts).headline == f"{2 * count} of {2 * len(report.results)} accepted"
    assert summary_of(parts[0], other).headline != summary_of(*parts).headline


@pytest.mark.slow
def test_a_damaged_file_is_named_and_nothing_is_written(stored: list[Path], tmp_path: Path) -> None:
    stored[1].write_bytes(stored[1].read_bytes()[:-100])
    page, table = tmp_path / "all.html", tmp_path / "all.csv"
    done = run_judge("report", *map(str, stored), "--html", str(page), "--csv", str(table))
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"judge: {re.escape(str(stored[1]))} is not JSON: .*\n", done.stderr)
    assert not page.exists()
    assert not table.exists()
    stored[1].write_text('{"format_version": 5, "reports": []}')
    done = run_judge("report", *map(str, stored), "--html", str(page))
    assert f"{stored[1]} does not match judge/reports/report.schema.json" in done.stderr
    assert done.stderr.count("\n") == 1


def test_files_that_make_no_sense(stored: list[Path], tmp_path: Path) -> None:
    with pytest.raises(JudgeError, match=r"a\.json is the same file as .*a\.json: name each report once"):
        report_command([stored[0], stored[1], stored[0]], ReportFiles(html=tmp_path / "all.html"))
    for report in ("junit", "html", "csv"):
        with pytest.raises(JudgeError, match=r"a\.json is one of the reports: name another file"):
            report_command(stored, ReportFiles(**{report: stored[0]}))
    with pytest.raises(JudgeError, match=r"b\.json is one of the reports: name another file"):
        report_command(stored, ReportFiles(json=stored[1]))
    machine = read_report(stored[1]).machine
    assert machine
    assert machine.cpu == "an EPYC"


def test_the_table_goes_to_stdout(stored: list[Path]) -> None:
    done = run_judge("report", *map(str, stored), "--csv", "-")
    assert done.returncode == 0
    assert done.stdout.startswith("problem,author,solution,verdict,")
    assert done.stderr == ""


@pytest.mark.parametrize("name", ["sum.cpp", "sum.py", "sum.cu"])
def test_a_source_is_never_replaced(tmp_path: Path, name: str) -> None:
    """The command is `submit PROBLEM --csv class/*/*`, which lacks the name of the table."""
    source = tmp_path / name
    ReportFiles(csv=source)  # the control: there is none yet
    source.write_text("mine")
    with pytest.raises(JudgeError, match=rf"{name} is a source, which no report replaces"):
        ReportFiles(csv=source)
    assert source.read_text() == "mine"
