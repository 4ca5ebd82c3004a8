"""Tables of CPU against GPU for documents, made from several reports."""

from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.records import replace
from judge.commands.report import report as report_command
from judge.measure.cpu_against_gpu import Comparison, compare
from judge.project.host import JudgeHost
from judge.reports.comparison_markdown import as_markdown, comparisons_of, summary_as_markdown
from judge.reports.files import ReportFiles, as_json_text
from judge.reports.model import Report
from judge.tests.measured import MS, cpu_phases, gpu_phases, passed, result_of
from judge.tests.report_samples import changed, everything


def comparison(*sizes: int) -> Comparison:
    """A core computes 10 elements a microsecond; the GPU starts in 300 ms, and computes at once."""
    cpu = [passed(size, [MS + 100 * size], [cpu_phases(100 * size)]) for size in sizes]
    gpu = [
        passed(size, [300 * MS], [gpu_phases(1000, copies_ns=1000, start_up_ns=50 * MS)]) for size in sizes
    ]
    return compare([result_of("cpu-loop", *cpu), result_of("gpu-tiled", *gpu)])


@pytest.fixture
def report(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> Report:
    return everything(tree, monkeypatch)


def with_comparison(report: Report, found: Comparison) -> Report:
    return replace(report, problems=tuple(replace(one, comparison=found) for one in report.problems))


def test_the_tests_of_several_reports_stand_in_one_table(report: Report) -> None:
    small, large = (with_comparison(report, comparison(*sizes)) for sizes in ((10, 1000), (10_000_000,)))
    found = comparisons_of([large, small])
    assert [row.test for row in found["double"].rows] == ["secret/10", "secret/1000", "secret/10000000"]
    assert summary_as_markdown(found).splitlines()[2:] == [
        "| double, 10,000,000 elements | `cpu-loop` 1.00 s | `gpu-tiled` 300.0 ms | GPU 3.3x | 10,000,000 |"
    ]
    text = as_markdown(found)
    assert "| secret/1000 | 1,000 | `cpu-loop` 1.10 ms | `gpu-tiled` 300.0 ms | CPU 273x |" in text
    assert "The GPU wins: whole program from 10,000,000 elements." in text


def test_where_the_gpu_never_wins_that_is_said(report: Report) -> None:
    text = summary_as_markdown(comparisons_of([with_comparison(report, comparison(10))]))
    assert text.rstrip().endswith("| CPU 300x | no size here |")


def test_a_later_report_of_the_same_test_counts(report: Report) -> None:
    old, new = (with_comparison(report, comparison(10, size)) for size in (1000, 100_000))
    assert [row.size for row in comparisons_of([old, new])["double"].rows] == [10, 1000, 100_000]


def test_the_command_prints_it_or_says_that_nothing_is_compared(
    report: Report, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "report.json"
    file.write_text(as_json_text(report), encoding="utf-8")
    assert report_command([file], ReportFiles(), markdown=True) == 0
    assert capsys.readouterr().out == as_markdown(comparisons_of([report]))

    def without_rows(content: Any) -> None:
        for problem in content["problems"]:
            problem["comparison"] = changed_comparison

    changed_comparison = {
        "rows": [],
        "missing": "no GPU",
        "gpu_wins_from": dict.fromkeys(("whole_program", "with_copies", "compute")),
    }
    file.write_text(as_json_text(changed(report, without_rows)), encoding="utf-8")
    with pytest.raises(JudgeError, match="no report compares a CPU with a GPU"):
        report_command([file], ReportFiles(), markdown=True)
