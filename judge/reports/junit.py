"""The report as JUnit XML, which CI systems read: one suite per problem, one case per solution.

The elements and attributes are those that Jenkins' and GitLab's readers know (Jenkins' junit-10.xsd): an unexpected
result is a failure, an internal error of the judge an error, a solution that could not run here is skipped. An
expected result passes, whatever its verdict.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from xml.etree import ElementTree

from judge.base.records import as_json
from judge.base.text import harmless
from judge.judging.verdicts import Verdict
from judge.problems.device import NOT_TIMED
from judge.reports.model import Report, SolutionReport

FORBIDDEN = re.compile("[\ufffe\uffff]")
"""Other forbidden characters are escaped as harmful anyway."""
DATA_SUITE = "test data"
LEFT_OUT_SUITE = "problems left out"
INTERRUPTED = "interrupted"


def junit_of(*reports: Report) -> str:
    """The whole document."""
    root = ElementTree.Element("testsuites", name="Warp Judge")
    judged = Counter(problem.id for report in reports for problem in report.problems)
    for number, report in enumerate(reports, start=1):
        again = {problem_id for problem_id, count in judged.items() if count > 1}
        _add_suites(root, report, {problem_id: f"{problem_id} (report {number})" for problem_id in again})
    for key in ("tests", "failures", "errors"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    root.set("time", f"{sum(report.duration_s for report in reports):.3f}")
    ElementTree.indent(root)
    return str(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True), "utf-8") + "\n"


def _add_suites(root: ElementTree.Element, report: Report, names: Mapping[str, str]) -> None:
    """`names`: of problems that other reports have, too. Readers treat cases with the same name as the same case."""
    timestamp = report.date.partition("+")[0]
    for problem in report.problems:
        name = names.get(problem.id, problem.id)
        suite = ElementTree.SubElement(root, "testsuite", name=_clean(name), timestamp=timestamp)
        _add_properties(suite, report)
        for result in problem.results:
            _add_case(suite, name, result)
        _count(suite)
    damaged = [(line, line) for line in report.damaged_test_data]
    _add_other(root, timestamp, DATA_SUITE, damaged, "error", type="damaged test data")
    left_out = [
        (name, reason) for name, _, reason in (one.partition(": ") for one in report.problems_left_out)
    ]
    _add_other(root, timestamp, LEFT_OUT_SUITE, left_out, "skipped")
    interrupted = [(INTERRUPTED, report.interrupted.text)] if report.interrupted else []
    _add_other(root, timestamp, INTERRUPTED, interrupted, "error", type=INTERRUPTED)


def _add_other(
    root: ElementTree.Element,
    timestamp: str,
    name: str,
    cases: Sequence[tuple[str, str]],
    tag: str,
    **attributes: str,
) -> None:
    """Adds a suite of what is no solution, if there are any cases: each a name and a message, which the tag has."""
    if not cases:
        return
    suite = ElementTree.SubElement(root, "testsuite", name=name, timestamp=timestamp)
    for case_name, message in cases:
        case = ElementTree.SubElement(suite, "testcase", classname=name, name=_clean(case_name), time="0")
        ElementTree.SubElement(case, tag, {"message": _clean(message), **attributes})
    _count(suite)


def _add_properties(suite: ElementTree.Element, report: Report) -> None:
    setting = {
        "command": report.command,
        "version": report.version,
        "isolation": report.isolation,
        **(as_json(report.machine) if report.machine else {"judged at": report.place}),
    }
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in setting.items():
        if value is not None:
            ElementTree.SubElement(properties, "property", name=name, value=_clean(str(value)))


def _add_case(suite: ElementTree.Element, class_name: str, result: SolutionReport) -> None:
    """Adds a case. Its time is that of all its timed runs; an emulated one has none."""
    wall_ns = sum(test.facts.wall_ns for test in result.tests if test.timed)
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=_clean(class_name),
        name=_clean(result.name),
        time=f"{wall_ns / 1e9:.3f}",
    )
    verdict, reason = result.verdict, _clean(result.reason)
    if result.as_expected and result.is_skipped:
        ElementTree.SubElement(case, "skipped", message=reason)
    elif not result.as_expected:
        kind = "error" if verdict is Verdict.JE else "failure"
        message = f"expected {result.expected.code}, found {verdict.code}: {reason}"
        ElementTree.SubElement(case, kind, message=message, type=verdict.code).text = _details(result)
    else:
        lines = [f"{verdict.code}, as expected: {reason}"] if reason else []
        if lines := [*lines, *_found(result)]:
            ElementTree.SubElement(case, "system-out").text = "\n".join(lines)


def _found(result: SolutionReport) -> list[str]:
    """Lines about the emulated GPU, and about findings there or of a sanitizer."""
    return [
        *([NOT_TIMED] if result.emulated else []),
        *(f"found (the program could forge it): {_clean(found.text)}" for found in result.findings),
    ]


def _details(result: SolutionReport) -> str:
    """The compiler's message, or each test that failed."""
    if result.compile_error:
        return _clean(result.compile_error)
    lines = [f"{test.name}: {test.verdict.code} {test.reason}" for test in result.tests if test.failed]
    return _clean("\n".join([*(lines or [result.reason]), *_found(result)]))


def _count(suite: ElementTree.Element) -> None:
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    for key, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(key, str(sum(case.find(tag) is not None for case in cases)))
    suite.set("time", f"{sum(float(case.get('time', '0')) for case in cases):.3f}")


def _clean(text: str) -> str:
    """The text without characters that no XML 1.0 document may contain, even escaped (XML 1.0, 2.2 Characters)."""
    return FORBIDDEN.sub("�", harmless(text))
