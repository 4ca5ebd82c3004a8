"""The page as text: made of the report alone, whatever is in it; its figures and drawings."""

import json
import re
import shutil
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from judge.base.errors import JudgeError
from judge.base.records import as_json, replace
from judge.base.units import bytes_text
from judge.commands.report import report as report_command
from judge.commands.verify import verify
from judge.judging.advice import Advice, CountedRun
from judge.judging.selection import Choice
from judge.judging.verdicts import Verdict
from judge.measure.cpu_against_gpu import comparison_of
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles, as_json_text
from judge.reports.html import page
from judge.reports.html.bars import comparison_caption, cpu_against_gpu
from judge.reports.html.figures import (
    count_text,
    duration_text,
    time_text,
)
from judge.reports.html.matrix import columns_of
from judge.reports.html.page import FOLDER, html_of
from judge.reports.html.roofline import BOTTOM, LEFT, RIGHT, TOP, roofline_of
from judge.reports.html.scale import log_scale
from judge.reports.html.shares import shares_of
from judge.reports.html.summary import summary_of
from judge.reports.html.time_splits import split_rows
from judge.reports.model import Report, WorkOfTest
from judge.tests.report_samples import HARM, LONG_NAME, changed, everything

pytestmark = pytest.mark.built


@pytest.fixture
def report(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> Report:
    return everything(tree, monkeypatch)


def test_advice_has_its_words_and_a_picture_of_its_addresses(report: Report) -> None:
    column = Advice(
        kind="strided-access", kernel="turn", file=HARM, line=2, counted="store", share=0.5, now=32, least=4,
        step=512, lane_bytes=4, offsets=tuple(512 * lane for lane in range(32)),
    )  # fmt: skip
    banks = replace(column, kind="bank-conflict", step=128)
    place = Advice(kind="one-block")

    def with_advice(content: Any) -> None:
        result = content["problems"][0]["results"][0]
        result["counted"] = as_json(CountedRun(("secret/1", "secret/2"), (column, banks, place)))

    text = html_of(changed(report, with_advice))
    for one in (column, banks, place):
        assert one.what in text
    assert "Counted by the emulated GPU in secret/1, secret/2" in text
    assert text.count('class="ask"') == 64
    assert "the 32 sectors of 32 bytes that they touch" in text
    assert "lanes that meet in one take turns" in text
    assert not Elements(text).suspicious
    assert 'class="ask"' not in html_of(report)


class Elements(HTMLParser):
    """Counts the elements, and looks for what would fetch or run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.suspicious: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            outside = name in ("src", "href", "action", "data") and not (value or "").startswith("#")
            if outside or name.startswith("on") or name == "style":
                self.suspicious.append(f"<{tag} {name}={value}>")


def harm_in(text: str) -> list[str]:
    """What of the page is more than the page's own: foreign elements, handlers, addresses."""
    elements = Elements(text)
    foreign = ["<script>"] * (elements.tags.count("script") - 2) + ["<img>"] * elements.tags.count("img")
    return foreign + elements.suspicious


def test_nothing_of_a_solution_becomes_markup_and_nothing_is_fetched(report: Report) -> None:
    text = html_of(report)
    assert HARM not in text
    assert text.count("&lt;img src=x onerror=") > 5
    assert harm_in(text) == []


def test_a_template_that_does_not_escape_is_noticed(report: Report, tmp_path: Path) -> None:
    """The control of the test above: the same pages, spoiled in one place each."""
    for template, place in (
        ("matrix.html.j2", "row.file"),
        ("detail.html.j2", "test.stdout"),
        ("difference.html.j2", "line.before"),
    ):
        folder = tmp_path / template
        shutil.copytree(FOLDER, folder)
        good = (folder / template).read_text(encoding="utf-8")
        (folder / template).write_text(good.replace(f"{{{{ {place} }}}}", f"{{{{ {place} | safe }}}}"))
        assert harm_in(html_of(report, folder=folder)) != []


def test_without_autoescape_it_is_noticed_too(report: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = page.environment
    monkeypatch.setattr(page, "environment", lambda folder: environment(folder, autoescape=False))
    assert harm_in(html_of(report)) != []


def test_it_is_the_same_from_a_stored_report(report: Report, tmp_path: Path) -> None:
    (tmp_path / "report.json").write_text(as_json_text(report), encoding="utf-8")
    assert report_command([tmp_path / "report.json"], ReportFiles(html=tmp_path / "page.html")) == 0
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == html_of(report)


def test_it_is_the_same_from_a_compressed_report(tree: JudgeHost, report: Report, tmp_path: Path) -> None:
    files = ReportFiles(json=tmp_path / "report.json.gz", html=tmp_path / "page.html")
    files.write(report)
    content = (tmp_path / "report.json.gz").read_bytes()
    assert len(content) < len(as_json_text(report).encode()) / 2
    assert report_command([tmp_path / "report.json.gz"], ReportFiles(html=tmp_path / "again.html")) == 0
    assert (tmp_path / "again.html").read_bytes() == (tmp_path / "page.html").read_bytes()
    for damaged in (content[: len(content) // 2], b"no gzip"):
        (tmp_path / "bad.json.gz").write_bytes(damaged)
        with pytest.raises(JudgeError, match=r"bad\.json\.gz: "):
            report_command([tmp_path / "bad.json.gz"], ReportFiles(html=tmp_path / "again.html"))


def test_a_line_of_the_json_is_a_test(report: Report) -> None:
    lines = as_json_text(report).splitlines()
    assert json.loads("\n".join(lines)) == as_json(report)
    tests = sum(len(result.tests) for _, result in report.results)
    assert (
        sum(line.lstrip().startswith('{"name": "secret/') and '"facts": {' in line for line in lines) == tests
    )


def test_what_was_skipped_is_told_with_its_reason_once(report: Report) -> None:
    def skip(content: Any) -> None:
        for result in content["problems"][0]["results"][:3]:
            result.update(verdict="SKIP", reason="no Python here", tests=[])

    report = changed(report, skip)
    assert summary_of(report).skips == (("3 solutions", "no Python here"), ("1 solution", "no GPU here"))
    assert "<b>3 solutions</b>: no Python here" in html_of(report)


def test_the_head_counts_runs_and_skipped_runs_apart(report: Report) -> None:
    results = [result for _, result in report.results]
    tests = [test for result in results for test in result.tests]
    skipped = sum(test.verdict is Verdict.SKIP for test in tests)
    left_out = sum(len(result.tests_left_out) for result in results)
    repeated = sum(test.repetitions.count - 1 for test in tests if test.repetitions and test.runs)
    assert min(skipped, left_out, repeated) > 0
    gauges = {gauge.name.replace("runs", "run"): gauge.value for gauge in summary_of(report).gauges}
    assert gauges["run skipped"] == str(skipped + left_out)
    assert gauges["run"] == str(len(tests) - skipped + repeated)

    def accept(content: Any) -> None:
        for result in content["problems"][0]["results"]:
            result["tests_left_out"] = []
            for test in result["tests"]:
                test["verdict"] = "AC"

    gauges_of_all = summary_of(changed(report, accept)).gauges
    assert not any("skipped" in gauge.name and "run" in gauge.name for gauge in gauges_of_all)


def test_a_glance_has_no_empty_column(report: Report) -> None:
    def double(content: Any) -> None:
        content["problems"] = [content["problems"][0], {**content["problems"][0], "id": "second"}]

    def empty(content: Any) -> None:
        for each in content["problems"]:
            each["comparison"] = {**each["comparison"], "rows": []}
            each["results"] = [{**result, "tests": []} for result in each["results"]]

    two = changed(report, double)
    assert '<th scope="col">closest to the hardware</th>' in html_of(two)
    text = html_of(changed(two, empty))
    assert '<th scope="col">solutions</th>' in text
    assert '<th scope="col">closest to the hardware</th>' not in text


def test_the_first_difference_is_shown_line_by_line(report: Report) -> None:
    text = html_of(report)
    assert text.count('<div class="difference">') == 1, "only where the place of the difference is known"
    for part in (
        f"First difference: line 8, column {len(HARM) + 2} of the output; 3 tokens before it are right",
        '<span class="number">7</span> 4 5\n',
        '<span class="number">8</span> 4 5<mark class="end"> it ends here </mark>',
        "<figcaption>Output: line 8, marked: &lt;img",
        "<mark>&lt;img",
    ):
        assert part in text, part


def test_what_was_emulated_is_marked_and_what_it_found_is_told(report: Report) -> None:
    text = html_of(report)
    for part in (
        "<small>emulated</small>",
        "2 found",
        'data-device="emulated"',
        'data-f="emulated, not timed"',
        "<code>emulated.cu:12</code>",
        "kernel add&lt;int&gt;, block (1, 0, 0), thread (5, 2, 0): write of 4 bytes",
        "which could forge it",
        "2 tests too large to emulate: secret/08-long, secret/09-longer",
        "<dt>of them emulated</dt><dd>1</dd>",
    ):
        assert part in text, part
    charts = text.partition('<div class="charts">')[2]
    assert "emulated.cu" not in charts
    assert "untraced.cu" in charts


def test_it_says_what_was_judged_and_where(report: Report) -> None:
    text = html_of(report)
    for part in (
        "<title>2 not as expected - Warp Judge</title>",
        "judge verify --html report.html",
        "2026-11-21 14:00:00 UTC",
        "Xeon &amp; Sons 8480C",
        "NVIDIA H200",
        "damaged test data: testdata/double/secret/01-zero.in: missing",
        "accepted/not_utf8_\\xff.cpp",
        LONG_NAME.partition("/")[2],
        "cudaFree failed 2 times with cudaErrorInvalidValue (1), and the program continued.",
        "tiled&lt;16&gt;(float const*",
        "The GPU wins: whole program not on these tests; compute only from 1,000 multiply-adds.",
    ):
        assert part in text, part


@pytest.mark.parametrize(
    ("verdict", "emulated", "title"),
    [
        ("AC", False, "Accepted: twice.cpp"),
        ("WA", False, "Wrong answer: twice.cpp"),
        ("WA", True, "Wrong answer, emulated: twice.cpp"),
        ("SKIP", True, "Skipped: cannot run here: twice.cpp"),
    ],
)
def test_of_one_submission_the_verdict_is_the_headline(
    report: Report, verdict: str, emulated: bool, title: str
) -> None:
    def leave_one(content: Any) -> None:
        problem = content["problems"][0]
        one = next(each for each in problem["results"] if each["name"] == "accepted/tiles.cu")
        one.update(name="accepted/twice.cpp", verdict=verdict, as_expected=verdict == "AC", emulated=emulated)
        problem["results"] = [one]
        content.update(damaged_test_data=[], passed=verdict == "AC")

    assert summary_of(changed(report, leave_one)).headline == title


def test_a_machine_without_a_gpu_and_without_ceilings(tree: JudgeHost, tmp_path: Path) -> None:
    files = ReportFiles(json=tmp_path / "report.json", html=tmp_path / "page.html")
    assert verify(tree, Choice(), files) == 0
    text = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "<title>All as expected - Warp Judge</title>" in text
    assert "judge calibrate" in text
    assert "judge/judge calibrate" not in text, "where it is read the judge may lie elsewhere"
    assert "Ceilings of" not in text
    assert harm_in(text) == []
    assert json.loads((tmp_path / "report.json").read_bytes())["problems"][0]["comparison"]["missing"]


def test_a_large_report_stays_small(report: Report) -> None:
    """The report is as large as a whole `verify`: seven problems, each with 23 solutions and 60 tests."""
    names = [f"secret/{number:02}-a-test-of-a-usual-name" for number in range(60)]

    def enlarge(content: Any) -> None:
        problem = content["problems"][0]
        test = problem["results"][1]["tests"][0]
        problem["tests"] = [{**problem["tests"][0], "name": name} for name in names]
        result = {**problem["results"][1], "tests": [{**test, "name": name} for name in names]}
        problem["results"] = [{**result, "name": f"accepted/solution_{number}.cpp"} for number in range(23)]
        content["problems"] = [{**problem, "id": f"problem-{number}"} for number in range(7)]

    assert len(html_of(changed(report, enlarge)).encode()) < 2_000_000


def test_stored_files_that_are_no_report(tmp_path: Path) -> None:
    stored, html = tmp_path / "stored.json", ReportFiles(html=tmp_path / "page.html")
    for text, message in (
        ("{", "is not JSON"),
        ("[]", "does not match judge/reports/report.schema.json: Expected `object`"),
        ("{}", "expected a report of format_version 5, found None"),
        ('{"format_version": 4}', "found 4"),
        (
            '{"format_version": 5}',
            "does not match judge/reports/report.schema.json: Object missing required field",
        ),
    ):
        stored.write_text(text)
        with pytest.raises(JudgeError, match=re.escape(message)):
            report_command([stored], html)
    with pytest.raises(JudgeError, match="No such file"):
        report_command([tmp_path / "nowhere.json"], html)
    with pytest.raises(JudgeError, match="nothing to write"):
        report_command([stored], ReportFiles())
    assert not (tmp_path / "page.html").exists()


def test_files_that_cannot_be_written_are_told_before_judging(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "no-folder/page.html"):
        with pytest.raises(JudgeError, match=r"is a folder|does not exist"):
            ReportFiles(html=file)
    with pytest.raises(JudgeError, match="needs its own file"):
        ReportFiles(json=tmp_path / "report", html=tmp_path / "report")


def test_figures_have_three_digits_and_a_fitting_unit() -> None:
    assert [time_text(ns) for ns in (0, 999, 1234, 999_600, 12_345_678, 999_960_000, 61e9)] == [
        "0 ns",
        "999 ns",
        "1.23 µs",
        "1.00 ms",
        "12.3 ms",
        "1.00 s",
        "61 s",
    ]
    assert bytes_text(1536) == "1.50 KiB"
    counts = [count_text(count) for count in (9999, 16_777_216, 9e14, 2**64 - 1)]
    assert counts == ["9999", "16.8 M", "900 T", "1.84e19"]
    assert (duration_text(12.34), duration_text(59.9), duration_text(662), duration_text(7260)) == (
        "12.3 s", "1 min 0 s", "11 min 2 s", "2 h 1 min",
    )  # fmt: skip


def test_a_logarithmic_axis_has_whole_decades_and_keeps_values_on_it() -> None:
    axis = log_scale([2e6, 3e8])
    assert (axis.first, axis.last) == (6, 9)
    assert [tick.label for tick in axis.ticks(time_text)] == ["1 ms", "10 ms", "100 ms", "1 s"]
    assert [axis.at(value) for value in (1e6, 1e9, 0, 1e5, 1e12)] == [0, 100, 0, 0, 100]
    assert axis.at(10**7.5) == pytest.approx(50)
    assert log_scale([1000.0]).first < log_scale([1000.0]).last
    assert log_scale([]).at(1) == 0


def test_a_winner_is_named_only_beyond_doubt(report: Report) -> None:
    def decide(content: Any) -> None:
        last = content["problems"][0]["comparison"]["rows"][-1]
        last["whole_program"] = {"ratio": 0.25, "winner": "cpu"}
        last["compute"] = {"ratio": 1.1, "winner": None}

    comparison = changed(report, decide).problems[0].comparison
    chart = cpu_against_gpu(comparison)
    assert chart is not None
    assert chart.groups[-1].finding == "whole program: CPU 4.0x; compute only: tie"
    assert {bar.device for bar in chart.groups[-1].bars} == {"CPU", "GPU"}
    assert "compute only from " in comparison_caption(comparison)
    nothing = comparison_of((), "no GPU here")
    assert cpu_against_gpu(nothing) is None
    assert comparison_caption(nothing) == "no GPU here"


def test_parts_of_a_bar_lie_side_by_side_and_fill_it(report: Report) -> None:
    rows = split_rows(report.problems[0])
    assert [row.label for row in rows][:3] == ["cpu-blocked", "gpu-tiled", "gpu-texture"]
    for row in rows:
        end = 0.0
        for part in row.segments:
            assert part.start == pytest.approx(end, abs=0.01)
            end = part.start + part.width
        assert end == pytest.approx(100, abs=0.1)


def test_the_roofline_keeps_points_in_the_plot_and_labels_apart(report: Report) -> None:
    plot = roofline_of(report.problems[0], report.ceilings)
    assert plot is not None
    assert {point.label for point in plot.points} >= {"cpu-blocked", "gpu-tiled"}
    for point in plot.points:
        assert LEFT <= point.x <= RIGHT
        assert TOP <= point.y <= BOTTOM
    heights = sorted(point.label_y for point in plot.points)
    assert all(lower - upper >= 13.9 for upper, lower in pairwise(heights))
    # 2 operations to 0.12 bytes: right of the GPU's ridge at 15; the roof is flat there.
    by_name = {point.label: point for point in plot.points}
    assert by_name["gpu-tiled"].y > min(roof.y for roof in plot.roofs)
    assert "4 TFLOP/s at 16.7 FLOP per byte" in by_name["gpu-tiled"].text


def test_no_label_of_the_roofline_lies_on_another_point(report: Report) -> None:
    (moved, *_) = shares_of(report.problems[0])

    def move(content: Any) -> None:
        """Twice the bytes: the first solution's point is farther to the left than the others."""
        problem = content["problems"][0]
        (work,) = [test for test in problem["tests"] if test["name"] == moved.work.name]
        elsewhere = {**work, "name": "secret/elsewhere", "least_bytes": 2 * work["least_bytes"]}
        problem["tests"].append(elsewhere)
        (result,) = [each for each in problem["results"] if each["name"] == moved.result.name]
        (test,) = [each for each in result["tests"] if each["name"] == moved.work.name]
        result["tests"] = [{**test, "name": "secret/elsewhere"}]

    plot = roofline_of(changed(report, move).problems[0], report.ceilings)
    assert plot is not None
    at = {point.label: point for point in plot.points}
    left = at.pop(moved.result.name)
    assert left.to_the_left
    assert at
    for point in at.values():
        assert left.x < point.x
        assert not point.to_the_left
        assert point.x + 7 * len(point.label) < RIGHT


def test_there_is_no_roofline_without_operations(report: Report) -> None:
    def forget(content: Any) -> None:
        for test in content["problems"][0]["tests"]:
            test["flop"] = 0

    assert roofline_of(changed(report, forget).problems[0], report.ceilings) is None


def test_a_roofline_without_ceilings_has_points_alone(report: Report) -> None:
    plot = roofline_of(report.problems[0], None)
    assert plot is not None
    assert plot.points
    assert plot.roofs == ()


def test_columns_are_numbered_as_their_tests_are(report: Report) -> None:
    names = ("sample/01-three", "secret/01-zero", "secret/strange")
    columns = columns_of(replace(report.problems[0], tests=tuple(WorkOfTest(name) for name in names)))
    assert [(column.label, column.begins_group) for column in columns] == [
        ("01", True),
        ("01", True),
        ("3", False),
    ]


@pytest.mark.parametrize(("failing", "passing", "opened"), [(1, 0, 1), (1, 1, 1), (2, 0, 0), (0, 1, 0)])
def test_the_only_failure_is_open_from_the_first(
    report: Report, failing: int, passing: int, opened: int
) -> None:
    text = html_of(_with_results(report, failing, passing))
    assert text.count('aria-expanded="true"') == text.count('<tr class="detail open"') == opened
    assert text.count('aria-expanded="false"') == failing + passing - opened


@pytest.mark.parametrize(("failing", "passing"), [(1, 0), (0, 1), (1, 1)])
def test_one_solution_alone_needs_no_filters(report: Report, failing: int, passing: int) -> None:
    text = html_of(_with_results(report, failing, passing))
    assert ('<form class="filters"' in text) == (failing + passing > 1)


def _with_results(report: Report, failing: int, passing: int) -> Report:
    """One problem, with so many results that are not as expected, and that are."""
    problem = report.problems[0]
    one_bad = next(result for result in problem.results if not result.as_expected)
    bad = [replace(one_bad, name=f"accepted/{number}.cpp") for number in range(failing)]
    good = [result for result in problem.results if result.as_expected][:passing]
    return replace(report, problems=(replace(problem, results=(*bad, *good)),))
