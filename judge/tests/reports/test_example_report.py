"""The example that the README shows: its data are a valid report, and its page shows the same run."""

import gzip
import json

import pytest

from judge.project.installation import this_installation
from judge.reports.files import as_json_text, read_report
from judge.reports.html.summary import summary_of
from judge.reports.model import Report

ROOT = this_installation().root
FOLDER = ROOT / "docs/examples"


@pytest.fixture(scope="module")
def report() -> Report:
    """Read as strictly as any."""
    return read_report(FOLDER / "h200-verify.json.gz")


def test_it_is_written_as_it_was_read(report: Report) -> None:
    stored = json.loads(gzip.decompress((FOLDER / "h200-verify.json.gz").read_bytes()))
    newer_keys: dict[str, list[str] | None] = {"problems_left_out": [], "submission": None}
    for problem in stored["problems"]:
        for result in problem["results"]:
            assert "points" not in result, "newer"
            assert "gpus_failed" not in result, "newer"
            assert "counted" not in result, "newer"
            result |= {"counted": None, "points": None, "most_points": None, "groups": [], "gpus_failed": []}
            for test in result["tests"]:
                assert "difference" not in test, "newer"
                assert "transcript" not in test, "newer"
                assert "repeated_time" not in test, "newer"
                test |= {"difference": None, "transcript": "", "points": None, "repeated_time": None}
                if test["phases"] and test["phases"]["gpu"]:
                    assert "hidden_start_up_ns" not in test["phases"]["gpu"], "newer"
                    test["phases"]["gpu"]["hidden_start_up_ns"] = 0
    assert json.loads(as_json_text(report)) == stored | newer_keys


def test_everything_was_judged_on_a_gpu_as_expected(report: Report) -> None:
    assert report.passed
    assert report.machine
    assert report.machine.gpu == "NVIDIA H200"
    # A problem that was added since is missing from it: only a machine with a GPU can make it again.
    assert {problem.id for problem in report.problems} <= {
        file.parent.name for file in ROOT.glob("problems/*/problem.yaml")
    }
    assert len(list(report.results)) > 100
    assert not any(result.emulated or result.is_skipped for _, result in report.results)


def test_the_page_is_of_the_same_run(report: Report) -> None:
    page = (FOLDER / "h200-verify.html").read_text(encoding="utf-8")
    assert f'<time datetime="{report.date}">' in page
    assert report.command in page
    gauges = summary_of(report).gauges
    assert gauges
    for gauge in gauges:
        assert f"<dt>{gauge.name}</dt><dd>{gauge.value}</dd>" in page
