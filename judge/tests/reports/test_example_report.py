"""The example that the README shows: its data are a valid report, and its page tells of the same run."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from judge.project.paths import this_project
from judge.reports.files import read_report
from judge.reports.html.summary import summary_of

ROOT = this_project().root
FOLDER = ROOT / "docs/examples"


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    return read_report(FOLDER / "h200-verify.json.gz")


def test_the_data_are_a_report_of_this_format(data: dict[str, Any]) -> None:
    schema = json.loads((ROOT / "judge/report.schema.json").read_bytes())
    Draft202012Validator(schema).validate(data)


def test_everything_was_judged_on_a_gpu_as_expected(data: dict[str, Any]) -> None:
    assert data["passed"]
    assert data["machine"]["gpu"] == "NVIDIA H200"
    assert {problem["id"] for problem in data["problems"]} == {
        file.parent.name for file in ROOT.glob("problems/*/problem.yaml")
    }
    results = [result for problem in data["problems"] for result in problem["results"]]
    assert not any(result["emulated"] or result["verdict"] == "SKIP" for result in results)


def test_the_page_tells_of_the_same_run(data: dict[str, Any]) -> None:
    page = (FOLDER / "h200-verify.html").read_text(encoding="utf-8")
    assert f'<time datetime="{data["date"]}">' in page
    assert data["command"] in page
    for gauge in summary_of(data).gauges:
        assert f"<dt>{gauge.name}</dt><dd>{gauge.value}</dd>" in page
