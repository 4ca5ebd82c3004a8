"""judge/reports/report.schema.json: it describes every field, real reports are as it says, and others are not."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jsonschema import Draft202012Validator

from judge.base.records import as_json
from judge.commands.options.verify import VerifyOptions
from judge.commands.submit import submit
from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.judging.verdicts import LIMIT_VERDICTS, Verdict
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles, as_json_text, read_report
from judge.reports.model import FORMAT_VERSION
from judge.reports.schema import FILE, schema_text
from judge.tests.report_samples import changed, everything

pytestmark = pytest.mark.built

SCHEMA: dict[str, Any] = json.loads(FILE.read_bytes())
VALIDATOR = Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)
FILL_MEMORY = "blocks = []\nwhile True:\n    blocks.append(b'x' * (16 << 20))\n"
FLOOD_OUTPUT = "while True:\n    print('x' * 65536)\n"


def faults(report: Any) -> list[str]:
    """The faults of a report's JSON."""
    return [f"{error.json_path}: {error.message[:200]}" for error in VALIDATOR.iter_errors(report)]


def verdicts_in(report: Any) -> set[str]:
    results = [result for problem in report["problems"] for result in problem["results"]]
    return {result["verdict"] for result in results}


def test_it_is_a_schema_of_this_format() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$defs"]["Report"]["properties"]["format_version"]["enum"] == [FORMAT_VERSION]


def test_it_is_what_the_classes_say() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_text(), "write it again: python -m judge.reports.schema"


def objects_in(node: object) -> Iterator[dict[str, Any]]:
    """All parts of the schema that describe an object."""
    if isinstance(node, dict):
        if "properties" in node and node.get("type") == "object":
            yield node
        node = list(node.values())
    if isinstance(node, list):
        for each in node:
            yield from objects_in(each)


def test_every_field_is_described_and_required_and_no_other_is_let_in() -> None:
    found = list(objects_in(SCHEMA))
    assert len(found) > 20
    for each in found:
        assert each["required"] == list(each["properties"])
        assert each["additionalProperties"] is False
        for name, field in each["properties"].items():
            assert field.get("description"), name
        assert each["description"]


def test_every_time_names_its_unit() -> None:
    times = [
        (name, field["description"].lower())
        for each in objects_in(SCHEMA)
        for name, field in each["properties"].items()
        if name.endswith("_ns") and field.get("type") == "integer"
    ]
    assert len(times) > 5
    assert [name for name, description in times if "in ns" not in description] == []


def test_it_knows_the_verdicts_and_outcomes_of_the_code() -> None:
    assert set(SCHEMA["$defs"]["Verdict"]["enum"]) == {verdict.code for verdict in Verdict}
    outcomes = set(SCHEMA["$defs"]["ReportedFacts"]["properties"]["outcome"]["enum"])
    assert outcomes == {*LIMIT_VERDICTS, "exited", "signaled", "ended-by-caller", "start-failed"}


def test_a_real_report_with_every_verdict_that_a_solution_can_earn(tree: JudgeHost, tmp_path: Path) -> None:
    submissions = tree.installation.root / "problems/double/submissions"
    yaml = submissions.parent / "problem.yaml"
    yaml.write_text(
        yaml.read_text().replace("memory: 256", "memory: 64")
    )  # filled long before the time limit
    for folder, source in (("memory_limit_exceeded", FILL_MEMORY), ("output_limit_exceeded", FLOOD_OUTPUT)):
        (submissions / folder).mkdir()
        (submissions / folder / "endless.py").write_text(source)
    assert verify(tree, Choice(), ReportFiles(tmp_path / "report.json")) == 0
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert faults(report) == []
    assert verdicts_in(report) == {verdict.code for verdict in Verdict} - {"JE", "PA", "CLE"}


def test_a_real_report_of_a_judge_that_failed(tree: JudgeHost, tmp_path: Path) -> None:
    (tree.installation.build / "compare").unlink()
    (tree.installation.build / "compare").symlink_to("/bin/false")
    for answer in tree.installation.committed_data("double").glob(
        "*/*.ans"
    ):  # an output of the same bytes needs no validator
        answer.write_text(answer.read_text().replace("\n", " \n"))
    assert (
        verify(
            tree, Choice(solvers=("cpu-add",)), ReportFiles(tmp_path / "report.json"), VerifyOptions(repeat=2)
        )
        == 1
    )
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert faults(report) == []
    assert verdicts_in(report) == {"JE"}


