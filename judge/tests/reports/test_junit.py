"""JUnit XML: read back as a CI system does, it says what the report says."""

from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from judge.commands.verify import verify
from judge.judging.selection import Choice
from judge.judging.verdicts import Verdict
from judge.project.host import JudgeHost
from judge.reports.files import ReportFiles
from judge.reports.junit import junit_of
from judge.reports.model import Report
from judge.tests.report_samples import HARM, changed, everything

pytestmark = pytest.mark.built

# What Jenkins' junit-10.xsd lets in, of what is used here: the children and the attributes of each element.
CHILDREN = {
    "testsuites": {"testsuite"},
    "testsuite": {"properties", "testcase"},
    "properties": {"property"},
    "property": set(),
    "testcase": {"skipped", "failure", "error", "system-out"},
    "skipped": set(),
    "failure": set(),
    "error": set(),
    "system-out": set(),
}
REQUIRED = {
    "testsuites": {"name", "time", "tests", "failures", "errors"},
    "testsuite": {"name", "timestamp", "time", "tests", "failures", "errors", "skipped"},
    "property": {"name", "value"},
    "testcase": {"classname", "name", "time"},
    "skipped": {"message"},
    "failure": {"message", "type"},
    "error": {"message", "type"},
}


def read(text: str) -> ElementTree.Element:
    """The document, held to the structure and to its own counts."""
    root = ElementTree.fromstring(text)
    assert root.tag == "testsuites"
    for element in root.iter():
        assert {child.tag for child in element} <= CHILDREN[element.tag]
        assert set(element.attrib) == REQUIRED.get(element.tag, set())
    for parent in (root, *root):
        cases = list(parent.iter("testcase"))
        assert int(parent.attrib["tests"]) == len(cases) > 0
        for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            if key in parent.attrib:
                assert int(parent.attrib[key]) == sum(case.find(tag) is not None for case in cases)
    return root


def cases(root: ElementTree.Element) -> dict[str, ElementTree.Element]:
    return {case.attrib["name"]: case for case in root.iter("testcase")}


def test_verify_where_all_is_as_expected(tree: JudgeHost, tmp_path: Path) -> None:
    files = ReportFiles(junit=tmp_path / "junit.xml")
    assert verify(tree, Choice(), files) == 0
    root = read((tmp_path / "junit.xml").read_text(encoding="utf-8"))
    assert [suite.attrib["name"] for suite in root] == ["double"]
    assert (root.attrib["failures"], root.attrib["errors"]) == ("0", "0")
    found = cases(root)
    assert float(found["cpu-add"].attrib["time"]) > 0
    assert found["cpu-add"].attrib["classname"] == "double"
    assert len(found["cpu-add"]) == 0
    skipped = found["gpu-add"].find("skipped")
    assert skipped is not None
    assert "no GPU here" in skipped.attrib["message"]
    assert "WA, as expected: " in found["wrong_answer/overflow.cpp"].findtext("system-out", "")


def test_what_is_not_as_expected_fails_with_its_reason(tree: JudgeHost, tmp_path: Path) -> None:
    program = tree.installation.build / "double"
    program.write_text(program.read_text().replace("number + number)", "number + number + (number == 0))"))
    (tree.installation.root / "testdata/double/sample/01-three.ans").write_text("7\n")
    files = ReportFiles(junit=tmp_path / "junit.xml")
    assert verify(tree, Choice(solvers=("cpu-add",)), files) == 1
    root = read((tmp_path / "junit.xml").read_text(encoding="utf-8"))
    failure = cases(root)["cpu-add"].find("failure")
    assert failure is not None
    assert failure.attrib["type"] == "WA"
    assert failure.attrib["message"].startswith("expected AC, found WA: sample/01-three: line 1, token 1")
    assert "secret/01-zero: WA line 1, token 1: expected 0, found 1" in (failure.text or "")
    damaged = root.find("testsuite[@name='test data']/testcase/error")
    assert damaged is not None
    assert "01-three.ans" in damaged.attrib["message"]


@pytest.fixture
def report(tree: JudgeHost, monkeypatch: pytest.MonkeyPatch) -> Report:
    return everything(tree, monkeypatch)


def test_the_judges_own_fault_is_an_error(report: Report) -> None:
    found = cases(read(junit_of(report)))["accepted/je.py"]
    error = found.find("error")
    assert error is not None
    assert error.attrib["type"] == "JE"


def test_a_compiler_message_is_the_text_of_the_failure(report: Report) -> None:
    assert report.problems[0].results[-1].verdict is Verdict.CE
    unlike = changed(report, lambda content: content["problems"][0]["results"][-1].update(as_expected=False))
    failure = cases(read(junit_of(unlike)))["compile_error/refused.cpp"].find("failure")
    assert failure is not None
    assert failure.text == f"refused.cpp:1: error: {HARM}"


def test_what_the_emulated_gpu_found_is_told_and_its_time_is_not(report: Report) -> None:
    case = cases(read(junit_of(report)))["accepted/emulated.cu"]
    assert case.attrib["time"] == "0.000"
    reported = case.findtext("system-out", "").splitlines()
    assert reported[:2] == [
        "AC, as expected: 2 tests too large to emulate: secret/08-long, secret/09-longer",
        "emulated, not timed",
    ]
    assert reported[2].startswith(
        "found (the program could forge it): out-of-bounds at emulated.cu:12 (secret/"
    )
    assert report.problems[0].results[5].name == "accepted/emulated.cu"
    unlike = changed(report, lambda content: content["problems"][0]["results"][5].update(as_expected=False))
    failure = cases(read(junit_of(unlike)))["accepted/emulated.cu"].find("failure")
    assert failure is not None
    assert "out-of-bounds at emulated.cu:12" in (failure.text or "")


def test_what_a_sanitizer_found_is_told(report: Report) -> None:
    def find(content: Any) -> None:
        emulated, plain = content["problems"][0]["results"][5], content["problems"][0]["results"][-2]
        assert plain["name"] == "accepted/je.py"
        found = {"kind": "heap-buffer-overflow", "file": "je.c", "line": 3}
        plain["findings"] = [{**emulated["findings"][0], **found}]

    for made, count in ((report, 0), (changed(report, find), 1)):
        error = cases(read(junit_of(made)))["accepted/je.py"].find("error")
        assert error is not None
        assert (error.text or "").count("heap-buffer-overflow at je.c:3") == count
        assert "not timed" not in (error.text or "")


def test_markup_and_what_xml_forbids_come_back_as_text(report: Report) -> None:
    odd = {"name": "a\0b\x1b\ufffe]]>&<", "reason": "\x08 \U0001f600", "as_expected": False}
    found = cases(
        read(junit_of(changed(report, lambda content: content["problems"][0]["results"][0].update(odd))))
    )
    assert f"wrong_answer/{HARM}.cpp" in found
    failure = found["a\\x00b\\x1b\ufffd]]>&<"].find("failure")
    assert failure is not None
    assert failure.attrib["message"].endswith("\\x08 \U0001f600")


def test_the_check_itself_notices_a_wrong_count_and_a_strange_element(report: Report) -> None:
    text = junit_of(report)
    wrong_count = text.replace("<testcase ", "<other ", 1).replace("</testcase>", "</other>", 1)
    for bad in (text.replace('failures="', 'failures="1', 1), wrong_count):
        with pytest.raises((AssertionError, KeyError, ElementTree.ParseError)):
            read(bad)