def test_a_real_report_of_submit(tree: JudgeHost, tmp_path: Path) -> None:
    (tree.installation.root / "mine.py").write_text("print(2 * int(input()))\n")
    files = ReportFiles(tmp_path / "report.json")
    assert submit(tree, "double", str(tree.installation.root / "mine.py"), files=files) == 0
    report = json.loads((tmp_path / "report.json").read_bytes())
    assert faults(report) == []
    assert report["machine"]["cores"] >= 1


def test_a_wrong_answer_has_its_first_difference(tree: JudgeHost, tmp_path: Path) -> None:
    (tree.installation.root / "mine.py").write_text("print(6)\n")
    files = ReportFiles(tmp_path / "report.json")
    assert submit(tree, "double", str(tree.installation.root / "mine.py"), files=files) == 1
    stored = json.loads((tmp_path / "report.json").read_bytes())
    assert faults(stored) == []
    right, wrong = stored["problems"][0]["results"][0]["tests"]
    assert right["difference"] is None
    assert (wrong["verdict"], wrong["difference"]["line"], wrong["difference"]["column"]) == ("WA", 1, 1)
    found = wrong["difference"]["found"]
    assert found == {"first_line": 1, "lines": ["6"], "marked": 0, "before": 0, "length": 1}
    assert read_report(tmp_path / "report.json").problems[0].results[0].tests[1].difference is not None


def test_a_report_of_before_there_were_differences_is_read(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    stored = as_json(everything(tree, monkeypatch))
    for result in stored["problems"][0]["results"]:
        for test in result["tests"]:
            del test["difference"]
    (tmp_path / "report.json").write_text(json.dumps(stored), encoding="utf-8")
    read = read_report(tmp_path / "report.json").problems[0].results
    assert not any(test.difference for result in read for test in result.tests)


def test_a_report_with_everything(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    report = everything(tree, monkeypatch)
    stored = json.loads(as_json_text(report))
    assert faults(stored) == []
    (tmp_path / "report.json").write_text(as_json_text(report), encoding="utf-8")
    assert read_report(tmp_path / "report.json") == report, "the pages of both are the same"
    problem = stored["problems"][0]
    assert problem["comparison"]["rows"]
    assert {test["flop"] for test in problem["tests"]} == {2_000, 2_000_000, 2_000_000_000}
    assert verdicts_in(stored) == {verdict.code for verdict in Verdict}
    assert "accepted/not_utf8_\\xff.cpp" in [result["name"] for result in problem["results"]]


def test_a_share_is_of_the_ceiling_that_binds(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> None:
    results = everything(tree, monkeypatch).problems[0].results
    share = results[1].tests[2].share  # gpu-tiled: 2 GFLOP, 120 MB, kernels of 0.5 ms
    assert share is not None
    assert share.binding == "fma32"
    assert share.achieved_gflops == pytest.approx(4000)
    assert share.share == pytest.approx(4000 / 63_700)
    assert share.time_of == "kernels"


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda report: report.pop("machine"), "'machine' is a required property"),
        (lambda report: report.update(format_version=4), "4 is not one of [5]"),
        (lambda report: report.update(mood="good"), "'mood' was unexpected"),
        (lambda report: report["problems"][0]["results"][0].update(verdict="OK"), "'OK' is not one of"),
        (lambda report: report["problems"][0]["results"][0]["tests"][0]["facts"].pop("wall_ns"), "'wall_ns'"),
        (lambda report: report.update(duration_s=-1), "less than the minimum"),
        (lambda report: report.update(problems=None), "None is not of type 'array'"),
        (lambda report: report["isolations"][0].update(in_force=None), "None is not of type 'array'"),
        (lambda report: report["isolations"][0].update(missing=None), "None is not of type 'array'"),
        (lambda report: report["problems"][0]["comparison"]["rows"][0]["cpu"].pop("runs"), "'runs'"),
    ],
)
def test_other_reports_are_refused(
    tree: JudgeHost, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Any], object], fault: str
) -> None:
    report = everything(tree, monkeypatch)
    content = as_json(report)
    assert faults(content) == []
    spoil(content)
    assert any(fault in found for found in faults(content)), faults(content)
    with pytest.raises(msgspec.ValidationError):
        changed(report, spoil)
